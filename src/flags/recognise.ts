// Which calls in a Go file are made on a registrar, and by which shape they are read.
import type { GoType } from "../go/constant.ts";
import type { Call, Expression, Selector } from "../go/expression.ts";
import type { Place } from "../go/go-file.ts";
import { importedPackage, placeOf, resolveMember, resolveName } from "../go/names.ts";
import type { GoPackages } from "../go/packages.ts";
import { type GoTypes, withoutPointer } from "../go/types.ts";
import type { MarkShape, MethodShape, Registrar } from "./registrar.ts";

/** What a call is. `unknown` is a call on a registrar that no shape describes. */
export type Recognised =
  | { readonly kind: "registers"; readonly registrar: Registrar; readonly shape: MethodShape }
  | { readonly kind: "marks"; readonly registrar: Registrar; readonly shape: MarkShape }
  | { readonly kind: "unknown"; readonly registrar: Registrar }
  /** It looks like one that registers, and what it is called on cannot be told. */
  | { readonly kind: "unclear"; readonly registrar: Registrar };

export class Recogniser {
  readonly #packages: GoPackages;
  readonly #types: GoTypes;
  readonly #registrars: readonly Registrar[];

  constructor(packages: GoPackages, types: GoTypes, registrars: readonly Registrar[]) {
    this.#packages = packages;
    this.#types = types;
    this.#registrars = registrars;
  }

  /** Undefined for a call that has nothing to do with settings. */
  recognise(call: Call, place: Place): Recognised | undefined {
    const held = this.#heldMethod(call.function, place);
    if (held) return this.recognise({ ...call, function: held.method }, held.place);
    const callee = call.function;
    const byFunction = this.#describedFunction(call, place);
    if (byFunction || callee.kind !== "selector") return byFunction;
    const imported = importedPackage(this.#packages, callee.operand, place);
    if (imported) {
      const registrar = this.#registrars.find(({ packages }) => packages?.includes(imported.path));
      return registrar && this.#inPackage(registrar, callee.name);
    }
    const type = withoutPointer(this.#types.of(callee.operand, place));
    if (!type) return this.#byName(call, callee.name);
    for (const owner of withEmbedded(type)) {
      const found = this.#onType(owner, callee.name);
      if (found) return found;
    }
    return undefined;
  }

  /** Whether `expression` names the package with the import path `path`. */
  isPackage(path: string, expression: Expression, place: Place): boolean {
    return importedPackage(this.#packages, expression, place)?.path === path;
  }

  /** Whether the function `within` of `place` is a registrar's own, whose calls register nothing by themselves. */
  isRegistrarsOwn(within: string, place: Place): boolean {
    const { path } = this.#packages.packageOf(place.file);
    const [type = "", method] = within.split(".");
    return this.#registrars.some(({ types, functions = {} }) =>
      method === undefined
        ? Object.hasOwn(functions, type) || Object.hasOwn(functions, `${path}.${type}`)
        : types.includes(type) || types.includes(`${path}.${type}`),
    );
  }

  /** Whether `expression` is a registrar's method that is not called here, but handed on. */
  isHandedOn(expression: Expression, place: Place): Registrar | undefined {
    if (expression.kind !== "selector" || importedPackage(this.#packages, expression.operand, place))
      return undefined;
    const type = withoutPointer(this.#types.of(expression.operand, place));
    const found = type && withEmbedded(type).map((owner) => this.#onType(owner, expression.name));
    const registering = found?.find((one) => one?.kind === "registers");
    return registering?.registrar;
  }

  /** The method that a variable holds: `add := flags.String`. */
  #heldMethod(
    callee: Expression,
    place: Place,
  ): { readonly method: Selector; readonly place: Place } | undefined {
    const found = callee.kind === "name" ? resolveName(this.#packages, callee.name, place) : undefined;
    if (found?.declaration.kind !== "variable" || found.declaration.value?.kind !== "selector")
      return undefined;
    return { method: found.declaration.value, place: placeOf(found) };
  }

  #describedFunction({ function: callee }: Call, place: Place): Recognised | undefined {
    if (callee.kind !== "name" && callee.kind !== "selector") return undefined;
    const path =
      callee.kind === "selector"
        ? resolveMember(this.#packages, callee, place)?.imported.path
        : this.#packageOfFunction(callee.name, place);
    if (path === undefined) return undefined;
    for (const registrar of this.#registrars) {
      const { functions = {} } = registrar;
      const shape = functions[`${path}.${callee.name}`] ?? functions[callee.name];
      if (shape) return { kind: "registers", registrar, shape };
    }
    return undefined;
  }

  #packageOfFunction(name: string, place: Place): string | undefined {
    const found = resolveName(this.#packages, name, place);
    return found?.declaration.kind === "function" ? this.#packages.packageOf(found.file).path : undefined;
  }

  #inPackage(registrar: Registrar, name: string): Recognised | undefined {
    const found = described(registrar, name);
    // A function that makes something is none that registers.
    if (found || registrar.otherMethods?.includes(name) || name.startsWith("New")) return found;
    return { kind: "unknown", registrar };
  }

  #onType(type: GoType, method: string): Recognised | undefined {
    if (type.kind !== "named") return undefined;
    const names = [type.name, `${type.package}.${type.name}`];
    const marking = this.#registrars.find(({ markTypes }) => markTypes?.some((name) => names.includes(name)));
    const mark = marking?.marks?.[method];
    if (marking && mark) return { kind: "marks", registrar: marking, shape: mark };
    const registrar = this.#registrars.find(({ types }) => types.some((name) => names.includes(name)));
    if (!registrar) return undefined;
    const found = described(registrar, method);
    return found || registrar.otherMethods?.includes(method) ? found : { kind: "unknown", registrar };
  }

  /** By name and number of arguments, for what the type does not tell: a target in front makes it clear. */
  #byName(call: Call, method: string): Recognised | undefined {
    for (const registrar of this.#registrars) {
      const shape = registrar.methods[method];
      if (!shape || !fits(shape, call.arguments.length)) continue;
      return shape.arguments[0] === "target" && shape.arguments.includes("flag")
        ? { kind: "registers", registrar, shape }
        : { kind: "unclear", registrar };
    }
    return undefined;
  }
}

/** Whether a call with `count` arguments can be read by `shape`. */
export function fits(shape: MethodShape, count: number): boolean {
  const fixed = shape.arguments.filter((role) => role !== "options").length;
  return count === fixed || (count > fixed && shape.arguments.includes("options"));
}

function described(registrar: Registrar, name: string): Recognised | undefined {
  const shape = registrar.methods[name];
  if (shape) return { kind: "registers", registrar, shape };
  const mark = registrar.marks?.[name];
  return mark && { kind: "marks", registrar, shape: mark };
}

/** A type and those that it embeds, whose methods it has. */
function withEmbedded(type: GoType, depth = 0): readonly GoType[] {
  const struct = type.kind === "named" ? type.underlying() : type;
  if (struct?.kind !== "struct" || depth > 4) return [type];
  const embedded = Array.from(struct.fields).flatMap(([name, fieldType]) => {
    const inner = withoutPointer(fieldType());
    return inner?.kind === "named" && inner.name === name ? withEmbedded(inner, depth + 1) : [];
  });
  return [type, ...embedded];
}
