// values.schema.json against real Helm: the chart's own values pass, wrong types and unknown keys are refused
// by name, `global` and `enabled` pass. Run on a chart without templates, so that a refusal is the schema's.
import { positionAt } from "../diagnostics/position.ts";
import type { Json } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import { type CheckedChart, filePath, toPlace } from "./place.ts";
import type { Finding, Place } from "./report.ts";
import { batchProbes, type Probe, schemaProbes, valuesWith } from "./schema-probes.ts";
import { sourceOfValue } from "./values-file.ts";
import { formatPath } from "./wording.ts";

/** Helm's verdict on a file of values. */
interface Verdict {
  readonly accepted: boolean;
  readonly message: string;
}

/** Asks Helm about `values`; they are laid over the chart's own. */
export type Judge = (values: Json) => Promise<Verdict>;

export interface SchemaResult {
  readonly chart: string;
  /** Then nothing else was tried: the rendering tells what is wrong with the chart's own values. */
  readonly refusesOwnValues: boolean;
  readonly findings: readonly Finding[];
  readonly wrongTypes: number;
  readonly wrongValues: number;
  readonly unknownKeys: number;
}

const file = "values.schema.json";
/** Searching a batch for what was not refused may take this many runs of Helm. */
const searchLimit = 60;

/** The files of a chart that has the values and the schema of `checked` and nothing to render. */
export function schemaChart(checked: CheckedChart): ReadonlyMap<string, string> {
  return new Map([
    ["Chart.yaml", "apiVersion: v2\nname: chart\nversion: 0.0.0\n"],
    ["values.yaml", checked.files.get("values.yaml") ?? ""],
    [file, checked.files.get(file) ?? ""],
  ]);
}

/** Puts the schema to the test; `judge` runs Helm on `schemaChart`. */
export async function checkSchema(checked: CheckedChart, judge: Judge): Promise<SchemaResult> {
  const chart = checked.chart.plan.name;
  const nothing = {
    chart,
    refusesOwnValues: false,
    findings: [],
    wrongTypes: 0,
    wrongValues: 0,
    unknownKeys: 0,
  };
  const text = checked.files.get(file);
  const fault = text === undefined ? `the chart has no ${file}` : jsonFault(text);
  if (text === undefined || fault !== undefined)
    return { ...nothing, findings: [finding(checked, fault ?? "")] };
  if (!(await judge({})).accepted) return { ...nothing, refusesOwnValues: true };
  const schema = parseDocument(text);
  const probes = schemaProbes(checked.chart.values, schema.ok ? schema.document.data : undefined);
  const search = new Search(judge);
  const findings = await findRefused(checked, probes, judge);
  for (const batch of batchProbes(probes)) await search.check(batch);
  const countOf = (kind: Probe["kind"]) => probes.filter((probe) => probe.kind === kind).length;
  return {
    ...nothing,
    findings: [
      ...findings,
      ...search.accepted.map((probe) => acceptedFinding(checked, probe)),
      ...unsure(checked, search),
    ],
    wrongTypes: countOf("type"),
    wrongValues: countOf("value"),
    unknownKeys: countOf("unknown-key"),
  };
}

/** Helm before 3.18 takes a schema that is no JSON for none. */
function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return `${file} is no JSON: ${error instanceof Error ? error.message : error}`;
  }
}

/** What must pass and does not. */
async function findRefused(
  checked: CheckedChart,
  probes: readonly Probe[],
  judge: Judge,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const asSubchart = await judge({ global: { chartwright: {} }, enabled: true });
  if (!asSubchart.accepted) {
    const message = `"global" and "enabled" are refused, as a parent chart may set them: ${asSubchart.message.trim()}`;
    findings.push(finding(checked, message));
  }
  const nulls = nullsInTrees(checked, probes);
  if (nulls.length === 0) return findings;
  const emptied = await judge(valuesWith(nulls.map((path) => [path, null])));
  if (!emptied.accepted) {
    findings.push(finding(checked, `null is refused in the custom resource: ${emptied.message.trim()}`));
  }
  return findings;
}

