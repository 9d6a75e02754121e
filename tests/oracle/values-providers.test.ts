// The example for several providers through real Helm: one value chooses, settings arrive as given, Secrets come from
// where the mode says, and Pods start again when what they read is another.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { compileMooring, renderMooring, secretsIn, settingsIn, tryMooring } from "./mooring.ts";
import type { CompiledCharts, Objects } from "./rendered-charts.ts";

let charts: CompiledCharts;
beforeAll(async () => {
  charts = await compileMooring();
}, 120_000);
afterAll(() => charts.remove());

const daemon = "DaemonSet mooring-system/mooring-daemon";
const image = ["--set", "providerConfigs.quay.BOAT_IMAGE=x"];
const keys = ["--set", "providerSecrets.quay.QUAY_KEY=a,providerSecrets.quay.QUAY_KEY_ID=b"];
const quay = ["--set", "provider=quay", ...image, ...keys];
const checksum = (objects: Objects) =>
  field(objects[daemon], "spec", "template", "metadata", "annotations", "checksum/settings");
const sources = (objects: Objects) =>
  field(objects[daemon], "spec", "template", "spec", "containers", 0, "envFrom");
const volumes = (objects: Objects) => field(objects[daemon], "spec", "template", "spec", "volumes");

describeWithEachHelm("a chart for several providers", (helm) => {
  const render = (...flags: readonly string[]) => renderMooring(helm, charts, flags);
  const refusal = async (...flags: readonly string[]) => {
    const { status, stderr } = await tryMooring(helm, charts, flags);
    expect(status).not.toBe(0);
    return stderr;
  };

  test("holds the source's own settings for the default provider", async () => {
    expect(settingsIn(await render())).toEqual({
      MOORING_PROVIDER: "pier",
      PIER_ADDRESS: "rope+ssh://harbour@192.0.2.1/pier?wait=1",
      PIER_POOL: "default",
      CHARTER: "",
      SEALED: "false",
    });
  });

  test("renders a provider's settings and leaves the others to the program", async () => {
    const objects = await render(...quay);
    expect(settingsIn(objects)).toEqual({ MOORING_PROVIDER: "quay", BOAT_IMAGE: "x" });
    expect(secretsIn(objects, "mooring-credentials")).toEqual({
      QUAY_KEY: Buffer.from("a"),
      QUAY_KEY_ID: Buffer.from("b"),
    });
    expect(secretsIn(objects, "mooring-ssh-key")).toBeUndefined();
  });

  test.each<{ name: string; flags: readonly string[]; setting: string; arrives: string | undefined }>([
    {
      name: "a large number",
      flags: ["--set", "K.BOATS_PER_NODE=1000000"],
      setting: "BOATS_PER_NODE",
      arrives: "1000000",
    },
    {
      name: "a large number of JSON",
      flags: ["--set-json", "K.BOATS_PER_NODE=1000000"],
      setting: "BOATS_PER_NODE",
      arrives: "1000000",
    },
    { name: "a text of digits", flags: ["--set", "K.BOAT_SIZE=007"], setting: "BOAT_SIZE", arrives: "007" },
    { name: "a truth", flags: ["--set", "K.SEALED=true"], setting: "SEALED", arrives: "true" },
    {
      name: "a word that YAML takes for a truth",
      flags: ["--set", "K.BOAT_SIZE=on"],
      setting: "BOAT_SIZE",
      arrives: "on",
    },
    { name: "a fraction", flags: ["--set-json", "K.RESERVE=0.5"], setting: "RESERVE", arrives: "0.5" },
    {
      name: "a duration",
      flags: ["--set", "K.ANSWER_TIMEOUT=1h30m"],
      setting: "ANSWER_TIMEOUT",
      arrives: "1h30m",
    },
    { name: "a list", flags: ["--set", "K.TAGS={a,b,3}"], setting: "TAGS", arrives: "a,b,3" },
    { name: "a map", flags: ["--set", "K.TAGS.b=2,K.TAGS.a=x"], setting: "TAGS", arrives: "a=x,b=2" },
    {
      name: "the comma form",
      flags: ["--set-literal", "K.TAGS=a=x,b=2"],
      setting: "TAGS",
      arrives: "a=x,b=2",
    },
    {
      name: "JSON",
      flags: ["--set-literal", 'K.CHARTER={"a": ["\\", "{{ x }}"]}'],
      setting: "CHARTER",
      arrives: '{"a": ["\\", "{{ x }}"]}',
    },
    {
      name: "the text that Helm takes out",
      flags: ["--set-literal", "K.CHARTER=<no value>"],
      setting: "CHARTER",
      arrives: "<no value>",
    },
    { name: "null", flags: ["--set", "K.BOAT_SIZE=null"], setting: "BOAT_SIZE", arrives: undefined },
    {
      name: "the provider's own name for itself",
      flags: ["--set", "K.MOORING_PROVIDER=quay-2"],
      setting: "MOORING_PROVIDER",
      arrives: "quay-2",
    },
  ])("$name arrives as it is", async ({ flags, setting, arrives }) => {
    const given = flags.map((flag) => flag.replaceAll("K.", "providerConfigs.quay."));
    expect(settingsIn(await render(...quay, ...given))[setting]).toBe(arrives);
  });

  test.each<{ name: string; flags: readonly string[]; words: readonly string[] }>([
    { name: "a provider that is none", flags: ["--set", "provider=sea"], words: ["provider", "quay"] },
    {
      name: "a setting of no provider",
      flags: ["--set", "providerConfigs.pier.PEIR_POOL=a"],
      words: ["PEIR_POOL"],
    },
    {
      name: "a secret among the settings",
      flags: ["--set", "providerConfigs.quay.QUAY_KEY=a"],
      words: ["QUAY_KEY"],
    },
    {
      name: "a port that is none",
      flags: ["--set", "providerConfigs.buoy.BUOY_PORT=70000"],
      words: ["BUOY_PORT"],
    },
    {
      name: "a port of text that is none",
      flags: ["--set-string", "providerConfigs.pier.BOAT_PORT=15150x"],
      words: ["BOAT_PORT"],
    },
    {
      name: "a truth that Go does not read",
      flags: ["--set-string", "providerConfigs.pier.SEALED=on"],
      words: ["SEALED"],
    },
    {
      name: "a duration without a unit",
      flags: ["--set", "providerConfigs.pier.ANSWER_TIMEOUT=90"],
      words: ["ANSWER_TIMEOUT"],
    },
    {
      name: "a negative number of boats",
      flags: ["--set", "providerConfigs.pier.BOATS_PER_NODE=-1"],
      words: ["BOATS_PER_NODE"],
    },
    {
      name: "a comma in a list's item",
      flags: ["--set-json", 'providerConfigs.buoy.BUOYS=["a,b"]'],
      words: ["BUOYS"],
    },
    { name: "a mode that is none", flags: ["--set", "secrets.mode=vault"], words: ["mode", "external"] },
    {
      name: "external Secrets without a store",
      flags: ["--set", "secrets.mode=external"],
      words: ["secretStoreRef"],
    },
    { name: "no mode", flags: ["--set", "secrets.mode=null"], words: ["secrets.mode", "external"] },
  ])("$name is refused by name", async ({ flags, words }) => {
    const stderr = await refusal(...flags);
    for (const word of words) expect(stderr).toContain(word);
  });

  const beyond = "9007199254740993";
  test.each<{ name: string; flags: readonly string[]; file?: string }>([
    {
      name: "in quotes",
      flags: ["-f", "-"],
      file: `providerConfigs: { quay: { TAGS: { a: "${beyond}" }, CHARTER: "${beyond}" } }`,
    },
    {
      name: "with --set",
      flags: [
        "--set",
        `providerConfigs.quay.CHARTER=${beyond}`,
        "--set",
        `providerConfigs.quay.TAGS.a=${beyond}`,
      ],
    },
  ])("an integer beyond 2^53 arrives $name", async ({ flags, file }) => {
    const objects = await renderMooring(helm, charts, [...quay, ...flags], file);
    expect(settingsIn(objects)).toMatchObject({ TAGS: `a=${beyond}`, CHARTER: beyond });
  });

  test.each([
    { name: "a text", setting: "CHARTER", file: `CHARTER: ${beyond}` },
    { name: "a number", setting: "BOATS_PER_NODE", file: "BOATS_PER_NODE: 9223372036854775807" },
    { name: "an item of a list", setting: "TAGS", file: `TAGS: [1, -${beyond}]` },
    { name: "an entry of a map", setting: "TAGS", file: `TAGS: { a: ${beyond} }` },
  ])("an integer that has lost digits is told: $name of a values file", async ({ setting, file }) => {
    const values = `providerConfigs: { quay: { ${file} } }`;
    const { status, stderr } = await tryMooring(helm, charts, [...quay, "-f", "-"], values);
    expect(status).not.toBe(0);
    expect(stderr).toContain(`${setting}: the number arrives as `);
    expect(stderr).toContain("write it in quotes, or give it with --set-string");
  });

  describe.each([
    { name: "the schema", more: [] },
    { name: "the template", more: ["--skip-schema-validation"] },
  ])("$name names what is missing", ({ more }) => {
    test.each<{ name: string; flags: readonly string[]; words: readonly string[] }>([
      { name: "a required setting", flags: keys, words: ["providerConfigs", "quay", "BOAT_IMAGE"] },
      {
        name: "one that is empty",
        flags: [...keys, "--set", "providerConfigs.quay.BOAT_IMAGE="],
        words: ["providerConfigs", "quay", "BOAT_IMAGE"],
      },
      { name: "a required secret", flags: image, words: ["providerSecrets", "quay", "QUAY_KEY"] },
      {
        name: "the Secret that must exist",
        flags: [...image, "--set", "secrets.mode=reference"],
        words: ["secrets", "existingSecretName"],
      },
    ])("$name", async ({ flags, words }) => {
      const stderr = await refusal("--set", "provider=quay", ...flags, ...more);
      for (const word of words) expect(stderr).toContain(word);
    });
  });

  test("what is required can be left out where the checks are switched off", async () => {
    const objects = await render("--set", "provider=quay,preflight.enabled=false");
    expect(settingsIn(objects)).toEqual({ MOORING_PROVIDER: "quay" });
  });

  test("existing Secrets take the place of the chart's own", async () => {
    const objects = await render(
      ...[
        "--set",
        "provider=quay",
        ...image,
        "--set",
        "secrets.mode=reference,secrets.existingSecretName=mine",
      ],
      ...["--set", "secrets.existingMooringCertificatesName=lines"],
    );
    expect(Object.keys(objects).filter((name) => name.startsWith("Secret"))).toEqual([]);
    expect(sources(objects)).toEqual([
      { secretRef: { name: "mine" } },
      { configMapRef: { name: "mooring-settings" } },
    ]);
    expect(JSON.stringify(volumes(objects))).toMatch(/"mooring-ssh-key".*"lines"/);
  });

  test("without secrets no existing Secret need be named", async () => {
    const objects = await render("--set", "secrets.mode=reference");
    expect(sources(objects)).toEqual([{ configMapRef: { name: "mooring-settings" } }]);
  });

  test("the External Secrets Operator makes them where the mode says so", async () => {
    const objects = await render(
      ...[
        "--set",
        "provider=quay",
        ...image,
        "--set",
        "secrets.mode=external,secrets.external.secretStoreRef.name=vault",
      ],
      ...["--set", "secrets.external.keys.mooring-certificates=lines/quay"],
    );
    expect(Object.keys(objects).filter((name) => /Secret /.test(name))).toEqual([
      "ExternalSecret mooring-system/mooring-certificates",
      "ExternalSecret mooring-system/mooring-credentials",
    ]);
    expect(objects["ExternalSecret mooring-system/mooring-certificates"]?.["spec"]).toEqual({
      refreshInterval: "1h",
      secretStoreRef: { name: "vault", kind: "SecretStore" },
      target: { name: "mooring-certificates", creationPolicy: "Owner" },
      dataFrom: [{ extract: { key: "lines/quay" } }],
    });
    expect(sources(objects)).toContainEqual({ secretRef: { name: "mooring-credentials" } });
  });

  test("files arrive byte for byte", async () => {
    const file = join(charts.folder, "file");
    const bytes = Buffer.from("\u0000\u0001-----BEGIN\r\n\tkey: {{ x }} \\ \"'\n\n<no value>\u0085 \n\n");
    writeFileSync(file, bytes);
    const objects = await render(
      ...["--set-file", `secrets.tls.caCert=${file}`, "--set-file", `providerSecrets.pier.sshKey=${file}`],
    );
    expect(secretsIn(objects, "mooring-certificates")).toEqual({ "ca.crt": bytes });
    expect(secretsIn(objects, "mooring-ssh-key")).toEqual({ id_ed25519: bytes });
    expect(secretsIn(objects, "mooring-credentials")).toEqual({});
  });

  test("Pods start again with another setting or secret, and not with another version or namespace", async () => {
    const first = await render(...quay);
    const others = [
      await render(...quay, "--set", "providerConfigs.quay.BOAT_SIZE=l"),
      await render(...quay, "--set", "providerSecrets.quay.QUAY_KEY=c"),
      await render(...quay, "--set", "secrets.tls.caCert=c"),
      await render(),
    ];
    expect(new Set([first, ...others].map(checksum)).size).toBe(5);
    const file = join(charts.folder, "mooring", "Chart.yaml");
    const text = readFileSync(file, "utf8");
    try {
      writeFileSync(file, text.replace(/^(version|appVersion): .*$/gm, "$1: 9.9.9"));
      const newer = await render(...quay, "--set", "commonLabels.a=b,providerConfigs.pier.PIER_POOL=other");
      expect(field(newer[daemon], "metadata", "labels", "helm.sh/chart")).toBe("mooring-9.9.9");
      expect(field(newer[daemon], "spec")).toEqual(field(first[daemon], "spec"));
    } finally {
      writeFileSync(file, text);
    }
  });
});
