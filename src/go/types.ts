// The types of expressions, as far as they say on what a method is called and what a constant is.
import { basic, type FunctionGoType, type GoType, type LaterType } from "./constant.ts";
import type { Call, Composite, Expression, Index, Selector, Slice, Unary } from "./expression.ts";
import { ForeignTypes, type KnownTypes } from "./foreign-types.ts";
import type { Declaration, Place, VariableDeclaration } from "./go-file.ts";
import {
  foreignImports,
  importedPackage,
  placeOf,
  resolveDeclaration,
  resolveMember,
  resolveName,
} from "./names.ts";
import { declarationIn, type Found, type GoPackages } from "./packages.ts";
import { coreOf, itemOf, literalType, ownersOf, ownMember, rangedType, withoutPointer } from "./selection.ts";
import { typeArguments } from "./type-arguments.ts";
import { TypeExpressions } from "./type-expressions.ts";

export class GoTypes {
  readonly #packages: GoPackages;
  readonly #foreign: ForeignTypes;
  readonly #expressions: TypeExpressions;
  /** Declarations whose type is being worked out; `x := f(x)` must not go round. */
  readonly #open = new Set<Declaration>();

  constructor(packages: GoPackages, known: KnownTypes) {
    this.#packages = packages;
    this.#foreign = new ForeignTypes(known);
    this.#expressions = new TypeExpressions(packages, this.#foreign);
  }

  /** The type that a type expression names; undefined for what is no type. */
  named(expression: Expression, place: Place): GoType | undefined {
    return this.#expressions.named(expression, place);
  }

  /** The type whose method is named where a value could stand as well: `(*T).Method`. */
  receiverType(expression: Expression, place: Place): GoType | undefined {
    const imported = expression.kind === "selector" && resolveMember(this.#packages, expression, place);
    // Of a package outside the repository it is a value unless it is known to be a type.
    if (
      imported &&
      !imported.imported.content &&
      !this.#foreign.isType(imported.imported.path, expression.name)
    )
      return undefined;
    return this.named(expression, place);
  }

  /** The type of the value of an expression; undefined where it cannot be told. */
  of(expression: Expression, place: Place): GoType | undefined {
    switch (expression.kind) {
      case "literal":
        return literalType(expression);
      case "name": {
        const found = resolveName(this.#packages, expression.name, place);
        if (found) return this.#typeOfDeclared(found);
        if (expression.name === "true" || expression.name === "false") return basic("bool");
        return this.#foreign.given(foreignImports(this.#packages, place), expression.name);
      }
      case "selector":
        return this.#memberType(expression, place);
      case "call":
        return this.#resultsOf(expression, place)?.[0]?.();
      case "composite":
        return this.#compositeType(expression, place);
      case "function-literal":
        return this.#expressions.functionType(expression.type, place);
      case "assertion":
        return this.named(expression.type, place);
      case "index":
        return this.#indexType(expression, place);
      case "slice":
        return this.#sliceType(expression, place);
      case "unary":
        return this.#unaryType(expression, place);
      case "binary":
        if (/^(?:[=!]=|[<>]=?|&&|\|\|)$/.test(expression.operator)) return basic("bool");
        return this.of(expression.left.kind === "literal" ? expression.right : expression.left, place);
      default:
        return undefined;
    }
  }

  /** A slice of an array is no array any more. */
  #sliceType({ operand }: Slice, place: Place): GoType | undefined {
    const type = withoutPointer(this.of(operand, place));
    const core = coreOf(type);
    return core?.kind === "list" && core.length ? { kind: "list", element: core.element } : type;
  }

  #unaryType({ operator, operand }: Unary, place: Place): GoType | undefined {
    const type = this.of(operand, place);
    if (operator === "&") return type && { kind: "pointer", element: type };
    const core = coreOf(type);
    if (operator === "<-") return core?.kind === "channel" ? core.element : undefined;
    return operator === "*" && core?.kind === "pointer" ? core.element : type;
  }

