// What a type has: fields and methods, its own and those of what it embeds
// (https://go.dev/ref/spec#Selectors), items, and what ranges over it give.
import { basic, type FunctionGoType, type GoType, type LaterType } from "./constant.ts";
import type { Literal } from "./expression.ts";

const mostSteps = 20;

/** What `type` is made of: for a declared type what stands in its declaration, for a type parameter what it can be. */
export function coreOf(type: GoType | undefined): GoType | undefined {
  let current = type;
  for (let steps = 0; current && steps < mostSteps; steps += 1) {
    if (current.kind === "named") current = current.underlying();
    else if (current.kind === "parameter") current = current.constraint();
    else {
      const only: LaterType | undefined =
        current.kind === "interface" && current.methods.size === 0 && current.elements.length === 1
          ? current.elements[0]
          : undefined;
      if (!only) return current;
      current = only();
    }
  }
  return undefined;
}

/** What a pointer points to; other types as they are. */
export function withoutPointer(type: GoType | undefined): GoType | undefined {
  return type?.kind === "pointer" ? type.element : type;
}

/** The type itself and the types that it embeds, level by level: a name is that of the first that has it. */
export function* ownersOf(type: GoType): Generator<GoType> {
  let level: readonly GoType[] = [type];
  for (let depth = 0; level.length > 0 && depth < mostSteps; depth += 1) {
    const owners = level.flatMap(receiversIn);
    yield* owners;
    level = owners.flatMap(embeddedIn);
  }
}

/** The field or method `name` that a type has itself, embedded types aside. */
export function ownMember(owner: GoType, name: string): GoType | undefined {
  const method = owner.kind === "named" ? owner.method?.(name) : undefined;
  if (method) return method;
  const core = coreOf(owner);
  if (core?.kind === "struct") return core.fields.get(name)?.type();
  return core?.kind === "interface" ? methodOfInterface(core, name) : undefined;
}

/** Whether a type has the field or method itself, also where its type cannot be told. */
export function hasOwnMember(owner: GoType, name: string): boolean {
  const core = coreOf(owner);
  return (core?.kind === "struct" && core.fields.has(name)) || ownMember(owner, name) !== undefined;
}

/** What has the methods of a pointer, or of a type parameter. */
function receiversIn(type: GoType): readonly GoType[] {
  const owner = withoutPointer(type);
  if (owner?.kind !== "parameter") return owner ? [owner] : [];
  const core = owner.constraint();
  const only = core?.kind === "interface" && core.elements.length === 1 ? core.elements[0]?.() : core;
  return [core, only].flatMap((each) => withoutPointer(each) ?? []);
}

function embeddedIn(owner: GoType): readonly GoType[] {
  const core = coreOf(owner);
  if (core?.kind !== "struct") return [];
  return Array.from(core.fields.values()).flatMap(({ type, isEmbedded }) => (isEmbedded && type()) || []);
}

function methodOfInterface(
  { methods, elements }: Extract<GoType, { kind: "interface" }>,
  name: string,
  depth = 0,
): FunctionGoType | undefined {
  const own = methods.get(name)?.();
  if (own) return own.kind === "function" ? own : undefined;
  for (const element of depth < mostSteps ? elements : []) {
    const inner = coreOf(element());
    const found = inner?.kind === "interface" ? methodOfInterface(inner, name, depth + 1) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** What `range` gives: https://go.dev/ref/spec#For_range. */
export function rangedType(type: GoType | undefined, result: number): GoType | undefined {
  const core = coreOf(withoutPointer(coreOf(type)));
  switch (core?.kind) {
    case "list":
      return result === 0 ? basic("int") : core.element;
    case "map":
      return result === 0 ? core.key : core.value;
    case "channel":
      return core.element;
    case "function": {
      const yields = coreOf(core.parameters[0]?.());
      return yields?.kind === "function" ? yields.parameters[result]?.() : undefined;
    }
    case "basic":
      return core.name === "string" ? basic(result === 0 ? "int" : "int32") : type;
    default:
      return undefined;
  }
}

/** What an index gives: https://go.dev/ref/spec#Index_expressions. */
export function itemOf(type: GoType | undefined): GoType | undefined {
  const core = coreOf(withoutPointer(coreOf(type)));
  if (core?.kind === "list") return core.element;
  if (core?.kind === "map") return core.value;
  return core?.kind === "basic" && core.name === "string" ? basic("uint8") : undefined;
}

/** The type that a literal has where nothing else is asked of it. */
export function literalType({ type, text }: Literal): GoType {
  if (type === "rune") return basic("int32");
  if (type !== "number") return basic("string");
  const isFloat = /^0[xX]/.test(text) ? /[.pP]/.test(text) : /[.eE]/.test(text);
  return basic(isFloat ? "float64" : "int");
}
