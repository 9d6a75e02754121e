// Type expressions → types: what a declaration, a conversion or a type argument names.
import { basic, type FunctionGoType, type GoType, isBasicName, type LaterType } from "./constant.ts";
import type { Expression, FunctionType, ListType } from "./expression.ts";
import type { ForeignTypes } from "./foreign-types.ts";
import { type Declaration, declare, type Place, type TypeParameterDeclaration } from "./go-file.ts";
import { foreignImports, placeOf, resolveDeclaration, resolveMember, resolveName } from "./names.ts";
import { declarationIn, type Found, type GoPackages, methodIn } from "./packages.ts";

export class TypeExpressions {
  readonly #packages: GoPackages;
  readonly #foreign: ForeignTypes;
  /** Declarations that are being worked out: an alias of itself must not go round. */
  readonly #open = new Set<Declaration>();

  constructor(packages: GoPackages, foreign: ForeignTypes) {
    this.#packages = packages;
    this.#foreign = foreign;
  }

  /** The type that a type expression names; undefined for what is no type. */
  named(expression: Expression, place: Place): GoType | undefined {
    switch (expression.kind) {
      case "name":
        return this.#typeNamed(expression.name, place);
      case "selector": {
        const member = resolveMember(this.#packages, expression, place);
        if (!member) return undefined;
        if (member.found) return this.#declaredType(member.found, [], place);
        return member.imported.content
          ? undefined
          : this.#foreign.named(member.imported.path, expression.name);
      }
      case "index": {
        const given = expression.indices.map((each) => this.named(each, place));
        const found = resolveDeclaration(this.#packages, expression.operand, place);
        return found ? this.#declaredType(found, given, place) : this.named(expression.operand, place);
      }
      case "unary": {
        const element = expression.operator === "*" ? this.named(expression.operand, place) : undefined;
        return element && { kind: "pointer", element };
      }
      case "list-type":
        return this.#listType(expression, place);
      case "channel-type": {
        const element = this.named(expression.element, place);
        return element && { kind: "channel", element };
      }
      case "map-type": {
        const [key, value] = [this.named(expression.key, place), this.named(expression.value, place)];
        return key && value && { kind: "map", key, value };
      }
      case "struct-type": {
        const fields = Array.from(
          expression.fields,
          ([name, { type, isEmbedded }]) =>
            [name, { type: () => this.named(type, place), isEmbedded }] as const,
        );
        return { kind: "struct", fields: new Map(fields) };
      }
      case "interface-type": {
        const methods = Array.from(
          expression.methods,
          ([name, type]) => [name, () => this.functionType(type, place)] as const,
        );
        const elements = expression.elements.map((type) => () => this.named(type, place));
        return { kind: "interface", methods: new Map(methods), elements };
      }
      case "function-type":
        return this.functionType(expression, place);
      default:
        return undefined;
    }
  }

  /** A function's type, read where it is declared. */
  functionType({ parameters, results }: FunctionType, place: Place): FunctionGoType {
    const later = (type: Expression) => () => this.named(type, place);
    return { kind: "function", parameters: parameters.map(later), results: results.map(later) };
  }

  #typeNamed(name: string, place: Place): GoType | undefined {
    const found = resolveName(this.#packages, name, place);
    if (found) return this.#declaredType(found, [], place);
    if (name === "byte") return basic("uint8");
    if (name === "rune") return basic("int32");
    if (name === "any" || name === "error") return { kind: "interface", methods: new Map(), elements: [] };
    if (isBasicName(name)) return basic(name);
    return this.#foreign.typeIn(foreignImports(this.#packages, place), name);
  }

  #declaredType(
    found: Found<Declaration>,
    given: readonly (GoType | undefined)[],
    place: Place,
  ): GoType | undefined {
    const { declaration, file } = found;
    if (declaration.kind === "type-parameter") {
      const { bound, constraint, name } = declaration;
      return (
        bound ?? { kind: "parameter", name, constraint: () => constraint && this.named(constraint, place) }
      );
    }
    if (declaration.kind !== "type") return undefined;
    const { typeParameters, name } = declaration;
    const inside = this.bound(typeParameters, given, placeOf(found));
    if (declaration.isAlias) return this.#guarded(declaration, () => this.named(declaration.type, inside));
    const pkg = this.#packages.packageOf(file);
    const isLocal = declarationIn(pkg, name)?.declaration !== declaration;
    const known = given.filter((each) => each !== undefined);
    return {
      kind: "named",
      package: pkg.path,
      name,
      ...(known.length > 0 && known.length === given.length ? { arguments: known } : {}),
      underlying: () => this.named(declaration.type, inside),
      method: (method) => {
        const own = isLocal ? undefined : methodIn(pkg, name, method);
        return (
          own &&
          this.functionType(own.declaration.type, this.bound(own.declaration.typeParameters, given, own))
        );
      },
    };
  }

  /** `place` where the type parameters are the types that are given. */
  bound(
    parameters: readonly TypeParameterDeclaration[],
    given: readonly (GoType | undefined)[],
    { file, scope }: Place,
  ): Place {
    const bound = parameters.map((parameter, index) => {
      const type = given[index];
      const { constraint } = parameter;
      // A type parameter of the method that hands on its own may be all that the declaration of the type allows.
      const said =
        type?.kind === "parameter" && constraint && type.constraint() === undefined
          ? { ...type, constraint: () => this.named(constraint, { file, scope }) }
          : type;
      return said ? { ...parameter, bound: said } : parameter;
    });
    return { file, scope: declare(bound, scope) };
  }

  #listType({ element: type, length }: ListType, place: Place): GoType | undefined {
    const element = this.named(type, place);
    const isArray = length !== undefined && length !== "counted";
    return (
      element && { kind: "list", element, ...(isArray ? { length: { expression: length, place } } : {}) }
    );
  }

  #guarded(declaration: Declaration, work: LaterType): GoType | undefined {
    if (this.#open.has(declaration)) return undefined;
    this.#open.add(declaration);
    try {
      return work();
    } finally {
      this.#open.delete(declaration);
    }
  }
}
