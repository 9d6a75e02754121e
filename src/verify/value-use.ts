// Values and their readers: every value has a template that reads it, every `.Values` in a template has an
// entry in the registry or in values.yaml.
import { listField, stringField } from "../kubernetes/object.ts";
import { aliasesPath } from "../template/aliases.ts";
import type { JsonSchema, Value } from "../transform/value.ts";
import { parseDocument } from "../yaml/document.ts";
import { compareValues } from "./compare.ts";
import { isIgnored } from "./helm-ignore.ts";
import { type CheckedChart, placesAt, toPlace } from "./place.ts";
import type { Finding } from "./report.ts";
import { readValueUses, type ValueRead } from "./value-reads.ts";
import { ValuesFile } from "./values-file.ts";
import { describeChange, formatPath } from "./wording.ts";

type Path = readonly string[];

/** The findings of one chart, made from its files as they stand. */
export function checkValueUse(checked: CheckedChart): readonly Finding[] {
  const { reads, faults, chartReads } = usesOf(checked);
  const entries = entriesOf(checked);
  const known = [...entries, ...(checked.othersValues ?? [])];
  const file = new ValuesFile(checked);
  return [
    ...faults.map((fault) =>
      finding(
        checked,
        `"${fault.file}" cannot be read: ${fault.message}`,
        placesAt(checked, fault.file, fault.offset),
      ),
    ),
    ...entries
      .filter((entry) => isUnread(entry, chartReads))
      .map((entry) => unreadFinding(checked, entry, file)),
    ...findUnreadLeaves(checked, known, file, chartReads),
    ...findUnregistered(checked, known, file, reads),
    ...findOtherDefaults(checked, file),
  ];
}

/** The values of a chart that nothing of it reads. */
export function unreadValues(checked: CheckedChart): readonly Value[] {
  const { chartReads } = usesOf(checked);
  return entriesOf(checked).filter((entry) => isUnread(entry, chartReads));
}

function entriesOf({ chart }: CheckedChart): readonly Value[] {
  return chart.values.filter((value) => value.role !== "section");
}

/** What the templates of a chart read, and those of the charts in it; `chartReads`: with what Helm itself reads. */
function usesOf(checked: CheckedChart) {
  const own = usesIn(checked, "");
  const dependencies = readDependencies(checked);
  const reads = [...own.reads, ...dependencies.flatMap((dependency) => dependency.reads)];
  const faults = [...own.faults, ...dependencies.flatMap((dependency) => dependency.faults)];
  return { reads, faults, chartReads: [...reads, ...dependencies.flatMap(({ conditions }) => conditions)] };
}

/** The uses in the templates of the chart in `folder`, which include those of its libraries. */
function usesIn({ files }: CheckedChart, folder: string): ReturnType<typeof readValueUses> {
  const libraries = dependenciesIn(files, folder).filter(({ isLibrary }) => isLibrary);
  const folders = [folder, ...libraries.map((library) => library.folder)].map((one) => `${one}templates/`);
  const helmIgnore = files.get(".helmignore") ?? "";
  const templates = [...files]
    .filter(([path]) => folders.some((start) => path.startsWith(start)) && !isIgnored(path, helmIgnore))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return readValueUses(new Map(templates));
}

/** How many values a chart has, for the report. */
export function countValues(checked: CheckedChart): number {
  return checked.chart.values.filter((value) => value.role !== "section").length;
}

function finding(checked: CheckedChart, message: string, places: Partial<Finding>): Finding {
  return { check: "value-use", severity: "error", message, chart: checked.chart.plan.name, ...places };
}

/** What puts an alias to its value reads that value as well, and uses it for nothing. */
function isUnread({ path, readBy, aliasOf }: Value, reads: readonly ValueRead[]): boolean {
  const used = aliasOf ? reads : reads.filter(({ file }) => !file.endsWith(aliasesPath));
  return readBy === undefined && !isRead(path, used);
}

function unreadFinding(checked: CheckedChart, { path, position }: Value, file: ValuesFile): Finding {
  return finding(checked, `no template reads the value "${formatValuePath(path)}"`, {
    path: formatValuePath(path),
    ...(position ? { source: toPlace(position) } : {}),
    template: file.place(path),
  });
}

