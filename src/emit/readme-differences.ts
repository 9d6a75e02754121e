// The README's last part: where the rendered chart differs from the operator's manifests on purpose.
import { formatReference } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type Difference, listedDifferences } from "../transform/chart-template.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { code, markdownText } from "./markdown.ts";

/** An object of the source with its differences, as transform and emit have it. */
export interface Differing {
  readonly manifest: Manifest;
  readonly differences: readonly Difference[];
}

/** Reasons beyond this number are counted. */
const mostReasons = 25;
const mostPlaces = 3;

interface Group {
  readonly reason: string;
  readonly places: Set<string>;
  readonly objects: Set<Manifest>;
  count: number;
}

/** The differences, one line for each reason. */
export function differencesSection(facts: ChartFacts, objects: readonly Differing[]): string {
  const { set } = facts;
  const added = group(objects, ({ source }) => source === undefined);
  const changed = group(objects, ({ source, rendered }) => source !== undefined && rendered !== undefined);
  const removed = group(objects, ({ source, rendered }) => source !== undefined && rendered === undefined);
  const leftOut = set.leftOut.map(
    ({ manifest, reason }) => `- ${code(formatReference(manifest.reference))}: ${markdownText(reason)}`,
  );
  const parts = [
    ...list("Added:", added),
    ...list("Changed:", changed),
    ...list("Left out:", removed, facts.chart.role === "crds" ? [] : leftOut),
  ];
  return [
    "## Differences from the operator's manifests",
    `With its default values and in the namespace ${code(facts.namespace)}, the chart renders the operator's published manifests, object for object, but for what is listed here.`,
    ...(parts.length === 0 ? ["Nothing differs."] : parts),
  ].join("\n\n");
}

function group(
  objects: readonly Differing[],
  belongs: (difference: Difference) => boolean,
): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const object of objects) {
    for (const difference of listedDifferences(object).filter(belongs)) {
      note(groups, difference.reason, object.manifest, difference.path.join("."));
    }
  }
  return groups;
}

function note(groups: Map<string, Group>, reason: string, manifest: Manifest, place: string): void {
  const known = groups.get(reason) ?? { reason, places: new Set(), objects: new Set(), count: 0 };
  known.places.add(place);
  known.objects.add(manifest);
  known.count += 1;
  groups.set(reason, known);
}

function list(title: string, groups: Map<string, Group>, first: readonly string[] = []): readonly string[] {
  const all = [...groups.values()];
  const lines = [...first, ...all.slice(0, mostReasons).map(line)];
  const hidden = all.length - mostReasons;
  if (hidden > 0) lines.push(`- and ${hidden} more reasons`);
  return lines.length === 0 ? [] : [[title, "", ...lines].join("\n")];
}

function line({ reason, places, objects, count }: Group): string {
  const shown = [...places].slice(0, mostPlaces).map(code).join(", ");
  const more = places.size > mostPlaces ? ", …" : "";
  const [only] = objects;
  const where =
    objects.size === 1 && only ? code(formatReference(only.reference)) : `${objects.size} objects`;
  return `- ${shown}${more} (${count} in ${where}): ${markdownText(reason)}`;
}
