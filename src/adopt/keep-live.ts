// The values that make a chart render what is live, proven by rendering with them.
import type { KubernetesObject } from "../kubernetes/object.ts";
import { HelmError } from "../verify/run-helm.ts";
import type { ChartAtHand, ChartRendering } from "./chart-at-hand.ts";
import { newSettings, settingsFor, type ValueSetting, withSettings } from "./kept-values.ts";
import type { LiveIndex } from "./live-index.ts";
import { type LivePair, wantedFields } from "./object-adoption.ts";
import { type OptionalObjects, renderedKey, traceValues } from "./trace-values.ts";

/** What a chart renders for an install. */
export type RenderedChart = Omit<Extract<ChartRendering, { ok: true }>, "ok">;

/** A chart, what it renders by itself, and what it could render. */
export interface OpenChart {
  readonly chart: ChartAtHand;
  readonly base: RenderedChart;
  readonly optional: readonly OptionalObjects[];
}

/** A chart as it would be installed: with the values that keep what is live. */
export interface KeptChart {
  readonly chart: ChartAtHand;
  /** The chart's objects without the values that keep fields, by key. */
  readonly first: ReadonlyMap<string, KubernetesObject>;
  readonly objects: readonly KubernetesObject[];
  readonly installHooks: readonly KubernetesObject[];
  readonly settings: readonly ValueSetting[];
}

/** Finds the values. */
export async function keepLive({ chart, base, optional }: OpenChart, live: LiveIndex): Promise<KeptChart> {
  const switches = optional
    .filter(({ objects }) => objects.some((object) => live.find(object) !== undefined))
    .map(({ setting }) => setting);
  const switched = switches.length === 0 ? base : rendered(chart, await renderWith(chart, switches));
  const { objects } = switched;
  const first = new Map(objects.map((object) => [renderedKey(object), object]));
  const pairs = objects.flatMap((object): readonly LivePair[] => {
    const found = live.find(object);
    return found ? [{ chart: object, live: found }] : [];
  });
  const wanted = pairs.map((pair) => ({ pair, fields: wantedFields(pair) }));
  if (wanted.every(({ fields }) => fields.length === 0)) {
    return { chart, first, ...switched, settings: switches };
  }

  const bindings = await traceValues(chart, switches);
  const settings = wanted.flatMap(({ pair, fields }) =>
    fields.flatMap(
      (field) => settingsFor(field, bindings.get(renderedKey(pair.chart)) ?? [], pair.live, pair.chart) ?? [],
    ),
  );
  const accepted = await acceptedSettings(chart, switches, newSettings(settings, chart.values));
  const final = rendered(chart, await renderWith(chart, accepted));
  return { chart, first, ...final, settings: accepted };
}

/** Those that the chart and its schema take: all of them, or one after the other. */
async function acceptedSettings(
  chart: ChartAtHand,
  switches: readonly ValueSetting[],
  settings: readonly ValueSetting[],
): Promise<readonly ValueSetting[]> {
  const all = [...switches, ...settings];
  if ((await renderWith(chart, all)).ok) return all;
  let accepted = switches;
  for (const setting of settings) {
    const candidate = [...accepted, setting];
    if ((await renderWith(chart, candidate)).ok) accepted = candidate;
  }
  return accepted;
}

function renderWith(chart: ChartAtHand, settings: readonly ValueSetting[]): Promise<ChartRendering> {
  return chart.render(withSettings({}, settings));
}

/** What Helm rendered. Throws HelmError when it refused the chart. */
export function rendered(chart: ChartAtHand, rendering: ChartRendering): RenderedChart {
  if (rendering.ok) return { objects: rendering.objects, installHooks: rendering.installHooks };
  throw new HelmError({
    code: "adopt/chart",
    message: `Helm does not render the chart "${chart.name}"`,
    found: rendering.words,
    hint: "Give the values that it asks for with --values.",
  });
}
