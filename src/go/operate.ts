// Operators on constants, exact as the compiler's (https://go.dev/ref/spec#Constant_expressions).
import {
  type BasicName,
  basicNameOf,
  basicTypes,
  type Constant,
  type ConstantValue,
  formatType,
  isNumber,
  isReal,
  isSameType,
  type NumberValue,
  numberValue,
  Refused,
  Unresolvable,
} from "./constant.ts";
import { integerShape, represent } from "./convert.ts";
import {
  add,
  bitLength,
  compare,
  divide,
  isInteger,
  isZero,
  multiply,
  negate,
  type Rational,
  rational,
} from "./rational.ts";

/** The compiler's bounds: for the count of a shift, and for the bits of an untyped integer. */
const mostShift = 1074n;
const mostBits = 512;

/** `operator constant`. Throws Unresolvable. */
export function unary(operator: string, constant: Constant): Constant {
  const { value, type } = constant;
  if (operator === "!" && value.kind === "bool") return typed({ kind: "bool", value: !value.value }, type);
  if (operator === "+" && isNumber(value)) return constant;
  if (operator === "-" && isNumber(value)) {
    return typed(numberValue(value.kind, negate(value.real), negate(value.imaginary)), type);
  }
  if (operator === "^" && isNumber(value) && isOfIntegers(value, type)) {
    const { isUnsigned, size } = integerShape(type);
    const { numerator } = value.real;
    const all = (1n << BigInt(size)) - 1n;
    return typed(numberValue(value.kind, rational(type && isUnsigned ? all ^ numerator : ~numerator)), type);
  }
  throw new Unresolvable(`the operator ${operator} is not for ${kindOf(constant)}`);
}

function isOfIntegers({ kind }: NumberValue, type: Constant["type"]): boolean {
  return basicTypes[basicNameOf(type) ?? untypedFamily(kind)] === "integer";
}

/** `left operator right`. Throws Unresolvable. */
export function binary(operator: string, left: Constant, right: Constant): Constant {
  if (operator === "<<" || operator === ">>") return shift(operator, left, right);
  const [a, b] = unify(left, right);
  const comparison = comparisons[operator];
  if (comparison) return { value: { kind: "bool", value: comparison(order(operator, a.value, b.value)) } };
  const value = combine(operator, a, b);
  if (isNumber(value) && isInteger(value.real) && bitLength(magnitude(value.real)) > mostBits && !a.type) {
    if (value.kind === "int" || value.kind === "rune") throw new Unresolvable("the number is too large");
  }
  return typed(value, a.type);
}

/** Both operands with one type, or one kind where neither has a type. Throws Unresolvable. */
export function unify(left: Constant, right: Constant): readonly [Constant, Constant] {
  if (left.type && right.type) {
    if (isSameType(left.type, right.type)) return [left, right];
    throw new Unresolvable(`${formatType(left.type)} and ${formatType(right.type)} do not go together`);
  }
  if (left.type) return [left, represent(right, left.type)];
  if (right.type) return [represent(left, right.type), right];
  if (isNumber(left.value) && isNumber(right.value)) {
    const kind = kinds[Math.max(kinds.indexOf(left.value.kind), kinds.indexOf(right.value.kind))] ?? "int";
    return [{ value: { ...left.value, kind } }, { value: { ...right.value, kind } }];
  }
  if (left.value.kind === right.value.kind) return [left, right];
  throw new Unresolvable(`${kindOf(left)} and ${kindOf(right)} do not go together`);
}

const kinds: readonly NumberValue["kind"][] = ["int", "rune", "float", "complex"];

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "==": (order) => order === 0,
  "!=": (order) => order !== 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
};

function order(operator: string, a: ConstantValue, b: ConstantValue): number {
  if (isNumber(a) && isNumber(b)) {
    if (isReal(a) && isReal(b)) return compare(a.real, b.real);
    if (operator === "==" || operator === "!=") {
      return compare(a.real, b.real) || compare(a.imaginary, b.imaginary);
    }
  } else if (a.kind === "string" && b.kind === "string") {
    return orderOfBytes(a.value, b.value);
  } else if (a.kind === "bool" && b.kind === "bool" && (operator === "==" || operator === "!=")) {
    return Number(a.value) - Number(b.value);
  }
  throw new Unresolvable(`the operator ${operator} does not compare ${a.kind} with ${b.kind}`);
}

