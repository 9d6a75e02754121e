// How Kubernetes types a plain scalar. Helm, kubectl and the API server read YAML through sigs.k8s.io/yaml,
// a fork of go-yaml v2, which is neither YAML 1.1 nor 1.2: `yes` is true, 0775 is 509, 12:30:45 and
// 2001-01-01 are strings. tests/oracle/yaml-scalars.test.ts holds these rules against real Helm.
import {
  binaryTag,
  defineScalarTag,
  mapTag,
  mergeTag,
  NOT_RESOLVED,
  type ScalarTagDefinition,
  Schema,
  seqTag,
  strTag,
} from "js-yaml";

const trueWords = new Set(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"]);
const falseWords = new Set(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"]);
const nullWords = new Set(["", "~", "null", "Null", "NULL"]);
const infinities = new Set([".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"]);
const notNumbers = new Set([".nan", ".NaN", ".NAN"]);

const digits = "0123456789".split("");
const signs = ["+", "-"];
/** go-yaml removes underscores, then reads with Go's base prefixes; a leading 0 alone means octal. */
const integer = /^[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|0b[01]+|0[0-7]*|[1-9][0-9]*)$/;
const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

/** The value of a plain scalar as Kubernetes reads it: null, boolean, number, or the text itself. */
export function resolvePlainScalar(source: string): null | boolean | number | string {
  if (nullWords.has(source)) return null;
  if (trueWords.has(source)) return true;
  if (falseWords.has(source)) return false;
  const number = resolveNumber(source);
  return number === undefined ? source : number;
}

function resolveNumber(source: string): number | undefined {
  if (infinities.has(source)) return source.startsWith("-") ? -Infinity : Infinity;
  if (notNumbers.has(source)) return Number.NaN;
  if (!/^[-+.0-9]/.test(source)) return undefined;
  const plain = source
    .replaceAll("_", "")
    .replace(/^([-+]?0)([XOB])/, (_, zero, base) => zero + base.toLowerCase());
  if (integer.test(plain)) return readInteger(plain);
  return float.test(plain) ? Number(plain) : undefined;
}

function readInteger(text: string): number {
  const negative = text.startsWith("-");
  const magnitude = text.replace(/^[-+]/, "");
  const octal = /^0[0-7]+$/.test(magnitude);
  const value = Number(octal ? `0o${magnitude.slice(1)}` : magnitude);
  return negative ? -value : value;
}

function scalarTag<Result>(
  tagName: string,
  firstChars: readonly string[],
  isResult: (value: unknown) => value is Result,
): ScalarTagDefinition<Result> {
  return defineScalarTag<Result>(tagName, {
    implicit: true,
    implicitFirstChars: firstChars,
    resolve: (source) => {
      const value = resolvePlainScalar(source);
      return isResult(value) ? value : NOT_RESOLVED;
    },
    identify: () => false,
  });
}

const isNull = (value: unknown): value is null => value === null;
const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isInteger = (value: unknown): value is number => Number.isInteger(value);

/** The js-yaml schema that reads a document as Kubernetes does; merge keys and `!!binary` included. */
export const kubernetesSchema: Schema = new Schema([
  mapTag,
  seqTag,
  strTag,
  mergeTag,
  binaryTag,
  scalarTag("tag:yaml.org,2002:null", ["", "~", "n", "N"], isNull),
  scalarTag("tag:yaml.org,2002:bool", "yYnNtTfFoO".split(""), isBoolean),
  scalarTag("tag:yaml.org,2002:int", [...digits, ...signs], isInteger),
  scalarTag("tag:yaml.org,2002:float", [...digits, ...signs, "."], isNumber),
]);
