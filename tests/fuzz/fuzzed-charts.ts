// The charts of one manifest under changes of their values: renders each with Helm 3 and 4, and says what is wrong.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import type { Chart, ChartSet } from "../../src/emit/chart.ts";
import type { Json, JsonObject } from "../../src/kubernetes/object.ts";
import type { RenderedDocument } from "../../src/verify/rendered.ts";
import { checkSchema } from "../../src/verify/schema.ts";
import { valuesWith } from "../../src/verify/schema-probes.ts";
import type { ObjectRules } from "../support/object-rules.ts";
import type { Rendered, RenderedPart, RenderServer } from "../support/render-server.ts";
import { differencesOfHelms, promises, refusal, schemaWords } from "./judgement.ts";
import { changeBetween, documentsOf, outside, short } from "./rendered-change.ts";
import {
  type ChartValues,
  type Choice,
  chartValues,
  drawn,
  mergedValues,
  overlaid,
  overrideOf,
  withItemsOf,
} from "./value-changes.ts";
import { scopeOf } from "./value-scope.ts";

/** What renders and judges. */
export interface Oracles {
  readonly helms: readonly [RenderServer, RenderServer];
  readonly rules: ObjectRules;
}

/** What came of a change. */
export interface Outcome {
  readonly kind: "alone" | "together" | "wrong";
  readonly what: string;
  readonly faults: readonly string[];
  /** Whether the schema refused it: it was no value after all. */
  readonly isRefused: boolean;
  /** How many wrong values were tried at once. */
  readonly wrongs?: number;
}

/** A change that was drawn, to be tried when its turn comes. */
export type Trial = () => Promise<Outcome>;

/** What a chart renders with some values. */
export interface DrawnRendering {
  readonly what: string;
  readonly documents: readonly RenderedDocument[];
}

interface OpenChart {
  readonly chart: Chart;
  readonly numbers: readonly [number, number];
  readonly values: ChartValues;
  readonly document: JsonObject;
}

/** The rules of a CRD that are no part of values.schema.json: CEL, and lists that are maps or sets. */
export const beyondSchema: RegExp = /failed rule|Duplicate value|no such key|forbidden|Forbidden|rule/;

export class FuzzedCharts {
  readonly #set: ChartSet;
  readonly #oracles: Oracles;
  readonly #charts: readonly OpenChart[];
  /** Where the charts are installed. */
  readonly namespace: string;
  readonly #judged = new WeakMap<RenderedPart, readonly string[]>();
  readonly #befores = new Map<string, Promise<Rendered>>();
  renderings = 0;

  private constructor(set: ChartSet, oracles: Oracles, charts: readonly OpenChart[]) {
    this.#set = set;
    this.#oracles = oracles;
    this.#charts = charts;
    const { sourceNamespace = "" } = set.plan.operator;
    // A placeholder for one is none.
    this.namespace = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(sourceNamespace) ? sourceNamespace : "fuzz";
  }

  /** Writes the charts into `folder`, and looks at what they render as they are. */
  static async open(set: ChartSet, folder: string, oracles: Oracles): Promise<FuzzedCharts> {
    const charts: OpenChart[] = [];
    for (const chart of set.charts) {
      const place = join(folder, chart.plan.name);
      for (const [path, text] of chart.files) {
        mkdirSync(dirname(join(place, path)), { recursive: true });
        writeFileSync(join(place, path), text);
      }
      const [helm3, helm4] = oracles.helms;
      charts.push({
        chart,
        numbers: [await helm3.open(place), await helm4.open(place)],
        values: chartValues(chart),
        document: JSON.parse(chart.files.get("values.schema.json") ?? "{}") as JsonObject,
      });
    }
    const opened = new FuzzedCharts(set, oracles, charts);
    await opened.#define();
    return opened;
  }

