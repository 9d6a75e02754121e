// Which types the arguments of a call give to the type parameters of a function
// (https://go.dev/ref/spec#Type_inference), as far as one follows from another.
import type { GoType } from "./constant.ts";
import type { Expression } from "./expression.ts";
import type { FunctionDeclaration } from "./go-file.ts";
import { coreOf } from "./selection.ts";

/** The type arguments: those that are written out, and those that follow from the arguments' types. */
export function typeArguments(
  { type, typeParameters }: FunctionDeclaration,
  written: readonly (GoType | undefined)[],
  given: readonly { readonly type: GoType | undefined; readonly isSpread: boolean }[],
): readonly (GoType | undefined)[] {
  const inference = new Inference(typeParameters.map(({ name }) => name));
  for (const [index, { name }] of typeParameters.entries()) inference.bind(name, written[index]);
  for (const [index, argument] of given.entries()) {
    const parameter = type.parameters[Math.min(index, type.parameters.length - 1)];
    const isRest = type.isVariadic && index >= type.parameters.length - 1 && !argument.isSpread;
    inference.match(isRest && parameter?.kind === "list-type" ? parameter.element : parameter, argument.type);
  }
  // `S ~[]E`: what S is tells what E is.
  for (const { name, constraint } of typeParameters) inference.match(constraint, inference.bound.get(name));
  return typeParameters.map(({ name }) => inference.bound.get(name));
}

class Inference {
  readonly bound = new Map<string, GoType>();
  readonly #names: readonly string[];

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  bind(name: string, type: GoType | undefined): void {
    if (type && !this.bound.has(name)) this.bound.set(name, type);
  }

  /** Binds the names in `expression` to what stands at their places in `type`. */
  match(expression: Expression | undefined, type: GoType | undefined): void {
    if (!expression || !type) return;
    switch (expression.kind) {
      case "name":
        if (this.#names.includes(expression.name)) this.bind(expression.name, type);
        break;
      case "index":
        this.#matchAll(expression.indices, type.kind === "named" ? (type.arguments ?? []) : []);
        break;
      default:
        this.#matchParts(expression, coreOf(type));
    }
  }

  #matchParts(expression: Expression, core: GoType | undefined): void {
    if (core?.kind === "pointer" && expression.kind === "unary") this.match(expression.operand, core.element);
    else if (core?.kind === "list" && expression.kind === "list-type")
      this.match(expression.element, core.element);
    else if (core?.kind === "channel" && expression.kind === "channel-type")
      this.match(expression.element, core.element);
    else if (core?.kind === "map" && expression.kind === "map-type")
      this.#matchAll([expression.key, expression.value], [core.key, core.value]);
    else if (core?.kind === "function" && expression.kind === "function-type") {
      this.#matchAll(
        expression.parameters,
        core.parameters.map((each) => each()),
      );
      this.#matchAll(
        expression.results,
        core.results.map((each) => each()),
      );
    }
  }

  #matchAll(expressions: readonly Expression[], types: readonly (GoType | undefined)[]): void {
    for (const [index, expression] of expressions.entries()) this.match(expression, types[index]);
  }
}
