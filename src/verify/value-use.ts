// Values and their readers: every value has a template that reads it, every `.Values` in a template has an
// entry in the registry or in values.yaml.
import { listField, stringField } from "../kubernetes/object.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { parseDocument } from "../yaml/document.ts";
import { type CheckedChart, placesAt, toPlace } from "./place.ts";
import type { Finding } from "./report.ts";
import { readValueUses, type ValueRead } from "./value-reads.ts";
import { ValuesFile } from "./values-file.ts";

type Path = readonly string[];

/** The findings of one chart, made from its files as they stand. */
export function checkValueUse(checked: CheckedChart): readonly Finding[] {
  const templates = new Map(
    [...checked.files].filter(([path]) => path.startsWith("templates/")).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const { reads, faults } = readValueUses(templates);
  const entries = checked.chart.values.filter((value) => value.role !== "section");
  const file = new ValuesFile(checked);
  const chartReads = [...reads, ...readsOfChartFile(checked.files.get("Chart.yaml") ?? "")];
  return [
    ...faults.map((fault) =>
      finding(
        checked,
        `"${fault.file}" cannot be read: ${fault.message}`,
        placesAt(checked, fault.file, fault.offset),
      ),
    ),
    ...findUnread(checked, entries, file, chartReads),
    ...findUnregistered(checked, entries, file, reads),
  ];
}

/** How many values a chart has, for the report. */
export function countValues(checked: CheckedChart): number {
  return checked.chart.values.filter((value) => value.role !== "section").length;
}

function finding(checked: CheckedChart, message: string, places: Partial<Finding>): Finding {
  return { check: "value-use", severity: "error", message, chart: checked.chart.plan.name, ...places };
}

function findUnread(
  checked: CheckedChart,
  entries: readonly Value[],
  file: ValuesFile,
  reads: readonly ValueRead[],
): readonly Finding[] {
  const registered = entries
    .filter((entry) => !isRead(entry.path, reads))
    .map((entry) =>
      finding(checked, `no template reads the value "${formatValuePath(entry.path)}"`, {
        path: formatValuePath(entry.path),
        ...(entry.position ? { source: toPlace(entry.position) } : {}),
        template: file.place(entry.path),
      }),
    );
  const written = file
    .leaves()
    .filter((path) => !entries.some((entry) => startsWith(path, entry.path) || startsWith(entry.path, path)))
    .filter((path) => !isRead(path, reads))
    .map((path) =>
      finding(checked, `values.yaml sets "${formatValuePath(path)}", and no template reads it`, {
        path: formatValuePath(path),
        template: file.place(path),
      }),
    );
  return [...registered, ...written];
}

/** Read itself, as a part of a map that is read whole, or in parts. */
function isRead(path: Path, reads: readonly ValueRead[]): boolean {
  return reads.some((read) => {
    if (read.how === "named") return false;
    if (read.path.length >= path.length) return startsWith(read.path, path);
    return read.how === "whole" && startsWith(path, read.path);
  });
}

function findUnregistered(
  checked: CheckedChart,
  entries: readonly Value[],
  file: ValuesFile,
  reads: readonly ValueRead[],
): readonly Finding[] {
  const paths = new Map<string, ValueRead>();
  for (const read of reads) {
    const place = `${formatValuePath(read.path)} ${read.file} ${read.offset}`;
    if (!isEntry(read.path, entries) && !file.has(read.path)) paths.set(place, read);
  }
  return Array.from(paths.values(), (read) =>
    finding(checked, `".Values.${formatValuePath(read.path)}" is read and is no value of the chart`, {
      path: formatValuePath(read.path),
      ...placesAt(checked, read.file, read.offset),
    }),
  );
}

/** Whether `path` is a value, a part of one that its schema allows, or a map of values. */
function isEntry(path: Path, entries: readonly Value[]): boolean {
  // Helm itself provides `global` to every chart.
  if (path.length === 0 || (path.length === 1 && path[0] === "global")) return true;
  return entries.some(
    (entry) =>
      startsWith(entry.path, path) ||
      (startsWith(path, entry.path) && allows(entry.schema, path.slice(entry.path.length))),
  );
}

/** Whether a value of `schema` can have something at `path`. */
function allows(schema: unknown, path: Path): boolean {
  const [key, ...rest] = path;
  if (key === undefined || !isSchema(schema) || "$ref" in schema) return true;
  const { properties, type, additionalProperties, patternProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, key)) return allows(properties[key], rest);
  if (typeof type === "string" && type !== "object") return false;
  if (Array.isArray(type) && !type.includes("object")) return false;
  return additionalProperties !== false || patternProperties !== undefined;
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema);
}

/** Conditions of dependencies are read by Helm, and a dependency reads all that stands under its name. */
function readsOfChartFile(text: string): readonly ValueRead[] {
  const result = parseDocument(text);
  const dependencies = result.ok ? listField(result.document.data, "dependencies") : [];
  return dependencies.flatMap((dependency) => {
    const name = stringField(dependency, "alias") ?? stringField(dependency, "name") ?? "";
    const conditions = (stringField(dependency, "condition") ?? "").split(",").map((path) => path.split("."));
    return [[name], ["tags"], ["global"], ...conditions].map(
      (path): ValueRead => ({ path, how: "whole", file: "Chart.yaml", offset: 0 }),
    );
  });
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}

/** `virtOperator.image.tag`, as `--set` wants it. */
function formatValuePath(path: Path): string {
  return path.map((key) => key.replaceAll(".", "\\.")).join(".");
}