  /** Each value alone, `draws` times with different values. */
  alone(seed: number, draws: number): readonly Trial[] {
    return this.#charts.flatMap((open) =>
      open.values.choices.flatMap((choice, index) =>
        Array.from({ length: draws }, (_, draw): Trial => {
          const own = seed + 7919 * index + draw;
          return () => this.#try(open, [choice], own);
        }),
      ),
    );
  }

  /** Several values at once. */
  together(seed: number, count: number): readonly Trial[] {
    const filled = this.#charts.filter(({ values }) => values.choices.length > 1);
    return Array.from({ length: filled.length === 0 ? 0 : count }, (_, index): Trial => {
      const open = filled[index % filled.length] as OpenChart;
      const { choices } = open.values;
      const picks = fc.sample(fc.uniqueArray(fc.nat(choices.length - 1), { minLength: 2, maxLength: 6 }), {
        numRuns: 1,
        seed: seed + index,
      })[0];
      const chosen = (picks ?? []).map((pick) => choices[pick] as Choice).filter(isAlone);
      return () => this.#try(open, chosen, seed + index);
    });
  }

  /**
   * Values of a wrong type, outside of their choices or their range, and no values at all: the schema must refuse each and
   * name its place. Many are asked at once, as `chartwright verify` does.
   */
  wrongTypes(): readonly Trial[] {
    return this.#charts.flatMap((open) =>
      ([0, 1] as const).map(
        (helm): Trial =>
          async () => {
            const { chart } = open;
            const judge = async (values: Json) => {
              const rendered = await this.#renderWith(helm, open, values);
              return rendered.ok || !schemaWords.test(rendered.error)
                ? { accepted: true, message: "" }
                : { accepted: false, message: rendered.error };
            };
            const result = await checkSchema({ chart, files: chart.files, folder: undefined }, judge);
            const errors = result.findings.filter(({ severity }) => severity === "error");
            const found = errors.map(({ message, found: wrong }) => `${message}: ${wrong}`);
            const faults = result.refusesOwnValues ? ["the schema refuses the chart's own values"] : found;
            const wrongs = result.wrongTypes + result.wrongValues + result.unknownKeys;
            const what = `${chart.plan.name}: wrong values, Helm ${helm + 3}`;
            return { kind: "wrong", what, faults, isRefused: faults.length === 0, wrongs };
          },
      ),
    );
  }

  /** What the charts render as they are, and after each of `count` changes of one or a few of their values. */
  async drawnRenderings(seed: number, count: number): Promise<readonly DrawnRendering[]> {
    const drawings: DrawnRendering[] = [];
    const add = async (open: OpenChart, values: Json) => {
      const rendered = await this.#renderWith(0, open, values);
      const what = `${open.chart.plan.name}: ${short(values)}`;
      if (rendered.ok) drawings.push({ what, documents: documentsOf(rendered.parts) });
    };
    for (const open of this.#charts) await add(open, {});
    const filled = this.#charts.filter(({ values }) => values.choices.length > 0);
    for (let index = 0; filled.length > 0 && index < count; index += 1) {
      const open = filled[index % filled.length] as OpenChart;
      const own = seed + 104729 * index;
      const picks = fc.array(fc.constantFrom(...open.values.choices), { minLength: 1, maxLength: 4 });
      const chosen = (fc.sample(picks, { numRuns: 1, seed: own })[0] ?? []).filter(isAlone);
      await add(open, this.#changed(open, chosen, own).values);
    }
    return drawings;
  }

  /** The CRDs of all charts, and what the API server has against the objects as the source has them. */
  async #define(): Promise<void> {
    const documents: RenderedDocument[] = [];
    for (const open of this.#charts) {
      const [rendered] = await this.#render(open, {});
      if (rendered?.ok) documents.push(...documentsOf(rendered.parts));
    }
    const crds = documents.flatMap(({ object }) =>
      object?.kind === "CustomResourceDefinition" ? [object] : [],
    );
    await this.#oracles.rules.define(crds);
  }

  /** What Helm 3 renders without the change. */
  #before(open: OpenChart, values: Json): Promise<Rendered> {
    const key = `${open.chart.plan.name} ${JSON.stringify(values)}`;
    const known = this.#befores.get(key);
    if (known) return known;
    const made = this.#renderWith(0, open, values);
    this.#befores.set(key, made);
    return made;
  }

  #renderWith(helm: 0 | 1, { numbers }: OpenChart, values: Json): Promise<Rendered> {
    this.renderings += 1;
    const request = { values, release: this.#set.plan.name, namespace: this.namespace, includeCRDs: true };
    return this.#oracles.helms[helm].render(numbers[helm], request);
  }

  #render(open: OpenChart, values: Json): Promise<readonly [Rendered, Rendered]> {
    return Promise.all([this.#renderWith(0, open, values), this.#renderWith(1, open, values)]);
  }

  async #try(open: OpenChart, choices: readonly Choice[], seed: number): Promise<Outcome> {
    const known = choices.map((choice) => ({
      choice,
      scope: scopeOf(this.#set, open.chart, choice.entry.path),
    }));
    const unknown = known.filter(({ scope }) => !scope).map(({ choice }) => choice.path.join("."));
    const kind = choices.length === 1 ? "alone" : "together";
    const outcome = (what: string, faults: readonly string[], isRefused = false) =>
      ({ kind, what, faults, isRefused }) as const;
    if (unknown.length > 0) return outcome(unknown.join(", "), ["nobody says what the value changes"]);
    const scopes = known.flatMap(({ scope }) => scope ?? []);
    const { beside, values } = this.#changed(open, choices, seed);
    const what = `${open.chart.plan.name}: ${short(values)}`;
    const before = await this.#before(open, beside);
    const [helm3, helm4] = await this.#render(open, values);
    if (!before.ok) return outcome(what, [`without the change: ${before.error}`]);
    if (!helm3.ok || !helm4.ok) {
      const words = refusal(helm3, helm4);
      return outcome(what, words === undefined ? [] : [words], words === undefined);
    }
    const faults = [
      ...differencesOfHelms(helm3.parts, helm4.parts),
      ...outside(changeBetween(before.parts, helm3.parts), scopes),
      ...(await this.#invalid(before.parts, helm3.parts)),
    ];
    const [only] = known;
    if (known.length === 1 && only?.scope) {
      const setting = {
        choice: only.choice,
        scope: only.scope,
        base: mergedValues(open.values.defaults, beside),
        values,
      };
      faults.push(...promises(setting, before.parts, helm3.parts));
    }
    return outcome(what, faults);
  }

  /** The values of a change, and those that must be set for it to count. */
  #changed(open: OpenChart, choices: readonly Choice[], seed: number): { beside: Json; values: Json } {
    const scopes = choices.flatMap(({ entry }) => scopeOf(this.#set, open.chart, entry.path) ?? []);
    const beside = valuesWith(
      scopes.flatMap((scope) => (scope.beside ?? []).map((one) => [one.path, one.value] as const)),
    );
    const given = choices.map((choice, index) =>
      overrideOf(open.values, open.document, choice.path, drawn(choice.values, seed + index), seed),
    );
    return { beside, values: withItemsOf(beside, given.reduce<Json>(overlaid, beside)) };
  }

  /** What the API server has against documents that are new. */
  async #invalid(
    before: readonly RenderedPart[],
    after: readonly RenderedPart[],
  ): Promise<readonly string[]> {
    const parts = after.filter((part) => !before.includes(part) && !this.#judged.has(part));
    const documents = documentsOf(parts);
    const found = await this.#oracles.rules.judge(
      documents.map(({ object }) => object ?? null),
      this.namespace,
    );
    const own = new Set(await this.#faultsBefore(before.filter((part) => !after.includes(part))));
    return documents.flatMap(({ templatePath }, index) =>
      (found[index] ?? [])
        .filter((fault) => !own.has(fault) && !beyondSchema.test(fault))
        .map((fault) => `the API server refuses ${templatePath}: ${fault}`),
    );
  }

  /** What it already has against the source's own. */
  async #faultsBefore(parts: readonly RenderedPart[]): Promise<readonly string[]> {
    const unknown = parts.filter((part) => !this.#judged.has(part));
    for (const part of unknown) {
      const objects = documentsOf([part]).map(({ object }) => object ?? null);
      const found = await this.#oracles.rules.judge(objects, this.namespace);
      this.#judged.set(
        part,
        found.flatMap((faults) => faults ?? []),
      );
    }
    return parts.flatMap((part) => this.#judged.get(part) ?? []);
  }
}

/** Whether the first choice of its value: two of one value would hide each other. */
function isAlone(choice: Choice, index: number, all: readonly Choice[]): boolean {
  return all.findIndex(({ entry }) => entry === choice.entry) === index;
}
