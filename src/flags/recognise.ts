// Which calls in a Go file are made on a registrar, and by which shape they are read.
import type { GoType, NamedType } from "../go/constant.ts";
import type { Call, Expression } from "../go/expression.ts";
import type { Place } from "../go/go-file.ts";
import { foreignImports, importedPackage, placeOf, resolveMember, resolveName } from "../go/names.ts";
import type { GoPackages } from "../go/packages.ts";
import { coreOf, hasOwnMember, ownersOf } from "../go/selection.ts";
import { isStandard } from "../go/standard-library.ts";
import type { GoTypes } from "../go/types.ts";
import type { MarkShape, MethodShape, Registrar } from "./registrar.ts";

/** What a method or function is. `unknown` is one of a registrar that no shape describes. */
type Described =
  | { readonly kind: "registers"; readonly registrar: Registrar; readonly shape: MethodShape }
  | { readonly kind: "marks"; readonly registrar: Registrar; readonly shape: MarkShape }
  | { readonly kind: "unknown"; readonly registrar: Registrar };

/** What a call is, and the call with the arguments that its shape is of. */
export type Recognised = { readonly call: Call } & (
  | Described
  /** It looks like one that registers, and what it is called on cannot be told. */
  | { readonly kind: "unclear"; readonly registrar: Registrar }
);

/** Variables that hold each other's functions are no Go, and must not go round for ever. */
const mostHeld = 20;

export class Recogniser {
  readonly #packages: GoPackages;
  readonly #types: GoTypes;
  readonly #registrars: readonly Registrar[];

  constructor(packages: GoPackages, types: GoTypes, registrars: readonly Registrar[]) {
    this.#packages = packages;
    this.#types = types;
    this.#registrars = registrars;
  }

