// What the compiler refuses needs no cluster: each layout with each uninstall strategy, and the reason where it does not
// go. The table in docs/lifecycle.md has these reasons.

import { expect, test } from "vitest";
import { convert } from "../../src/convert.ts";
import { layoutNames, uninstallStrategies } from "../../src/project/project.ts";
import { tidegateManifests } from "./tidegate-cluster.ts";

const sources = tidegateManifests.map((path) => ({ path }));

for (const layout of layoutNames) {
  test.for(uninstallStrategies)(`${layout} compiles with %s, or says why not`, async (strategy, { task }) => {
    const { diagnostics } = await convert(sources, { name: "tidegate", layout, uninstall: { strategy } });
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    if (errors.length === 0) return;
    expect(errors).toEqual([expect.objectContaining({ code: "plan/uninstall-strategy" })]);
    task.meta.life = { kind: "refused", layout, strategy, reason: errors[0]?.found ?? "" };
  });
}
