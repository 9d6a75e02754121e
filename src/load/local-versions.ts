// Which releases of an operator there are on the disk, for sources whose path has `{version}`.
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { type NamedSource, releaseVersion, versionPlaceholder } from "../project/versions.ts";

/** The versions for which every local source is there, in no order; undefined where no local source has a version. */
export function localVersions(
  sources: readonly NamedSource[],
  folder: string,
): readonly string[] | undefined {
  const patterns = sources
    .filter(({ isUrl, hasVersion }) => hasVersion && !isUrl)
    .map(({ pattern }) => pattern);
  const [first] = patterns;
  if (first === undefined) return undefined;
  return candidates(resolve(folder, first)).filter((version) =>
    patterns.every((pattern) => existsSync(resolve(folder, pattern.replaceAll(versionPlaceholder, version)))),
  );
}

/** What the first part of a path that has the placeholder can be. */
function candidates(pattern: string): readonly string[] {
  const [before = "", after = ""] = pattern.split(versionPlaceholder, 2);
  const cut = before.lastIndexOf("/") + 1;
  const [prefix, suffix] = [before.slice(cut), after.split("/", 1)[0] ?? ""];
  try {
    return readdirSync(before.slice(0, cut) || ".").flatMap((name) => {
      if (!name.startsWith(prefix) || !name.endsWith(suffix)) return [];
      const version = name.slice(prefix.length, name.length - suffix.length);
      return releaseVersion.test(version) ? version : [];
    });
  } catch {
    return [];
  }
}
