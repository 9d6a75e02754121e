// What a chart depends on in two releases.
import { type Json, type JsonObject, jsonEqual, listField, stringField } from "../kubernetes/object.ts";
import type { PathStep } from "../yaml/tree.ts";
import type { ChartPair, ReleasedChart } from "./chart-release.ts";
import { finding, type Place, type UpgradeFinding } from "./finding.ts";
import { placeInText } from "./text-place.ts";

/** A dependency as Chart.yaml names it. */
interface Dependency {
  readonly content: Json;
  readonly version: string;
  readonly place: Place;
}

/** The dependencies that are new, gone or other ones, by the names that their values have. */
export function compareDependencies({ older, newer }: ChartPair): readonly UpgradeFinding[] {
  const [before, after] = [dependenciesOf(older), dependenciesOf(newer)];
  const names = new Set([...after.keys(), ...before.keys()]);
  return [...names].flatMap((name) => compareOne(newer.name, name, before.get(name), after.get(name)) ?? []);
}

function compareOne(
  chart: string,
  name: string,
  then: Dependency | undefined,
  now: Dependency | undefined,
): UpgradeFinding | undefined {
  const details = {
    subject: `Chart ${chart}`,
    path: `dependencies[${name}]`,
    ...(then ? { before: then.content, older: then.place } : {}),
    ...(now ? { after: now.content, newer: now.place } : {}),
  };
  if (!then)
    return finding("chart/dependency-added", { ...details, message: `The chart depends on "${name}".` });
  if (!now) {
    return finding("chart/dependency-removed", {
      ...details,
      message: `The chart does not depend on "${name}" any more.`,
      action: "Look for what of your values and objects is about it.",
    });
  }
  if (jsonEqual(then.content, now.content)) return undefined;
  const versions = then.version === now.version ? "" : `: version ${now.version} instead of ${then.version}`;
  return finding("chart/dependency-changed", {
    ...details,
    message: `The dependency "${name}" is another one${versions}.`,
  });
}

function dependenciesOf({
  name: chart,
  metadata,
  chartFile,
}: ReleasedChart): ReadonlyMap<string, Dependency> {
  return new Map(
    listField(metadata, "dependencies").map((content, index) => {
      const path: readonly PathStep[] = ["dependencies", index];
      const version = stringField(content, "version") ?? "";
      return [
        nameOf(content as JsonObject),
        { content, version, place: placeInText(chart, "Chart.yaml", chartFile, path) },
      ];
    }),
  );
}

function nameOf(dependency: JsonObject): string {
  return stringField(dependency, "alias") ?? stringField(dependency, "name") ?? "";
}
