// Verify of charts made of overlays: each provider's objects are held against its own overlay, and findings name it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { fileTree } from "../../src/convert.ts";
import { verify } from "../../src/verify/verify.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

describeWithEachHelm("verify of overlays", (helm) => {
  test("names the provider whose file was edited, and leaves the others alone", async () => {
    const { chartSet } = await build("examples/mooring", repositoryFolder);
    if (!chartSet) throw new Error("no charts");
    const folder = temporaryFolder();
    writeTree(folder, fileTree(chartSet));
    const file = join(folder, "mooring/templates/_provider-quay.tpl");
    const text = readFileSync(file, "utf8");
    expect(text).toContain("mountPath: /var/run/secrets/quay");
    writeFileSync(file, text.replace("/var/run/secrets/quay", "/var/run/key"));
    const options = { helms: [helm.path], folders: new Map([["mooring", join(folder, "mooring")]]) };

    const report = await verify(chartSet, options);
    const findings = [
      ...report.objects.flatMap((object) => object.findings),
      ...report.checks.flatMap((check) => check.findings),
    ];
    expect(findings).toMatchObject([
      {
        check: "parity",
        object: { kind: "DaemonSet", name: "mooring-daemon" },
        path: "spec.template.spec.containers[0].volumeMounts[0].mountPath",
        found: '"/var/run/key"',
        expected: '"/var/run/secrets/quay"',
        source: { file: "release/quay.yaml" },
        template: { file: expect.stringContaining("daemonset-mooring-daemon.yaml") },
        only: ["for quay"],
      },
    ]);
    expect((await verify(chartSet, { ...options, provider: "pier" })).summary.passed).toBe(true);
    expect((await verify(chartSet, { ...options, provider: "quay" })).summary.passed).toBe(false);
  });

  test("refuses a provider that the charts do not have", async () => {
    const { chartSet } = await build("examples/mooring", repositoryFolder);
    if (!chartSet) throw new Error("no charts");
    await expect(async () => verify(chartSet, { helms: [helm.path], provider: "pyre" })).rejects.toThrow(
      'the charts know no provider "pyre"',
    );
  });
});
