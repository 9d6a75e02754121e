// The types of expressions, as far as they say on what a method is called and what a constant is.
import { basic, type GoType, isBasicName, type NamedType } from "./constant.ts";
import type { Call, Expression, Selector } from "./expression.ts";
import type { Declaration, Place } from "./go-file.ts";
import { importedPackage, placeOf, resolveMember, resolveName } from "./names.ts";
import { declarationIn, type Found, type GoPackage, type GoPackages, methodIn } from "./packages.ts";
import { standardTypes } from "./standard-library.ts";

/**
 * Results of functions and methods, and types of variables, in packages outside the repository:
 * `flag.NewFlagSet` → `flag.FlagSet`.
 */
export type KnownTypes = ReadonlyMap<string, string>;

export class GoTypes {
  readonly #packages: GoPackages;
  readonly #known: KnownTypes;
  /** Declarations whose type is being worked out; `x := f(x)` must not go round. */
  readonly #open = new Set<Declaration>();

  constructor(packages: GoPackages, known: KnownTypes) {
    this.#packages = packages;
    this.#known = known;
  }

  /** The type that a type expression names. */
  named(expression: Expression, place: Place): GoType | undefined {
    switch (expression.kind) {
      case "name":
        return this.#typeNamed(expression.name, place);
      case "selector": {
        const member = resolveMember(this.#packages, expression, place);
        if (!member) return undefined;
        if (member.found) return this.#declaredType(member.found);
        return member.imported.content ? undefined : foreignType(member.imported.path, expression.name);
      }
      case "unary": {
        const element = expression.operator === "*" ? this.named(expression.operand, place) : undefined;
        return element && { kind: "pointer", element };
      }
      case "list-type": {
        const element = this.named(expression.element, place);
        return element && { kind: "list", element };
      }
      case "map-type": {
        const [key, value] = [this.named(expression.key, place), this.named(expression.value, place)];
        return key && value && { kind: "map", key, value };
      }
      case "struct-type": {
        const fields = Array.from(
          expression.fields,
          ([name, type]) => [name, () => this.named(type, place)] as const,
        );
        return { kind: "struct", fields: new Map(fields) };
      }
      case "function-type":
        return { kind: "function", results: expression.results.map((type) => () => this.named(type, place)) };
      default:
        return undefined;
    }
  }

  /** The type of the value of an expression; undefined where it cannot be told. */
  of(expression: Expression, place: Place): GoType | undefined {
    switch (expression.kind) {
      case "name": {
        const found = resolveName(this.#packages, expression.name, place);
        return found && this.#typeOfDeclared(found);
      }
      case "selector":
        return this.#memberType(expression, place);
      case "call":
        return this.#resultsOf(expression, place)?.[0]?.();
      case "composite":
        return this.named(expression.type, place);
      case "unary": {
        const type = this.of(expression.operand, place);
        if (expression.operator === "&") return type && { kind: "pointer", element: type };
        return expression.operator === "*" && type?.kind === "pointer" ? type.element : type;
      }
      default:
        return undefined;
    }
  }

  #typeNamed(name: string, place: Place): GoType | undefined {
    const found = resolveName(this.#packages, name, place);
    if (found) return this.#declaredType(found);
    if (name === "byte") return basic("uint8");
    if (name === "rune") return basic("int32");
    return isBasicName(name) ? basic(name) : undefined;
  }

  #declaredType(found: Found<Declaration>): GoType | undefined {
    const { declaration } = found;
    if (declaration.kind !== "type" || this.#open.has(declaration)) return undefined;
    const underlying = () => this.#guarded(declaration, () => this.named(declaration.type, placeOf(found)));
    if (declaration.isAlias) return underlying();
    const { path } = this.#packages.packageOf(found.file);
    return { kind: "named", package: path, name: declaration.name, underlying };
  }

  #typeOfDeclared(found: Found<Declaration>): GoType | undefined {
    const { declaration } = found;
    if (declaration.kind !== "variable" && declaration.kind !== "constant") return undefined;
    const place = placeOf(found);
    if (declaration.type) return this.named(declaration.type, place);
    const { value } = declaration;
    if (!value) return undefined;
    return this.#guarded(declaration, () =>
      value.kind === "call" && declaration.kind === "variable"
        ? this.#resultsOf(value, place)?.[declaration.result]?.()
        : this.of(value, place),
    );
  }

  #guarded(declaration: Declaration, work: () => GoType | undefined): GoType | undefined {
    if (this.#open.has(declaration)) return undefined;
    this.#open.add(declaration);
    try {
      return work();
    } finally {
      this.#open.delete(declaration);
    }
  }

