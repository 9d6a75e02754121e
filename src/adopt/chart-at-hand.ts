// A chart as its user has it: a folder or an archive, rendered with real Helm under the values that the user gives.
import { hookEventsOf } from "../kubernetes/helm-hooks.ts";
import { isObject, type JsonObject, type KubernetesObject, stringField } from "../kubernetes/object.ts";
import type { Helm, Workbench } from "../verify/helm.ts";
import { partHooks, renderChart } from "../verify/render-chart.ts";
import { RenderedReader } from "../verify/rendered.ts";
import { HelmError } from "../verify/run-helm.ts";
import { parseDocument } from "../yaml/document.ts";
import { readText } from "./programs.ts";

/** A chart to adopt with. */
export interface ChartInput {
  /** A folder or a `.tgz`. */
  readonly path: string;
  /** The name of its release; the chart's own when not given. */
  readonly release?: string;
  /** Files with the user's values. */
  readonly valuesFiles?: readonly string[];
}

/** What Helm made of a chart, or why it made nothing. */
export type ChartRendering =
  | {
      readonly ok: true;
      /** Those of the release. */
      readonly objects: readonly KubernetesObject[];
      /** Those that an install deletes where they are, and makes. */
      readonly installHooks: readonly KubernetesObject[];
    }
  | { readonly ok: false; readonly words: string };

/** Where a chart is rendered for. */
interface ReleasePlace {
  readonly namespace: string;
  readonly kubeVersion?: string | undefined;
}

/** A chart that can be rendered. */
export class ChartAtHand {
  readonly input: ChartInput;
  readonly name: string;
  readonly version: string;
  readonly appVersion: string;
  /** The defaults with the user's files over them. */
  readonly values: JsonObject;
  readonly #workbench: Workbench;
  readonly #helm: Helm;
  readonly #reader = new RenderedReader();
  readonly #place: ReleasePlace;
  #count = 0;

  private constructor(
    workbench: Workbench,
    helm: Helm,
    input: ChartInput,
    facts: JsonObject,
    values: JsonObject,
    place: ReleasePlace,
  ) {
    this.#workbench = workbench;
    this.#helm = helm;
    this.#place = place;
    this.input = input;
    this.name = stringField(facts, "name") ?? "";
    this.version = stringField(facts, "version") ?? "";
    this.appVersion = stringField(facts, "appVersion") ?? "";
    this.values = values;
  }

  /** Opens a chart. Throws HelmError when there is none, or a file of values cannot be read. */
  static async open(
    workbench: Workbench,
    helm: Helm,
    input: ChartInput,
    place: ReleasePlace,
  ): Promise<ChartAtHand> {
    const facts = await showDocument(workbench, helm, "chart", input.path);
    let values = await showDocument(workbench, helm, "values", input.path);
    for (const file of input.valuesFiles ?? []) {
      values = merged(values, readDocument(await readText(file, "adopt/chart"), `"${file}"`));
    }
    return new ChartAtHand(workbench, helm, input, facts, values, place);
  }

  /** The name that its release has or gets. */
  get release(): string {
    return this.input.release ?? this.name;
  }

  /** The same chart for a release in another namespace. */
  in(namespace: string): ChartAtHand {
    const facts = { name: this.name, version: this.version, appVersion: this.appVersion };
    const place = { ...this.#place, namespace };
    return new ChartAtHand(this.#workbench, this.#helm, this.input, facts, this.values, place);
  }

  /** Renders with `values` over the user's own; `isMarked` values need not be what the schema asks for. */
  async render(values: JsonObject = {}, isMarked = false): Promise<ChartRendering> {
    const { input } = this;
    this.#count += 1;
    const name = `${this.#helm.version}/${this.release}-${this.#count}`;
    const folder = await this.#workbench.write(name, new Map([["values.json", JSON.stringify(values)]]));
    const { kubeVersion, namespace } = this.#place;
    const options = {
      release: this.release,
      namespace,
      valuesFiles: [...(input.valuesFiles ?? []), `${folder}/values.json`],
      skipSchemaValidation: isMarked,
      kubeVersion,
    };
    const rendering = await renderChart(this.#workbench, this.#helm, input.path, options, this.#reader);
    if (!rendering.ok) return rendering;
    const { objects, hooks } = partHooks(rendering.documents);
    const installHooks = hooks.filter((hook) =>
      hookEventsOf(hook).some((event) => event.endsWith("-install")),
    );
    return { ok: true, objects, installHooks };
  }
}

async function showDocument(
  workbench: Workbench,
  helm: Helm,
  what: "chart" | "values",
  path: string,
): Promise<JsonObject> {
  const outcome = await workbench.show(helm, what, path);
  if (outcome.passed) return readDocument(outcome.stdout, `the ${what} of "${path}"`);
  throw new HelmError({
    code: "adopt/chart",
    message: `"${path}" is no chart that Helm can read`,
    found: outcome.stderr.trim().split("\n").at(-1) ?? "nothing",
    expected: "a chart's folder or archive",
    hint: "Build the charts first, or fetch one with: helm pull",
  });
}

function readDocument(text: string, what: string): JsonObject {
  const read = parseDocument(text);
  const data = read.ok ? (read.document.data ?? {}) : undefined;
  if (isObject(data)) return data;
  throw new HelmError({
    code: "adopt/chart",
    message: `${what} cannot be read`,
    found: read.ok ? "something else than a map" : read.fault.message,
    expected: "one YAML document that is a map",
  });
}

/** As Helm lays values over values: maps are merged, null takes a key away. */
export function merged(values: JsonObject, over: JsonObject): JsonObject {
  const result: { [key: string]: JsonObject[string] } = { ...values };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    if (value === null) delete result[key];
    else result[key] = isObject(value) && isObject(below) ? merged(below, value) : value;
  }
  return result;
}