  /** What a call is, with the arguments by which it is read; undefined where it has nothing to do with settings. */
  recognise(call: Call, place: Place, depth: number = 0): Recognised | undefined {
    const callee = call.function.kind === "index" ? call.function.operand : call.function;
    const held = depth < mostHeld ? this.#heldFunction(callee, place) : undefined;
    if (held) return this.recognise({ ...call, function: held.function }, held.place, depth + 1);
    const byFunction = this.#describedFunction(callee, place);
    if (byFunction) return { ...byFunction, call };
    if (callee.kind === "name") return this.#inDottedPackage(call, callee.name, place);
    if (callee.kind !== "selector") return undefined;
    const imported = importedPackage(this.#packages, callee.operand, place);
    if (imported) {
      const registrar = this.#registrars.find(({ packages }) => packages?.includes(imported.path));
      const found = registrar && inPackage(registrar, callee.name);
      return found && { ...found, call };
    }
    // `Type.Method(receiver, …)` is the method with what it is called on in front.
    const named = this.#types.receiverType(callee.operand, place);
    const read = named ? { ...call, arguments: call.arguments.slice(1) } : call;
    const type = named ?? this.#types.of(callee.operand, place);
    const found = type ? this.#onType(type, callee.name) : "unclear";
    if (found !== "unclear") return found && { ...found, call: read };
    const byName = this.#byName(read, callee.name);
    const registrar = byName || type ? undefined : this.#handedThrough(callee.operand, place);
    return registrar && !isOther(registrar, callee.name) ? { kind: "unclear", registrar, call } : byName;
  }

  /** The registrar that a function of the standard library may give back: `cmp.Or(flags, flag.CommandLine)`. */
  #handedThrough(expression: Expression, place: Place, depth: number = 0): Registrar | undefined {
    if (depth > mostHeld) return undefined;
    const found =
      expression.kind === "name" ? resolveName(this.#packages, expression.name, place) : undefined;
    const value = found?.declaration.kind === "variable" ? found.declaration.value : undefined;
    if (found && value) return this.#handedThrough(value, placeOf(found), depth + 1);
    if (expression.kind !== "call") return undefined;
    const { function: callee, arguments: given } = expression;
    if (callee.kind === "selector") {
      const imported = importedPackage(this.#packages, callee.operand, place);
      if (imported && imported.content === undefined && isStandard(imported.path)) {
        return given
          .map((each) => this.#typeOfRegistrar(this.#types.of(each, place)))
          .find((each) => each !== undefined);
      }
    }
    return this.#handedThrough(callee.kind === "selector" ? callee.operand : callee, place, depth + 1);
  }

  /** The registrar whose type is `type`, or that of what `type` holds or gives. */
  #typeOfRegistrar(type: GoType | undefined): Registrar | undefined {
    switch (type?.kind) {
      case "named":
        return this.#ofOwner(type);
      case "pointer":
      case "list":
      case "channel":
        return this.#typeOfRegistrar(type.element);
      case "map":
        return this.#typeOfRegistrar(type.value);
      case "function":
        return type.results.map((each) => this.#typeOfRegistrar(each())).find((each) => each !== undefined);
      default:
        return undefined;
    }
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

  /** The registrar whose method or function `expression` is, if that registers; it is not called here. */
  isHandedOn(expression: Expression, place: Place): Registrar | undefined {
    if (expression.kind !== "selector" || !this.#registrars.some((each) => registers(each, expression.name)))
      return undefined;
    const call: Call = { ...expression, kind: "call", function: expression, arguments: [] };
    const recognised = this.recognise(call, place);
    return recognised?.kind === "registers" ? recognised.registrar : undefined;
  }

  /** The method or function that a variable holds: `add := flags.String`. */
  #heldFunction(
    callee: Expression,
    place: Place,
  ): { readonly function: Expression; readonly place: Place } | undefined {
    const found = callee.kind === "name" ? resolveName(this.#packages, callee.name, place) : undefined;
    const value = found?.declaration.kind === "variable" ? found.declaration.value : undefined;
    if (!found || (value?.kind !== "selector" && value?.kind !== "name")) return undefined;
    return { function: value, place: placeOf(found) };
  }

  #describedFunction(callee: Expression, place: Place): Described | undefined {
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

  /** A function of a package that is imported with a dot. */
  #inDottedPackage(call: Call, name: string, place: Place): Recognised | undefined {
    if (!/^\p{Lu}/u.test(name) || resolveName(this.#packages, name, place)) return undefined;
    const paths = foreignImports(this.#packages, place);
    const registrars = this.#registrars.filter(({ packages }) =>
      packages?.some((path) => paths.includes(path)),
    );
    const found = registrars
      .map((registrar) => inPackage(registrar, name))
      .filter((one) => one !== undefined);
    const known = found.find(({ kind }) => kind !== "unknown");
    // With several such packages it may be a function of another one.
    const [only] = paths.length === 1 ? found : [];
    const one = known ?? only;
    return one && { ...one, call };
  }

  /**
   * What a method of `type` is: of the type itself or, where that has none of this name, of the uppermost that it
   * embeds. `unclear` where only the running program knows whose method it is.
   */
  #onType(type: GoType, method: string): Described | "unclear" | undefined {
    let undescribed: Described | undefined;
    for (const owner of ownersOf(type)) {
      const found = this.#onOwner(owner, method);
      if (found === "other" || found === "unclear")
        return undescribed ?? (found === "unclear" ? found : undefined);
      if (found && (found.kind !== "unknown" || hasOwnMember(owner, method))) return found;
      undescribed ??= found;
    }
    return undescribed;
  }

  /** What a method is on this type, what it embeds aside; `other` is one that registers nothing. */
  #onOwner(owner: GoType, method: string): Described | "unclear" | "other" | undefined {
    const registrar = owner.kind === "named" ? this.#ofOwner(owner) : undefined;
    if (registrar) {
      const found = described(registrar, method);
      return found ?? (isOther(registrar, method) ? "other" : { kind: "unknown", registrar });
    }
    const mark = this.#mark(owner, method);
    if (mark) return mark;
    if (hasOwnMember(owner, method)) return coreOf(owner)?.kind === "interface" ? "unclear" : "other";
    return isForeign(owner) ? "unclear" : undefined;
  }

  /** A method that marks settings, of a type that registers none. */
  #mark(owner: GoType, method: string): Described | undefined {
    if (owner.kind !== "named") return undefined;
    const registrar = this.#registrars.find(({ markTypes }) => includesType(markTypes, owner));
    const shape = registrar?.marks?.[method];
    return registrar && shape && { kind: "marks", registrar, shape };
  }

  /** The registrar whose type it is. */
  #ofOwner(type: NamedType): Registrar | undefined {
    return this.#registrars.find(({ types }) => includesType(types, type));
  }

  /** By name and number of arguments, for what the type does not tell: a target in front makes it clear. */
  #byName(call: Call, method: string): Recognised | undefined {
    for (const registrar of this.#registrars) {
      const shape = registrar.methods[method];
      if (!shape || !fits(shape, call.arguments.length)) continue;
      return shape.arguments[0] === "target" && shape.arguments.includes("flag")
        ? { kind: "registers", registrar, shape, call }
        : { kind: "unclear", registrar, call };
    }
    return undefined;
  }
}

/** Whether a call with `count` arguments can be read by `shape`. */
export function fits(shape: MethodShape, count: number): boolean {
  const fixed = shape.arguments.filter((role) => role !== "options").length;
  return count === fixed || (count > fixed && shape.arguments.includes("options"));
}

function inPackage(registrar: Registrar, name: string): Described | undefined {
  const found = described(registrar, name);
  // A function that makes something is none that registers.
  if (found || isOther(registrar, name) || name.startsWith("New")) return found;
  return { kind: "unknown", registrar };
}

function described(registrar: Registrar, name: string): Described | undefined {
  const shape = registrar.methods[name];
  if (shape) return { kind: "registers", registrar, shape };
  const mark = registrar.marks?.[name];
  return mark && { kind: "marks", registrar, shape: mark };
}

function isOther({ otherMethods }: Registrar, name: string): boolean {
  return otherMethods?.includes(name) ?? false;
}

function registers({ methods, functions = {} }: Registrar, name: string): boolean {
  return Object.hasOwn(methods, name) || Object.keys(functions).some((key) => key.split(".").at(-1) === name);
}

function includesType(names: readonly string[] | undefined, { package: path, name }: NamedType): boolean {
  return names !== undefined && (names.includes(name) || names.includes(`${path}.${name}`));
}

/** A type outside the repository and Go's standard library: nobody knows what it embeds. */
function isForeign(type: GoType): boolean {
  return type.kind === "named" && type.method === undefined && !isStandard(type.package);
}
