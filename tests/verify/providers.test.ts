// Verify of charts made of overlays: each provider's objects are held against its own overlay, and findings name it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { fileTree } from "../../src/convert.ts";
import type { Finding, Report } from "../../src/verify/report.ts";
import { verify } from "../../src/verify/verify.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

function problems({ checks, objects }: Report): readonly Finding[] {
  return [...objects, ...checks].flatMap(({ findings }) => findings);
}

const partial = "templates/_provider-quay.tpl";
const faultsOfQuay = [
  {
    name: "a template that cannot be read",
    file: partial,
    from: "name: token\n",
    to: "name: {{ if }}\n",
    check: "render",
    message: "missing value for if",
  },
  {
    name: "a value that the chart does not have",
    file: partial,
    from: "path: token\n",
    to: "path: token{{ .Values.daemon.pathEnd }}\n",
    check: "value-use",
    message: '".Values.daemon.pathEnd" is read and is no value of the chart',
  },
  {
    name: "text that is no YAML",
    file: partial,
    from: "audience: quay.example.org",
    to: "audience: [quay.example.org",
    check: "lint",
    message: "daemonset-mooring-daemon.yaml",
  },
  {
    name: "a function that changes with time",
    file: partial,
    from: "audience: quay.example.org",
    to: "audience: {{ randAlpha 5 }}",
    check: "determinism",
    message: "randAlpha",
  },
  {
    name: "a default that is of another type",
    file: partial,
    from: '"tag" "v0.4.0"',
    to: '"tag" (dict "v0" "4.0")',
    check: "parity",
    message: "",
  },
  {
    name: "a setting that takes anything",
    file: "values.schema.json",
    // Without its type and its pattern.
    from: /("quay": \{[\s\S]*?"PUBLIC_BERTH": \{)[\s\S]*?(\})/,
    to: "$1$2",
    check: "schema",
    message: 'the schema accepts a wrong type for "providerConfigs.quay.PUBLIC_BERTH"',
  },
];

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

  test.each(faultsOfQuay)("is of one provider alone: $name", async ({ file, from, to, check, message }) => {
    const { chartSet } = await build("examples/mooring", repositoryFolder);
    if (!chartSet) throw new Error("no charts");
    const folder = temporaryFolder();
    writeTree(folder, fileTree(chartSet));
    const path = join(folder, "mooring", file);
    const text = readFileSync(path, "utf8");
    const edited = text.replace(from, to);
    expect(edited).not.toBe(text);
    writeFileSync(path, edited);
    const options = { helms: [helm.path], folders: new Map([["mooring", join(folder, "mooring")]]) };

    expect(problems(await verify(chartSet, { ...options, provider: "dock" }))).toEqual([]);
    expect(problems(await verify(chartSet, { ...options, provider: "quay" }))).toContainEqual(
      expect.objectContaining({ check, message: expect.stringContaining(message) }),
    );
  });

  test("refuses a provider that the charts do not have", async () => {
    const { chartSet } = await build("examples/mooring", repositoryFolder);
    if (!chartSet) throw new Error("no charts");
    await expect(async () => verify(chartSet, { helms: [helm.path], provider: "pyre" })).rejects.toThrow(
      'the charts know no provider "pyre"',
    );
  });
});
