// A change for one provider is in its own files, and nowhere else in the chart: reviewers of the others need not look.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compileOverlays } from "../../src/compile-overlays.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { repositoryFolder } from "../support/repository.ts";

const providers = ["pier", "buoy", "quay", "dock"];

/** The files of the example's chart, with some text of one overlay replaced. */
function filesWith(changed: string, replacements: readonly (readonly [string, string])[] = []) {
  const overlays = providers.map((provider) => {
    const path = join(repositoryFolder, "examples/mooring/release", `${provider}.yaml`);
    let text = readFileSync(path, "utf8");
    if (provider === changed) {
      for (const [from, to] of replacements) {
        expect(text, `${provider}.yaml`).toContain(from);
        text = text.replace(from, to);
      }
    }
    return { provider, sources: [{ name: `${provider}.yaml`, text }] };
  });
  const chart = { version: "1.0.0", appVersion: "1" };
  const { chartSet, diagnostics } = compileOverlays(overlays, { name: "mooring", chart });
  if (!chartSet) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return new Map(chartSet.charts.flatMap(({ files }) => [...files]));
}

test.each<{ name: string; provider: string; replacements: readonly (readonly [string, string])[] }>([
  {
    name: "another image of the default provider",
    provider: "pier",
    replacements: [["daemon:v0.4.0", "daemon:v0.5.0-pier"]],
  },
  {
    name: "another volume",
    provider: "quay",
    replacements: [
      ["      - name: token\n", "      - name: more\n        emptyDir: {}\n      - name: token\n"],
      [
        "        - mountPath: /var/run/secrets/quay\n",
        "        - mountPath: /more\n          name: more\n$&",
      ],
    ],
  },
  {
    name: "another scalar inside",
    provider: "quay",
    replacements: [["expirationSeconds: 3600", "expirationSeconds: 7200"]],
  },
  {
    name: "another annotation and image",
    provider: "buoy",
    replacements: [
      ["buoy.example.org/lamp: green", "buoy.example.org/lamp: red"],
      ["v0.4.0-buoy", "v0.4.1-buoy"],
    ],
  },
  {
    name: "another field of an object that no other has",
    provider: "dock",
    replacements: [["  - Ingress", "  - Egress"]],
  },
])("$name ($provider) touches only files of $provider", ({ provider, replacements }) => {
  const before = filesWith(provider);
  const after = filesWith(provider, replacements);
  const touched = [...after].filter(([path, text]) => before.get(path) !== text).map(([path]) => path);
  expect(touched.length).toBeGreaterThan(0);
  expect(touched.filter((path) => !path.split(/[/.]/).some((word) => word.endsWith(provider)))).toEqual([]);
  expect([...before.keys()]).toEqual([...after.keys()]);
});
