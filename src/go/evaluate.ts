// The value of an expression, as the compiler would find it: constants only, since what a variable or a function
// gives is known to the running program alone.

import { builtIns } from "./built-ins.ts";
import {
  basic,
  basicNameOf,
  type Constant,
  type GoType,
  isNumber,
  numberValue,
  Refused,
  Unresolvable,
} from "./constant.ts";
import { convert, represent } from "./convert.ts";
import type { Call, Expression, Name, Selector } from "./expression.ts";
import type { ConstantDeclaration, Declaration, Place } from "./go-file.ts";
import { literalConstant } from "./literal.ts";
import { placeOf, resolveMember, resolveName } from "./names.ts";
import { binary, unary } from "./operate.ts";
import type { Found, GoPackages } from "./packages.ts";
import { rational } from "./rational.ts";
import { coreOf, withoutPointer } from "./selection.ts";
import { isStandard, standardConstant } from "./standard-library.ts";
import type { GoTypes } from "./types.ts";

/** A constant, or why there is none; `place` and `offset` where the reason stands elsewhere. */
export type Evaluation =
  | { readonly ok: true; readonly constant: Constant }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether the compiler would refuse it; otherwise it may have a value that only the running program knows. */
      readonly isRefused?: boolean;
      readonly place?: Place;
      readonly offset?: number;
    };

/** Where an expression stands, and the value of iota there. */
interface ConstantPlace extends Place {
  readonly iota?: number;
}

export class Evaluator {
  readonly #packages: GoPackages;
  readonly #types: GoTypes;
  /** Constants that are being worked out: one that needs itself has no value. */
  readonly #open = new Set<Declaration>();

  constructor(packages: GoPackages, types: GoTypes) {
    this.#packages = packages;
    this.#types = types;
  }

  /** The value of `expression`, as a value of `type` where that is given. Never throws on bad input. */
  evaluate(expression: Expression, place: Place, type?: GoType): Evaluation {
    try {
      const constant = this.#constant(expression, place);
      return { ok: true, constant: type ? represent(constant, type) : constant };
    } catch (error) {
      if (!(error instanceof Unresolvable)) throw error;
      return {
        ok: false,
        reason: error.message,
        ...(error instanceof Refused ? { isRefused: true } : {}),
        ...(error.place ? { place: error.place } : {}),
        ...(error.offset === undefined ? {} : { offset: error.offset }),
      };
    }
  }

  #constant(expression: Expression, place: ConstantPlace): Constant {
    switch (expression.kind) {
      case "literal":
        return literalConstant(expression);
      case "name":
        return this.#named(expression, place);
      case "selector":
        return this.#member(expression, place);
      case "unary":
        if (expression.operator === "*" || expression.operator === "&") break;
        return unary(expression.operator, this.#constant(expression.operand, place));
      case "binary":
        return binary(
          expression.operator,
          this.#constant(expression.left, place),
          this.#constant(expression.right, place),
        );
      case "call":
        return this.#call(expression, place);
      case "other":
        throw new Unresolvable(`${article(expression.what)} is no constant`);
      default:
        break;
    }
    throw new Unresolvable("it is no constant");
  }

