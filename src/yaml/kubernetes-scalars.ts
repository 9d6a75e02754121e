// How Kubernetes types a plain scalar. Helm, kubectl and the API server read YAML through sigs.k8s.io/yaml,
// a fork of go-yaml v2, which is neither YAML 1.1 nor 1.2: `yes` is true, 0775 is 509, 12:30:45 and
// 2001-01-01 are strings. tests/oracle/yaml-scalars.test.ts holds these rules against real Helm.
const trueWords = new Set(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]);
const falseWords = new Set(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]);
const nullWords = new Set(["", "~", "null", "Null", "NULL"]);
const infinities = new Set([".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"]);
const notNumbers = new Set([".nan", ".NaN", ".NAN"]);

/** go-yaml removes underscores, then reads with Go's base prefixes; a leading 0 alone means octal. */
const integer = /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|0[0-7]*|[1-9][0-9]*)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** The value of a plain scalar as Kubernetes reads it: null, boolean, number, or the text itself. */
export function resolvePlainScalar(source: string): null | boolean | number | string {
  if (!/^[-+.~0-9nNyYtTfFoO]/.test(source)) return source === "" ? null : source;
  if (nullWords.has(source)) return null;
  if (trueWords.has(source)) return true;
  if (falseWords.has(source)) return false;
  return resolveNumber(source) ?? source;
}

/**
 * The value of a scalar with a tag, quoted or not, or undefined where the text is none of that type. Kubernetes
 * takes no notice of tags that it does not know.
 */
export function resolveTaggedScalar(
  tag: string,
  source: string,
): null | boolean | number | string | undefined {
  const value = resolvePlainScalar(source);
  switch (tag.replace(/^!<tag:yaml\.org,2002:(.*)>$/, "!!$1")) {
    case "!!null":
      return value === null ? value : undefined;
    case "!!bool":
      return typeof value === "boolean" ? value : undefined;
    case "!!int":
      return Number.isInteger(value) ? value : undefined;
    case "!!float":
      return typeof value === "number" ? value : undefined;
    case "!!binary":
      return decodeBase64(source);
    default:
      return source;
  }
}

function resolveNumber(source: string): number | undefined {
  if (infinities.has(source)) return source.startsWith("-") ? -Infinity : Infinity;
  if (notNumbers.has(source)) return Number.NaN;
  if (!/^[-+.0-9]/.test(source)) return undefined;
  // Underscores go; behind a leading point only those between digits.
  const plain = source
    .replace(source.startsWith(".") ? /(?<=[0-9])_(?=[0-9])/g : /_/g, "")
    .replace(/^([-+]?0)([XOB])/, (_, zero, base) => zero + base.toLowerCase());
  const whole = integer.test(plain) ? readInteger(plain) : undefined;
  if (whole !== undefined) return whole;
  // What is too large for 64 bits is read as a decimal fraction, or stays text.
  const fraction = float.test(plain) ? Number(plain) : Infinity;
  return Number.isFinite(fraction) ? fraction : undefined;
}

/**
 * The decimal digits of a plain scalar that Kubernetes reads as an integer of 64 bits and that a float64 may not hold
 * to the last digit; undefined for any other.
 */
export function digitsBeyondFloat(source: string): string | undefined {
  const value = resolvePlainScalar(source);
  if (typeof value !== "number" || !Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
  const plain = source.replace(/[_+]/g, "").replace(/^-/, "").toLowerCase();
  if (!integer.test(plain)) return undefined;
  const magnitude = BigInt(/^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain);
  const exact = source.startsWith("-") ? -magnitude : magnitude;
  return exact >= -(2n ** 63n) && exact < 2n ** 63n ? String(exact) : undefined;
}

/**
 * The decimal digits of a whole number as Kubernetes reads it from a plain scalar, in whatever way it is written: an
 * integer of 64 bits to the last digit, any other as the shortest digits of a float64, as JSON from Go and JavaScript
 * has them. Undefined for what is no whole number.
 */
export function exactInteger(source: string): string | undefined {
  const value = resolvePlainScalar(source);
  if (typeof value !== "number" || !Number.isInteger(value)) return undefined;
  return digitsBeyondFloat(source) ?? String(value);
}

/** An integer of 64 bits, with or without sign; undefined for a larger one. */
function readInteger(text: string): number | undefined {
  const negative = text.startsWith("-");
  const magnitude = text.replace(/^[-+]/, "");
  const octal = /^0[0-7]+$/.test(magnitude);
  const digits = octal ? `0o${magnitude.slice(1)}` : magnitude;
  const value = Number(digits);
  if (!Number.isSafeInteger(value) && BigInt(digits) >= 2n ** (negative ? 63n : 64n) + (negative ? 1n : 0n)) {
    return undefined;
  }
  return negative ? 0 - value : value;
}

/** The text in base64, as Go's decoder takes it: with padding, line breaks left out. */
function decodeBase64(source: string): string | undefined {
  const input = source.replace(/[\r\n]/g, "");
  if (input.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(input)) return undefined;
  return new TextDecoder().decode(Uint8Array.from(atob(input), (character) => character.charCodeAt(0)));
}
