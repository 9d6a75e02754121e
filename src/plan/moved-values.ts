// Values that were called otherwise in an earlier version of the charts: which paths still work, and until when.
import { startsWith } from "./value-names.ts";

/** One value, or all below a path, that moved. */
export interface MovedValue {
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** The version of the charts with which it left `from`. */
  readonly since: string;
}

/** The version from which on the old path fails: the next minor one. */
export function failsFrom({ since }: MovedValue): string {
  const [major = 0, minor = 0] = numbersOf(since);
  return `${major}.${minor + 1}.0`;
}

/** The version with which what `moved` is about got the path that it has now: that of the last move of `all` to there. */
export function calledSince({ to, since }: MovedValue, all: readonly MovedValue[]): string {
  return all.findLast((one) => startsWith(to, one.to))?.since ?? since;
}

/** Whether the old path fails in `version` of the charts. */
export function isGone(moved: MovedValue, version: string): boolean {
  const [major = 0, minor = 0] = numbersOf(moved.since);
  const [nowMajor = 0, nowMinor = 0] = numbersOf(version);
  return nowMajor > major || (nowMajor === major && nowMinor > minor);
}

function numbersOf(version: string): readonly number[] {
  return version.split(/[.+-]/, 2).map(Number);
}
