// The shared case flag-values: what two providers register with Go's own flag package.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { describeWithCorpus } from "../support/corpus.ts";
import { readProjectFlags } from "./settings.ts";

describeWithCorpus("flag-values", (corpus) => {
  test("two providers have their settings, as Go computes them", () => {
    const files = ["nimbus.go", "stratus.go"].map((name) => [
      `providers/${name}`,
      readFileSync(corpus.path(`cases/flag-values/providers/${name}`), "utf8"),
    ]);
    const { groups } = readProjectFlags(Object.fromEntries(files), {
      groups: { nimbus: { files: ["providers/nimbus.go"] }, stratus: { files: ["providers/stratus.go"] } },
    });
    const shown = groups.map(({ name, settings }) => [
      name,
      Object.fromEntries(
        settings.map((setting) => [
          setting.flag,
          `${setting.type} ${setting.default}: ${setting.description}`,
        ]),
      ),
    ]);
    expect(Object.fromEntries(shown)).toEqual({
      nimbus: {
        "api-token": expect.stringContaining('Access token, "keep it secret"'),
        deadline: "duration 5m0s: Give up after this time",
        "dry-run": "bool false: Only print what would be done",
        region: "string north-1: Region to work in",
        tags: "string a=1,b=2: Comma separated key=value pairs put on each machine",
        workers: "int 8: Parallel workers",
      },
      stratus: {
        "disk-bytes": "uint64 8589934592: Disk size in bytes",
        zone: "string : Zone (required)",
      },
    });
  });
});