/** What values.yaml sets beside the values that are known. */
function findUnreadLeaves(
  checked: CheckedChart,
  known: readonly Value[],
  file: ValuesFile,
  reads: readonly ValueRead[],
): readonly Finding[] {
  return file
    .leaves()
    .filter((path) => !known.some((entry) => startsWith(path, entry.path) || startsWith(entry.path, path)))
    .filter((path) => !isRead(path, reads))
    .map((path) =>
      finding(checked, `values.yaml sets "${formatValuePath(path)}", and no template reads it`, {
        path: formatValuePath(path),
        template: file.place(path),
      }),
    );
}

/** What values.yaml has otherwise than the registry that it was printed from. */
function findOtherDefaults(checked: CheckedChart, file: ValuesFile): readonly Finding[] {
  const path = "values.yaml";
  if (checked.files.get(path) === checked.chart.files.get(path)) return [];
  const emitted = new ValuesFile({ ...checked, files: checked.chart.files });
  return compareValues(emitted.data, file.data)
    .filter(({ kind }) => kind !== "added")
    .map((change) =>
      finding(checked, `${path}: ${describeChange(change, emitted.data, file.data)}`, {
        path: formatPath(change.path),
        template: file.place(change.path),
        hint: "Users set values in a file of their own; what the source has is the default.",
      }),
    );
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
    // Once for each file: `with` and the dot in it are one mistake.
    const place = `${formatValuePath(read.path)} ${read.file}`;
    if (paths.has(place) || isEntry(read.path, entries) || file.has(read.path)) continue;
    paths.set(place, read);
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

interface DependencyUses extends ReturnType<typeof readValueUses> {
  /** What Helm itself reads to decide whether the dependency is there. */
  readonly conditions: readonly ValueRead[];
}

interface DeclaredDependency {
  readonly name: string;
  readonly alias: string | undefined;
  readonly condition: string;
  /** Where its files would be, with a slash at the end. */
  readonly folder: string;
  /** Whether it renders nothing itself: its named templates are the chart's that it is in. */
  readonly isLibrary: boolean;
}

/** What Chart.yaml of the chart in `parent` names. */
function dependenciesIn(files: CheckedChart["files"], parent: string): readonly DeclaredDependency[] {
  const chartFile = (folder: string) => {
    const result = parseDocument(files.get(`${folder}Chart.yaml`) ?? "");
    return result.ok ? result.document.data : undefined;
  };
  return listField(chartFile(parent), "dependencies").map((dependency) => {
    const name = stringField(dependency, "name") ?? "";
    const folder = `${parent}charts/${name}/`;
    return {
      name,
      alias: stringField(dependency, "alias"),
      condition: stringField(dependency, "condition") ?? "",
      folder,
      isLibrary: stringField(chartFile(folder), "type") === "library",
    };
  });
}

/** A bundled dependency reads below its own name, and `global`; of one that is not here all may be read. */
function readDependencies(checked: CheckedChart, parent = ""): readonly DependencyUses[] {
  const dependencies = dependenciesIn(checked.files, parent).filter(({ isLibrary }) => !isLibrary);
  return dependencies.map(({ name, alias, condition, folder }) => {
    const key = alias ?? name;
    const whole = (path: Path): ValueRead => ({ path, how: "whole", file: "Chart.yaml", offset: 0 });
    const paths = condition.split(",").map((path) => path.split("."));
    const conditions = [["tags"], ...paths].map(whole);
    if (![...checked.files.keys()].some((path) => path.startsWith(folder))) {
      return { reads: [], faults: [], conditions: [...conditions, whole([key]), whole(["global"])] };
    }
    const own = usesIn(checked, folder);
    const inside = readDependencies(checked, folder);
    const inParent = (read: ValueRead): ValueRead =>
      read.path[0] === "global" ? read : { ...read, path: [key, ...read.path] };
    return {
      reads: [...own.reads, ...inside.flatMap(({ reads }) => reads)].map(inParent),
      faults: [...own.faults, ...inside.flatMap(({ faults }) => faults)],
      conditions: [...conditions, ...inside.flatMap((dependency) => dependency.conditions).map(inParent)],
    };
  });
}

function startsWith(path: Path, prefix: Path): boolean {
  return prefix.length <= path.length && prefix.every((key, index) => path[index] === key);
}

/** `virtOperator.image.tag`, as `--set` wants it. */
function formatValuePath(path: Path): string {
  return path.map((key) => key.replaceAll(".", "\\.")).join(".");
}
