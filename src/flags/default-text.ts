// The default of a setting as the program's flag package prints it in its help.
import { basic, type Constant, type GoType, isNumber } from "../go/constant.ts";
import type { Evaluator } from "../go/evaluate.ts";
import type { Expression } from "../go/expression.ts";
import { formatDuration, formatFloat } from "../go/format.ts";
import type { Place } from "../go/go-file.ts";
import { toNumber } from "../go/rational.ts";
import type { SettingType } from "./setting.ts";

/** A default, or why the source does not tell it; `place` and `offset` where the reason stands elsewhere. */
export type DefaultText =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** Whether no program can have such a default: it is no value of its type. */
      readonly isRefused?: boolean;
      readonly place?: Place;
      readonly offset?: number;
    };

/** What is printed for `expression` as the default of a setting of `type`. */
export function defaultText(
  type: SettingType,
  expression: Expression | undefined,
  place: Place,
  evaluator: Evaluator,
): DefaultText {
  if (expression === undefined) return withoutExpression(type);
  const list = /^\[\](.+)$/.exec(type)?.[1];
  if (list !== undefined) return listText(list, expression, place, evaluator);
  const map = /^map\[string\](.+)$/.exec(type)?.[1];
  if (map !== undefined) return mapText(map, expression, place, evaluator);
  return scalarText(type, expression, place, evaluator);
}

function withoutExpression(type: SettingType): DefaultText {
  if (type === "count") return { ok: true, text: "0" };
  if (type === "function") return { ok: true, text: "" };
  return { ok: false, reason: "the value that is registered prints its own default" };
}

function scalarText(
  type: SettingType,
  expression: Expression,
  place: Place,
  evaluator: Evaluator,
): DefaultText {
  const evaluated = evaluator.evaluate(expression, place, goTypeOf(type));
  return evaluated.ok ? { ok: true, text: printed(type, evaluated.constant) } : evaluated;
}

/** The Go type of a default; one of a custom type is given as text. */
function goTypeOf(type: SettingType): GoType {
  if (type === "duration") {
    return { kind: "named", package: "time", name: "Duration", underlying: () => basic("int64") };
  }
  switch (type) {
    case "bool":
    case "int":
    case "int8":
    case "int16":
    case "int32":
    case "int64":
    case "uint":
    case "uint8":
    case "uint16":
    case "uint32":
    case "uint64":
    case "float32":
    case "float64":
      return basic(type);
    default:
      return basic("string");
  }
}

function printed(type: SettingType, { value }: Constant): string {
  if (!isNumber(value)) return String(value.value);
  if (type === "duration") return formatDuration(value.real.numerator);
  if (type === "float32" || type === "float64") return formatFloat(value.real, type === "float32" ? 32 : 64);
  return String(value.real.numerator);
}

/** As `pflag` prints a slice: `[a,b]`. */
function listText(type: string, expression: Expression, place: Place, evaluator: Evaluator): DefaultText {
  if (isNil(expression)) return { ok: true, text: "[]" };
  if (expression.kind !== "composite" || expression.elements.some(({ key }) => key !== undefined)) {
    return { ok: false, reason: "it is no list that is written out" };
  }
  const texts: string[] = [];
  for (const { value } of expression.elements) {
    const element = elementText(type, value, place, evaluator);
    if (!element.ok) return element;
    texts.push(element.text);
  }
  return { ok: true, text: `[${texts.join(",")}]` };
}

function elementText(type: string, value: Expression, place: Place, evaluator: Evaluator): DefaultText {
  if (!type.startsWith("float")) {
    const text = scalarText(type, value, place, evaluator);
    return text.ok ? { ok: true, text: type === "string" ? csvField(text.text) : text.text } : text;
  }
  const evaluated = evaluator.evaluate(value, place, goTypeOf(type));
  if (!evaluated.ok) return evaluated;
  const { value: number } = evaluated.constant;
  return { ok: true, text: isNumber(number) ? toNumber(number.real).toFixed(6) : "" };
}

/** As `pflag` prints a map: `[a=1,b=2]`, by key. */
function mapText(type: string, expression: Expression, place: Place, evaluator: Evaluator): DefaultText {
  if (isNil(expression)) return { ok: true, text: "[]" };
  if (expression.kind !== "composite") return { ok: false, reason: "it is no map that is written out" };
  const texts: string[] = [];
  for (const { key, value } of expression.elements) {
    if (!key) return { ok: false, reason: "an entry of the map has no key" };
    const name = scalarText("string", key, place, evaluator);
    const content = scalarText(type, value, place, evaluator);
    if (!name.ok) return name;
    if (!content.ok) return content;
    texts.push(csvField(`${name.text}=${content.text}`));
  }
  return { ok: true, text: `[${texts.toSorted().join(",")}]` };
}

function isNil(expression: Expression): boolean {
  return expression.kind === "name" && expression.name === "nil";
}

/** A field as encoding/csv writes it: in quotes where it holds what would end it, or begins with a blank. */
function csvField(text: string): string {
  return text === "\\." || /^[ \t]|[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