/** The typed leaves of the specs of CRs, where null means "leave it out". */
function nullsInTrees(checked: CheckedChart, probes: readonly Probe[]): readonly (readonly PathStep[])[] {
  const trees = checked.chart.values.filter((value) => value.role === "tree").map((value) => value.path);
  const optional = probes.filter(
    ({ path, optional: isOptional }) =>
      isOptional &&
      trees.some((tree) => tree.length < path.length && tree.every((key, index) => path[index] === key)),
  );
  return (batchProbes(optional)[0] ?? []).map(({ path }) => path);
}

/** Runs probes in batches and takes a batch apart only where Helm did not name one of them. */
class Search {
  readonly accepted: Probe[] = [];
  readonly unnamed: Probe[] = [];
  readonly unchecked: Probe[] = [];
  readonly #judge: Judge;
  #runs = 0;

  constructor(judge: Judge) {
    this.#judge = judge;
  }

  async check(probes: readonly Probe[]): Promise<void> {
    if (probes.length === 0) return;
    if (this.#runs >= searchLimit) {
      this.unchecked.push(...probes);
      return;
    }
    this.#runs += 1;
    const verdict = await this.#judge(valuesWith(probes.map(({ path, wrong }) => [path, wrong])));
    if (verdict.accepted) {
      this.accepted.push(...probes);
      return;
    }
    const lines = new Set(verdict.message.split("\n").map((line) => line.trim()));
    const rest = probes.filter((probe) => !isNamed(probe, verdict.message, lines));
    if (rest.length < probes.length) return this.check(rest);
    if (rest.length === 1) {
      this.unnamed.push(...rest);
      return;
    }
    const half = Math.ceil(rest.length / 2);
    await this.check(rest.slice(0, half));
    await this.check(rest.slice(half));
  }
}

/**
 * Whether Helm's message names the place: `- at '/a/b': …` since 3.18, `- a.b: …` before. An unknown key is
 * named by itself.
 */
function isNamed({ kind, path }: Probe, message: string, lines: ReadonlySet<string>): boolean {
  if (kind === "unknown-key") return message.includes(String(path.at(-1)));
  const pointer = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const starts = [`- at '${pointer}': `, `- ${path.join(".")}: `];
  for (const line of lines) if (starts.some((start) => line.startsWith(start))) return true;
  return false;
}

function acceptedFinding(checked: CheckedChart, probe: Probe): Finding {
  if (probe.kind === "unknown-key") {
    const map = probe.path.slice(0, -1);
    const where = map.length === 0 ? "at the root" : `below "${formatPath(map)}"`;
    return finding(checked, `the schema accepts an unknown key ${where}`, map);
  }
  const what = probe.kind === "type" ? "type" : "value";
  return {
    ...finding(checked, `the schema accepts a wrong ${what} for "${formatPath(probe.path)}"`, probe.path),
    found: JSON.stringify(probe.wrong),
    expected: probe.expected,
  };
}

function unsure(checked: CheckedChart, { unnamed, unchecked }: Search): readonly Finding[] {
  const warnings = unnamed.map((probe) =>
    finding(
      checked,
      `"${formatPath(probe.path)}" is refused, but Helm's message does not name it`,
      probe.path,
    ),
  );
  if (unchecked.length > 0) {
    const message = `${unchecked.length} values were not checked one by one: too many are not named in Helm's messages`;
    warnings.push(finding(checked, message));
  }
  return warnings.map((warning) => ({ ...warning, severity: "warning" }));
}

function finding(checked: CheckedChart, message: string, path: readonly PathStep[] = []): Finding {
  const source = sourceOfValue(checked, path);
  return {
    check: "schema",
    severity: "error",
    message,
    chart: checked.chart.plan.name,
    ...(path.length > 0 ? { path: formatPath(path) } : {}),
    ...(source ? { source } : {}),
    template: schemaPlace(checked, path),
  };
}

/** Where the schema speaks of `path`, or of its nearest parent. */
function schemaPlace(checked: CheckedChart, path: readonly PathStep[]): Place {
  const text = checked.files.get(file) ?? "";
  const result = parseDocument(text);
  const root = result.ok ? result.document.root : undefined;
  let node = root;
  for (const step of path) {
    const next = nodeAt(node, typeof step === "number" ? ["items"] : ["properties", step]);
    if (!next) break;
    node = next;
  }
  return toPlace(positionAt(filePath(checked, file), text, node?.start ?? 0));
}
