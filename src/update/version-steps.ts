// The versions of an update: the release and what follows it in the project file, the charts' own, and the changelog's entry.
import { compare as compareVersions, valid as validVersion } from "semver";
import { failsFrom } from "../plan/moved-values.ts";
import type { ChangelogEntry } from "../project/changelog.ts";
import type { ProjectEdit } from "../project/edit-project.ts";
import type { Project } from "../project/project.ts";
import { joinValuePath } from "../project/values.ts";
import { nextChartVersion } from "../upgrade/chart-version.ts";
import type { ValueMove } from "../upgrade/moved-values.ts";
import type { ReleaseChange, ReleaseItem } from "../upgrade/release-change.ts";

/** The release in the project file, and the operator's version where it was the release's. */
export function releaseEdits(project: Project, from: string | undefined, to: string): readonly ProjectEdit[] {
  const appVersion = followed(project.chart?.appVersion, from, to);
  return [
    { path: ["version"], value: to, after: "name" },
    ...(appVersion === undefined ? [] : [{ path: ["chart", "appVersion"], value: appVersion }]),
  ];
}

/** `version`, which follows a release with a `v` in front or without, for another one; undefined where it does not. */
function followed(version: string | undefined, from: string | undefined, to: string): string | undefined {
  if (version === undefined || from === undefined) return undefined;
  if (version === from) return to;
  return `v${version}` === from && to.startsWith("v") ? to.slice(1) : undefined;
}

/** What to know of an operator's version that does not follow the release. */
export function appVersionRemarks(
  { chart }: Project,
  from: string | undefined,
  to: string,
): readonly string[] {
  const version = chart?.appVersion;
  if (version === undefined || from === to || followed(version, from, to) !== undefined) return [];
  return [`chart.appVersion is ${version}, which is not the release: it stays.`];
}

export interface ChartVersionStep {
  readonly before: string;
  readonly after: string;
  readonly edits: readonly ProjectEdit[];
  readonly remarks: readonly string[];
}

/** The version of the charts: raised in the project file, or, where that has none, the operator's own. */
export function chartVersionStep(
  { chart, version: release }: Project,
  published: string | undefined,
  compiled: string,
  change: ReleaseChange | undefined,
): ChartVersionStep {
  const written = chart?.version;
  const before = written ?? published ?? compiled;
  if (!change) return { before, after: compiled, edits: [], remarks: [] };
  const asked = nextChartVersion(before, change.bump);
  if (written !== undefined) {
    return { before, after: asked, edits: [{ path: ["chart", "version"], value: asked }], remarks: [] };
  }
  const isEnough = validVersion(before) === null || compareVersions(compiled, asked) >= 0;
  const whose = release === undefined ? "no version of their own" : "the operator's version";
  const remark = `The charts have ${whose}, ${compiled}, where the change is a ${change.bump} one: write chart.version to choose it.`;
  return { before, after: compiled, edits: [], remarks: isEnough ? [] : [remark] };
}

function movedItem({ from, to }: ValueMove, version: string): ReleaseItem {
  const [old, now] = [from, to].map(joinValuePath);
  const until = failsFrom({ from, to, since: version });
  return {
    kind: "changed",
    text: `Value \`${old}\` is \`${now}\` now; the old path works until ${until}.`,
  };
}

/** What the changelog says of the update. */
export function entryOf(
  { name }: Project,
  step: {
    readonly from: string | undefined;
    readonly to: string | undefined;
    readonly change: ReleaseChange | undefined;
    readonly moves: readonly ValueMove[];
    readonly version: string;
  },
  date: string,
): ChangelogEntry {
  const { from, to, change, moves, version } = step;
  if (!change) {
    return { version, date, introduction: `The charts of ${[name, to ?? []].flat().join(" ")}.`, items: [] };
  }
  const words = { major: "A major version", minor: "A minor version", patch: "A patch" }[change.bump];
  return {
    version,
    date,
    introduction: `${words}: ${change.reason}.`,
    items: [
      ...(from === to ? [] : [{ kind: "changed" as const, text: `${name} ${from} → ${to}.` }]),
      ...moves.map((move) => movedItem(move, version)),
      ...change.items,
    ],
  };
}