  #compositeType(composite: Composite, place: Place): GoType | undefined {
    const { type } = composite;
    const named = this.named(type, place);
    const isCounted = named?.kind === "list" && type.kind === "list-type" && type.length === "counted";
    return isCounted ? { ...named, length: { expression: composite, place } } : named;
  }

  #typeOfDeclared(found: Found<Declaration>): GoType | undefined {
    const { declaration } = found;
    const place = placeOf(found);
    if (declaration.kind === "function") return this.#expressions.functionType(declaration.type, place);
    if (declaration.kind !== "variable" && declaration.kind !== "constant") return undefined;
    if (declaration.type) return this.named(declaration.type, place);
    const { value } = declaration;
    if (!value) return undefined;
    if (this.#open.has(declaration)) return undefined;
    this.#open.add(declaration);
    try {
      return declaration.kind === "variable"
        ? this.#valueOf(declaration, value, place)
        : this.of(value, place);
    } finally {
      this.#open.delete(declaration);
    }
  }

  /** The type of what a variable takes: of several results, of a second one that says whether there is a first, of a range. */
  #valueOf({ result, isRanged }: VariableDeclaration, value: Expression, place: Place): GoType | undefined {
    if (isRanged) return rangedType(this.of(value, place), result);
    if (value.kind === "call") return this.#resultsOf(value, place)?.[result]?.();
    return result === 0 ? this.of(value, place) : basic("bool");
  }

  /** Of `package.Variable`, a field, a method, or `Type.Method`, which takes what it is called on first. */
  #memberType(selector: Selector, place: Place): GoType | undefined {
    const member = resolveMember(this.#packages, selector, place);
    if (member?.found) return this.#typeOfDeclared(member.found);
    if (member) return this.#foreign.given([member.imported.path], selector.name);
    const type = this.receiverType(selector.operand, place);
    const found = this.#member(type ?? this.of(selector.operand, place), selector.name);
    if (!type || found?.kind !== "function") return found;
    return { ...found, parameters: [() => type, ...found.parameters] };
  }

  #member(type: GoType | undefined, name: string): GoType | undefined {
    for (const owner of type ? ownersOf(type) : []) {
      const own = ownMember(owner, name);
      if (own) return own;
      const known = owner.kind === "named" && this.#foreign.given([`${owner.package}.${owner.name}`], name);
      if (known) return { kind: "function", parameters: [], results: [() => known] };
    }
    return undefined;
  }

  /** An item of a list or map, or a generic function with its type arguments. */
  #indexType({ operand, indices }: Index, place: Place): GoType | undefined {
    const found = resolveDeclaration(this.#packages, operand, place);
    if (found?.declaration.kind === "function") return this.#functionOf(found, indices, [], place);
    return itemOf(this.of(operand, place));
  }

  /** The types that a call results in; of a conversion, the type itself. */
  #resultsOf(call: Call, place: Place): readonly LaterType[] | undefined {
    const callee = call.function;
    const [target, indices] = callee.kind === "index" ? [callee.operand, callee.indices] : [callee, []];
    const found = resolveDeclaration(this.#packages, target, place);
    if (found?.declaration.kind === "function")
      return this.#functionOf(found, indices, call.arguments, place)?.results;
    const made = found ? undefined : this.#builtInResult(target, call, place);
    if (made) return [() => made];
    const foreign = this.#foreignResult(target, place);
    if (foreign) return [() => foreign];
    const type = this.named(callee, place);
    // Of a name outside the repository nobody knows whether it is a type or a function.
    const isType = type && (type.kind !== "named" || found || coreOf(type));
    if (isType) return [() => type];
    const value = coreOf(this.of(callee, place));
    return value?.kind === "function" ? value.results : undefined;
  }

  /** The type of a function, with what type arguments and arguments say of its type parameters. */
  #functionOf(
    found: Found<Declaration>,
    indices: readonly Expression[],
    given: readonly Expression[],
    place: Place,
  ): FunctionGoType | undefined {
    const { declaration } = found;
    if (declaration.kind !== "function") return undefined;
    if (declaration.typeParameters.length === 0)
      return this.#expressions.functionType(declaration.type, placeOf(found));
    const written = indices.map((each) => this.named(each, place));
    const values = given.map((each) =>
      each.kind === "unary" && each.operator === "..."
        ? { type: this.of(each.operand, place), isSpread: true }
        : { type: this.of(each, place), isSpread: false },
    );
    const types = typeArguments(declaration, written, values);
    return this.#expressions.functionType(
      declaration.type,
      this.#expressions.bound(declaration.typeParameters, types, placeOf(found)),
    );
  }

  /** https://go.dev/ref/spec#Built-in_functions */
  #builtInResult(callee: Expression, call: Call, place: Place): GoType | undefined {
    const [argument] = call.arguments;
    if (callee.kind !== "name" || !argument) return undefined;
    switch (callee.name) {
      case "new": {
        const element = this.named(argument, place) ?? this.of(argument, place);
        return element && { kind: "pointer", element };
      }
      case "make":
        return this.named(argument, place);
      case "append":
      case "min":
      case "max":
        return this.of(argument, place);
      case "len":
      case "cap":
      case "copy":
        return basic("int");
      default:
        return undefined;
    }
  }

  /** The result of a function outside the repository: a known one, or `NewX` by its name. */
  #foreignResult(callee: Expression, place: Place): GoType | undefined {
    if (callee.kind === "name") {
      const isDeclared = resolveName(this.#packages, callee.name, place) !== undefined;
      return isDeclared ? undefined : this.#foreign.given(foreignImports(this.#packages, place), callee.name);
    }
    if (callee.kind !== "selector") return undefined;
    const imported = importedPackage(this.#packages, callee.operand, place);
    if (!imported || (imported.content && declarationIn(imported.content, callee.name))) return undefined;
    return imported.content
      ? this.#foreign.given([imported.path], callee.name)
      : this.#foreign.resultOf(imported.path, callee.name);
  }
}
