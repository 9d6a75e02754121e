// A chart's folder as it stands on the disk.
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { HelmError } from "./run-helm.ts";

/** The files of a chart's folder as text, by their paths in it. Throws HelmError when there is no such folder. */
export async function readChartFolder(folder: string): Promise<ReadonlyMap<string, string>> {
  const decoder = new TextDecoder();
  const files = await readChartBytes(folder);
  return new Map([...files].map(([path, bytes]) => [path, decoder.decode(bytes)]));
}

/**
 * The files of a chart's folder byte for byte, by their paths in it, sorted. A symbolic link counts as what it leads to,
 * as Helm reads it. Throws HelmError when there is no such folder, or a link leads nowhere or back to where it stands.
 */
export async function readChartBytes(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const isChart = await stat(join(folder, "Chart.yaml")).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isChart) {
    throw new HelmError({
      code: "verify/no-chart",
      message: `"${folder}" holds no chart`,
      expected: "a Chart.yaml",
      hint: "Build the chart first.",
    });
  }
  const files = new Map<string, Uint8Array>();
  await collect(folder, "", [], files);
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Reads what is below `path` of `folder`; `trail` holds the folders on the way, which no link may lead back to. */
async function collect(
  folder: string,
  path: string,
  trail: readonly string[],
  files: Map<string, Uint8Array>,
): Promise<void> {
  const here = join(folder, path);
  const { dev, ino } = await stat(here);
  const identity = `${dev}:${ino}`;
  if (trail.includes(identity)) throw brokenLink(here, "a link back to a folder that it stands in");
  for (const name of await readdir(here)) {
    const inner = path === "" ? name : `${path}/${name}`;
    const found = await stat(join(folder, inner)).catch((error: NodeJS.ErrnoException) => {
      throw brokenLink(join(folder, inner), `a link that leads nowhere (${error.code})`);
    });
    if (found.isDirectory()) await collect(folder, inner, [...trail, identity], files);
    else if (found.isFile()) files.set(inner, await readFile(join(folder, inner)));
  }
}

function brokenLink(path: string, found: string): HelmError {
  return new HelmError({
    code: "verify/no-chart",
    message: `"${path}" cannot be read as a part of the chart`,
    found,
    expected: "a file or a folder",
    hint: "Remove the link, or let it lead to what is meant.",
  });
}
