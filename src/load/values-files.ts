// The values files of a project's providers, in which people write.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The texts of `<provider>.yaml` and `<provider>-secrets.yaml` in `folder`, by provider; none without the folder. */
export function readValuesFiles(
  folder: string,
): ReadonlyMap<string, { readonly settings?: string; readonly secrets?: string }> {
  const found = new Map<string, { settings?: string; secrets?: string }>();
  for (const name of namesIn(folder)) {
    const [, provider = "", secrets] = /^(.+?)(-secrets)?\.yaml$/.exec(name) ?? [];
    if (provider === "") continue;
    const text = readFileSync(join(folder, name), "utf8");
    found.set(provider, { ...found.get(provider), [secrets ? "secrets" : "settings"]: text });
  }
  return found;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? entry.name : [],
    );
  } catch {
    return [];
  }
}