/** Go compares strings byte by byte, which for UTF-8 is code point by code point. */
function orderOfBytes(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  const at = left.findIndex((character, index) => character !== right[index]);
  if (at === -1) return left.length - right.length;
  return (left[at]?.codePointAt(0) ?? 0) - (right[at]?.codePointAt(0) ?? -1);
}

function combine(operator: string, left: Constant, right: Constant): ConstantValue {
  const [a, b] = [left.value, right.value];
  if (a.kind === "string" && b.kind === "string" && operator === "+") {
    return { kind: "string", value: a.value + b.value };
  }
  if (a.kind === "bool" && b.kind === "bool" && (operator === "&&" || operator === "||")) {
    return { kind: "bool", value: operator === "&&" ? a.value && b.value : a.value || b.value };
  }
  if (isNumber(a) && isNumber(b)) {
    if (isOfIntegers(a, left.type)) return numberValue(a.kind, rational(integers(operator, a.real, b.real)));
    return numbers(operator, a, b);
  }
  throw new Unresolvable(`the operator ${operator} is not for ${a.kind} and ${b.kind}`);
}

function untypedFamily(kind: NumberValue["kind"]): BasicName {
  if (kind === "complex") return "complex128";
  return kind === "float" ? "float64" : "int";
}

function integers(operator: string, left: Rational, right: Rational): bigint {
  const [a, b] = [left.numerator, right.numerator];
  if ((operator === "/" || operator === "%") && b === 0n) throw new Refused("it divides by zero");
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "&":
      return a & b;
    case "|":
      return a | b;
    case "^":
      return a ^ b;
    case "&^":
      return a & ~b;
    default:
      throw new Unresolvable(`the operator ${operator} is not for integers`);
  }
}

function numbers(operator: string, a: NumberValue, b: NumberValue): NumberValue {
  switch (operator) {
    case "+":
      return numberValue(a.kind, add(a.real, b.real), add(a.imaginary, b.imaginary));
    case "-":
      return numbers("+", a, numberValue(b.kind, negate(b.real), negate(b.imaginary)));
    case "*":
      return numberValue(
        a.kind,
        add(multiply(a.real, b.real), negate(multiply(a.imaginary, b.imaginary))),
        add(multiply(a.real, b.imaginary), multiply(a.imaginary, b.real)),
      );
    case "/": {
      const size = add(multiply(b.real, b.real), multiply(b.imaginary, b.imaginary));
      if (isZero(size)) throw new Refused("it divides by zero");
      const product = numbers("*", a, numberValue(b.kind, b.real, negate(b.imaginary)));
      return numberValue(a.kind, divide(product.real, size), divide(product.imaginary, size));
    }
    default:
      throw new Unresolvable(`the operator ${operator} is for integers`);
  }
}

/** An untyped constant that is shifted becomes an integer (https://go.dev/ref/spec#Operators). */
function shift(operator: string, left: Constant, right: Constant): Constant {
  if (left.type && !(isNumber(left.value) && isOfIntegers(left.value, left.type))) {
    throw new Unresolvable(`the operator ${operator} is not for ${kindOf(left)}`);
  }
  const [value, count] = [wholeNumber(left), wholeNumber(right)];
  if (count < 0n || count > mostShift) throw new Unresolvable("it shifts by too much");
  const result = operator === "<<" ? value << count : value >> count;
  if (bitLength(magnitude(rational(result))) > mostBits) throw new Unresolvable("the number is too large");
  const kind = left.value.kind === "rune" ? "rune" : "int";
  return typed(numberValue(kind, rational(result)), left.type);
}

function wholeNumber({ value }: Constant): bigint {
  if (isNumber(value) && isReal(value) && isInteger(value.real)) return value.real.numerator;
  throw new Unresolvable("only whole numbers shift");
}

function typed(value: ConstantValue, type: Constant["type"]): Constant {
  return type ? represent({ value }, type) : { value };
}

function magnitude(value: Rational): bigint {
  return value.numerator < 0n ? -value.numerator : value.numerator;
}

function kindOf({ value, type }: Constant): string {
  return type ? formatType(type) : value.kind;
}