  #named({ name }: Name, place: ConstantPlace): Constant {
    const found = resolveName(this.#packages, name, place);
    if (found) return this.#declared(found, name);
    const standard = place.file.imports
      .filter((each) => each.name === ".")
      .map(({ path }) => standardConstant(path, name, this.#packages.build))
      .find((constant) => constant !== undefined);
    if (standard) return standard;
    if (name === "true" || name === "false") return { value: { kind: "bool", value: name === "true" } };
    if (name === "iota" && place.iota !== undefined) {
      return { value: numberValue("int", rational(BigInt(place.iota))) };
    }
    if (name === "nil") throw new Unresolvable("nil is no constant");
    throw new Unresolvable(`"${name}" is not declared in the files of this build`);
  }

  #member(selector: Selector, place: Place): Constant {
    const member = resolveMember(this.#packages, selector, place);
    if (!member) throw new Unresolvable("a field or a method's result is known to the running program alone");
    const { imported, found } = member;
    const name = `${imported.path}.${selector.name}`;
    if (found) return this.#declared(found, name);
    if (imported.content) throw new Unresolvable(`"${name}" is not declared in the files of this build`);
    const standard = standardConstant(imported.path, selector.name, this.#packages.build);
    if (standard) return standard;
    throw new Unresolvable(
      isStandard(imported.path)
        ? `"${name}" is of Go's standard library, and none of the constants that are known of it`
        : `the package "${imported.path}" is not in the repository`,
    );
  }

  #declared(found: Found<Declaration>, name: string): Constant {
    const { declaration, file } = found;
    if (declaration.kind !== "constant") {
      const what = declaration.kind === "other" ? "variable" : declaration.kind;
      const reason = `"${name}" is a ${what}; its value is known to the running program alone`;
      throw new Unresolvable(
        what === "variable" ? reason : `"${name}" is a ${what}`,
        { file },
        declaration.start,
      );
    }
    if (this.#open.has(declaration)) {
      throw new Unresolvable(`"${name}" needs its own value`, { file }, declaration.start);
    }
    this.#open.add(declaration);
    try {
      return this.#valueOf(declaration, placeOf(found));
    } catch (error) {
      if (!(error instanceof Unresolvable) || error.place) throw error;
      const Kind = error instanceof Refused ? Refused : Unresolvable;
      throw new Kind(`"${name}": ${error.message}`, { file }, declaration.start);
    } finally {
      this.#open.delete(declaration);
    }
  }

  #valueOf({ value, type, iota }: ConstantDeclaration, place: Place): Constant {
    if (!value) throw new Unresolvable("it has no value");
    const constant = this.#constant(value, { ...place, iota });
    if (!type) return constant;
    return represent(constant, this.#type(type, place));
  }

  #type(expression: Expression, place: Place): GoType {
    const type = this.#types.named(expression, place);
    if (!type) throw new Unresolvable("its type cannot be found in the repository");
    return type;
  }

  /** The length of an array, whatever is in it: it is constant where nothing must be called to have the array. */
  #arrayLength([given]: readonly Expression[], place: Place): bigint | undefined {
    if (!given || isComputed(given)) return undefined;
    const type = coreOf(withoutPointer(coreOf(this.#types.of(given, place))));
    if (type?.kind !== "list" || !type.length) return undefined;
    const { expression, place: there } = type.length;
    if (expression.kind !== "composite") return this.#index(expression, there);
    let [next, length] = [0n, 0n];
    for (const { key } of expression.elements) {
      next = (key ? this.#index(key, there) : next) + 1n;
      if (next > length) length = next;
    }
    return length;
  }

  #index(expression: Expression, place: Place): bigint {
    const { value } = represent(this.#constant(expression, place), basic("int"));
    return isNumber(value) ? value.real.numerator : 0n;
  }

  /** A conversion, or one of the functions that give constants (https://go.dev/ref/spec#Built-in_functions). */
  #call({ function: callee, arguments: given }: Call, place: ConstantPlace): Constant {
    const isBuiltIn = callee.kind === "name" && resolveName(this.#packages, callee.name, place) === undefined;
    if (isBuiltIn && (callee.name === "len" || callee.name === "cap")) {
      const length = this.#arrayLength(given, place);
      if (length !== undefined) return { value: numberValue("int", rational(length)), type: basic("int") };
    }
    const builtIn = isBuiltIn ? builtIns[callee.name] : undefined;
    if (builtIn) return builtIn(given.map((argument) => this.#constant(argument, place)));
    const type = this.#types.named(callee, place);
    const [argument] = given;
    if (type && basicNameOf(type) !== undefined && argument && given.length === 1) {
      return convert(this.#constant(argument, place), type);
    }
    throw new Unresolvable("what a function gives is known to the running program alone");
  }
}

/** Whether an expression calls something or waits for it; a conversion looks the same. */
function isComputed(expression: Expression): boolean {
  switch (expression.kind) {
    case "call":
      return true;
    case "unary":
      return expression.operator === "<-" || isComputed(expression.operand);
    case "composite":
      return expression.elements.some(({ value }) => isComputed(value));
    case "selector":
    case "index":
    case "slice":
    case "assertion":
      return isComputed(expression.operand);
    default:
      return false;
  }
}

function article(what: string): string {
  return `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
}
