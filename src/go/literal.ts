// Literals → constants (https://go.dev/ref/spec#Lexical_elements). The grammar has checked their form.
import { type Constant, numberValue, Unresolvable } from "./constant.ts";
import type { Literal } from "./expression.ts";
import { multiply, type Rational, rational, zero } from "./rational.ts";

/** The untyped constant that a literal stands for. Throws Unresolvable. */
export function literalConstant({ type, text }: Literal): Constant {
  switch (type) {
    case "number":
      return { value: numberOf(text.replaceAll("_", "")) };
    case "rune": {
      const [rune = 0] = runesOf(text.slice(1, -1), (bytes) => bytes[0] ?? 0);
      return { value: numberValue("rune", rational(BigInt(rune))) };
    }
    case "string":
      return { value: { kind: "string", value: unquote(text.slice(1, -1)) } };
    case "raw-string":
      return { value: { kind: "string", value: text.slice(1, -1).replaceAll("\r", "") } };
  }
}

function numberOf(text: string): Constant["value"] {
  if (text.endsWith("i")) return numberValue("complex", zero, imaginaryPart(text.slice(0, -1)));
  return isFloat(text)
    ? numberValue("float", floatOf(text.toLowerCase()))
    : numberValue("int", rational(integerOf(text.toLowerCase())));
}

function isFloat(text: string): boolean {
  return /^0x/i.test(text) ? /[.p]/i.test(text) : /[.e]/i.test(text);
}

/** For old programs `0123i` is decimal, although `0123` is octal. */
function imaginaryPart(text: string): Rational {
  if (/^\d+$/.test(text)) return rational(BigInt(text.replace(/^0+(?=\d)/, "")));
  return isFloat(text) ? floatOf(text.toLowerCase()) : rational(integerOf(text.toLowerCase()));
}

function integerOf(text: string): bigint {
  return BigInt(/^0\d/.test(text) ? `0o${text.slice(1)}` : text);
}

/** Larger exponents make numbers that nobody can wait for; Go has a limit as well. */
const largestExponent = 10_000;

function floatOf(text: string): Rational {
  const isHex = text.startsWith("0x");
  const [mantissa = "", exponentText = "0"] = (isHex ? text.slice(2) : text).split(isHex ? "p" : "e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const digits = `${whole}${fraction}` || "0";
  const exponent = Number(exponentText);
  if (Math.abs(exponent) > largestExponent) throw new Unresolvable("its exponent is too large");
  const base = isHex ? 16n : 10n;
  const value = rational(isHex ? BigInt(`0x${digits}`) : BigInt(digits), base ** BigInt(fraction.length));
  const power = (isHex ? 2n : 10n) ** BigInt(Math.abs(exponent));
  return multiply(value, exponent < 0 ? rational(1n, power) : rational(power));
}

const escapes: Readonly<Record<string, number>> = { a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** The code points of the text between quotes. `\x` and octal escapes are bytes; `onBytes` makes runes of a run. */
function runesOf(text: string, onBytes: (bytes: readonly number[]) => number): readonly number[] {
  const runes: number[] = [];
  const pattern = /\\(?:x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))|[^\\]/gsu;
  for (const [character, hex, octal, short, long, letter] of text.matchAll(pattern)) {
    if (hex !== undefined) runes.push(onBytes([Number.parseInt(hex, 16)]));
    else if (octal !== undefined) runes.push(onBytes([Number.parseInt(octal, 8)]));
    else if (short !== undefined || long !== undefined) runes.push(Number.parseInt(short ?? long ?? "", 16));
    else if (letter !== undefined) runes.push(escapes[letter] ?? letter.codePointAt(0) ?? 0);
    else runes.push(character.codePointAt(0) ?? 0);
  }
  return runes;
}

/** The text of an interpreted string; its bytes must be text, since nothing else can be shown or set. */
function unquote(text: string): string {
  if (!text.includes("\\")) return text;
  const encoder = new TextEncoder();
  const bytes: number[] = [];
  // A byte escape is kept apart from code points by its sign.
  for (const rune of runesOf(text, ([byte = 0]) => -1 - byte)) {
    if (rune < 0) bytes.push(-1 - rune);
    else bytes.push(...encoder.encode(String.fromCodePoint(rune)));
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes));
  } catch {
    throw new Unresolvable("it is not UTF-8 text");
  }
}
