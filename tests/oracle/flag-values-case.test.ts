// The shared case flag-values, sentence by sentence: two providers that register their settings with Go's own flag
// package become one chart.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build } from "../../src/build.ts";
import { fileTree } from "../../src/convert.ts";
import { field, objectField } from "../../src/kubernetes/object.ts";
import { verify } from "../../src/verify/verify.ts";
import { call } from "../cli/called.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { makeFolder } from "../support/temporary-folder.ts";
import { objectsOf } from "./rendered-charts.ts";

const project = `apiVersion: chartwright/v1
kind: ChartProject
name: cloud-agent
sources: [{ path: input.yaml }]
flags:
  groups:
    nimbus: { files: [go/nimbus.go], envPrefix: NIMBUS_ }
    stratus: { files: [go/stratus.go], envPrefix: STRATUS_ }
providers:
  default: nimbus
  configMap: cloud-settings
  variable: PROVIDER
  secret: cloud-secret
`;

describeWithCorpus("flag-values", (corpus) => {
  const source = (path: string) => readFileSync(corpus.path(`cases/flag-values/${path}`), "utf8");
  let folder: string;

  beforeAll(async () => {
    folder = makeFolder();
    writeFiles(folder, {
      "chartwright.yaml": project,
      "input.yaml": source("input.yaml"),
      "go/nimbus.go": source("providers/nimbus.go"),
      "go/stratus.go": source("providers/stratus.go"),
    });
    expect(await call(["flags", "values"], { folder })).toMatchObject({ code: 0, stderr: "" });
    const { chartSet, diagnostics } = await build(".", folder);
    if (!chartSet) throw new Error(JSON.stringify(diagnostics));
    writeTree(join(folder, "charts"), fileTree(chartSet));
  }, 60_000);

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("six settings and two, with types, defaults, descriptions and required marks; one is a secret", () => {
    const files = readFiles(folder);
    const nimbus = files["providers/nimbus.yaml"] ?? "";
    for (const line of [
      '# NIMBUS_REGION: "north-1"',
      '# NIMBUS_WORKERS: "8"',
      '# NIMBUS_DRY_RUN: "false"',
      '# NIMBUS_DEADLINE: "5m0s"',
      '# NIMBUS_TAGS: "a=1,b=2"',
      "## Comma separated key=value pairs put on each machine",
      "## Type: duration.",
    ])
      expect(nimbus).toContain(line);
    expect(nimbus).not.toContain("TOKEN");
    expect(files["providers/nimbus-secrets.yaml"]).toContain(
      '    ## Access token, "keep it secret"\n    NIMBUS_API_TOKEN: ""\n',
    );
    expect(files["providers/stratus.yaml"]).toContain('# STRATUS_DISK_BYTES: "8589934592"\n');
    // The description says already that it must be set.
    expect(files["providers/stratus.yaml"]).toContain('    ## Zone (required)\n    STRATUS_ZONE: ""\n');
    expect(files["providers/stratus-secrets.yaml"]).toBeUndefined();
    const schema = JSON.parse(files["charts/cloud-agent/values.schema.json"] ?? "");
    const settings = field(schema, "properties", "providerConfigs", "properties");
    expect(Object.keys(objectField(settings, "nimbus", "properties")).toSorted()).toEqual([
      ...["NIMBUS_DEADLINE", "NIMBUS_DRY_RUN", "NIMBUS_REGION", "NIMBUS_TAGS", "NIMBUS_WORKERS", "PROVIDER"],
    ]);
    expect(field(settings, "stratus", "properties", "STRATUS_DISK_BYTES", "minimum")).toBe(0);
  });

  test("a changed default fails the drift check until the values are made anew", async () => {
    const changed = source("providers/nimbus.go").replace("2*4", "3*4");
    writeFiles(folder, { "go/nimbus.go": changed });
    const check = await call(["flags", "check"], { folder });
    expect(check.code).toBe(1);
    expect(check.stderr).toContain("providers/nimbus.yaml: NIMBUS_WORKERS\n");
    expect((await call(["flags", "check", "--group", "stratus"], { folder })).code).toBe(0);
    expect((await call(["flags", "values"], { folder })).code).toBe(0);
    expect((await call(["flags", "check"], { folder })).code).toBe(0);
  });

  describeWithEachHelm("its chart", (helm) => {
    const chart = () => join(folder, "charts/cloud-agent");
    const render = async (...flags: readonly string[]) => {
      const { status, stdout, stderr } = await helm.template(["probe", chart(), ...flags]);
      return { status, stderr, objects: status === 0 ? objectsOf(stdout) : {} };
    };
    const held = (objects: ReturnType<typeof objectsOf>, kind: string, name: string) =>
      objectField(objects[`${kind} default/${name}`], "data");

    test("is verified, for the default provider with its sources and for the other without", async () => {
      const { chartSet } = await build(".", folder);
      if (!chartSet) throw new Error("no charts");
      const options = { helms: [helm.path], folders: new Map([["cloud-agent", chart()]]) };
      for (const provider of [undefined, "nimbus", "stratus"]) {
        const report = await verify(chartSet, provider === undefined ? options : { ...options, provider });
        expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
        const parity = report.checks.find(({ check }) => check === "parity")?.status;
        expect(parity).toBe(provider === "stratus" ? "skipped" : "passed");
      }
    });

    test("renders with the file of each provider, once what is required is filled in", async () => {
      expect((await render("--values", join(folder, "providers/nimbus.yaml"))).status).toBe(0);
      const stratus = ["--values", join(folder, "providers/stratus.yaml")];
      expect((await render(...stratus)).stderr).toContain("STRATUS_ZONE");
      const { objects } = await render(...stratus, "--set", "providerConfigs.stratus.STRATUS_ZONE=z");
      expect(held(objects, "ConfigMap", "cloud-settings")).toEqual({
        PROVIDER: "stratus",
        STRATUS_ZONE: "z",
      });
    });

    test("takes values as they are, and the token into the Secret or into an existing one", async () => {
      const odd = 'a "b": #c \\d\ne';
      const file = join(folder, "odd.json");
      const configs = { nimbus: { NIMBUS_REGION: odd, NIMBUS_TAGS: "k=v,l=#" } };
      const secrets = { nimbus: { NIMBUS_API_TOKEN: odd } };
      writeFileSync(file, JSON.stringify({ providerConfigs: configs, providerSecrets: secrets }));
      const { objects } = await render("--values", file);
      expect(held(objects, "ConfigMap", "cloud-settings")).toEqual({
        PROVIDER: "nimbus",
        NIMBUS_REGION: odd,
        NIMBUS_TAGS: "k=v,l=#",
      });
      const token = held(objects, "Secret", "cloud-secret")["NIMBUS_API_TOKEN"];
      expect(Buffer.from(String(token), "base64").toString()).toBe(odd);
      const existing = ["--set", "secrets.mode=reference,secrets.existingSecretName=mine"];
      const referring = (await render("--values", file, ...existing)).objects;
      expect(Object.keys(referring).filter((name) => name.startsWith("Secret "))).toEqual([]);
      expect(
        field(
          referring["DaemonSet default/cloud-agent"],
          "spec",
          "template",
          "spec",
          "containers",
          0,
          "envFrom",
        ),
      ).toContainEqual({ secretRef: { name: "mine", optional: true } });
      const refused = await render("--set", "providerConfigs.nimbus.NIMBUS_API_TOKEN=x");
      expect(refused.stderr).toContain("NIMBUS_API_TOKEN");
    });
  });
});