  /** Of `package.Variable` or of a field. */
  #memberType(selector: Selector, place: Place): GoType | undefined {
    const member = resolveMember(this.#packages, selector, place);
    if (member?.found) return this.#typeOfDeclared(member.found);
    if (member) return this.#knownType(`${member.imported.path}.${selector.name}`);
    const owner = withoutPointer(this.of(selector.operand, place));
    return owner && this.#fieldType(owner, selector.name);
  }

  /** The type of a field, also of one that an embedded struct has. */
  #fieldType(owner: GoType, name: string, depth = 0): GoType | undefined {
    const struct = owner.kind === "named" ? owner.underlying() : owner;
    if (struct?.kind !== "struct" || depth > 4) return undefined;
    const own = struct.fields.get(name);
    if (own) return own();
    for (const [fieldName, type] of struct.fields) {
      const embedded = withoutPointer(type());
      if (embedded?.kind !== "named" || embedded.name !== fieldName) continue;
      const found = this.#fieldType(embedded, name, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** The types that a call results in; of a conversion, the type itself. */
  #resultsOf(call: Call, place: Place): readonly (() => GoType | undefined)[] | undefined {
    const callee = call.function;
    if (callee.kind === "name" && callee.name === "new" && call.arguments[0]) {
      const element = this.named(call.arguments[0], place);
      return [() => element && { kind: "pointer", element }];
    }
    const found =
      callee.kind === "name"
        ? resolveName(this.#packages, callee.name, place)
        : callee.kind === "selector"
          ? resolveMember(this.#packages, callee, place)?.found
          : undefined;
    if (found?.declaration.kind === "function") return this.#functionResults(found);
    if (callee.kind === "selector") {
      const foreign = this.#foreignResult(callee, place);
      if (foreign) return [() => foreign];
      const method = this.#method(callee, place);
      if (method) return this.#functionResults(method);
    }
    const type = this.named(callee, place);
    // Of a name outside the repository nobody knows whether it is a type or a function.
    const isType = type !== undefined && (type.kind !== "named" || type.underlying() !== undefined);
    if (isType) return [() => type];
    const value = this.of(callee, place);
    return value?.kind === "function" ? value.results : undefined;
  }

  #functionResults(found: Found<Declaration>): readonly (() => GoType | undefined)[] {
    const { declaration } = found;
    if (declaration.kind !== "function") return [];
    return declaration.results.map((type) => () => this.named(type, { file: found.file }));
  }

  #method(callee: Selector, place: Place): Found<Declaration> | undefined {
    const owner = withoutPointer(this.of(callee.operand, place));
    if (owner?.kind !== "named") return undefined;
    const declared = this.#packageNamed(owner, place);
    return declared && methodIn(declared, owner.name, callee.name);
  }

  #packageNamed({ package: path }: NamedType, place: Place): GoPackage | undefined {
    const own = this.#packages.packageOf(place.file);
    return own.path === path ? own : this.#packages.imported(path, place.file);
  }

  /** The result of a function or method outside the repository: a known one, or `NewX` by its name. */
  #foreignResult(callee: Selector, place: Place): GoType | undefined {
    const imported = importedPackage(this.#packages, callee.operand, place);
    if (imported) {
      if (imported.content && declarationIn(imported.content, callee.name)) return undefined;
      const known = this.#knownType(`${imported.path}.${callee.name}`);
      const made = /^New(?=[A-Z])/.test(callee.name) ? callee.name.slice(3) : undefined;
      return known ?? (made === undefined || imported.content ? undefined : foreignType(imported.path, made));
    }
    const owner = withoutPointer(this.of(callee.operand, place));
    return owner?.kind === "named"
      ? this.#knownType(`${owner.package}.${owner.name}.${callee.name}`)
      : undefined;
  }

  #knownType(member: string): GoType | undefined {
    const type = this.#known.get(member);
    if (type === undefined) return undefined;
    const at = type.lastIndexOf(".");
    return foreignType(type.slice(0, at), type.slice(at + 1));
  }
}

/** What a pointer points to; other types as they are. */
export function withoutPointer(type: GoType | undefined): GoType | undefined {
  return type?.kind === "pointer" ? type.element : type;
}

function foreignType(path: string, name: string): GoType {
  const made = standardTypes.get(`${path}.${name}`);
  return { kind: "named", package: path, name, underlying: () => (made ? basic(made) : undefined) };
}
