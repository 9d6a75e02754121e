// A text beside a project file, or what stands for it.
import { readFileSync } from "node:fs";

/** The text of `file`, an absolute path; `texts` stand for files. Undefined where there is none. */
export function projectText(
  file: string,
  texts: ReadonlyMap<string, string> = new Map(),
): string | undefined {
  const given = texts.get(file);
  if (given !== undefined) return given;
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
