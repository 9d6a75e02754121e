// What a project can get wrong about its providers.
import { expect, test } from "vitest";
import { compile } from "../../src/compile.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import type { SettingGroup } from "../../src/flags/setting.ts";
import type { ProjectProviders } from "../../src/project/providers.ts";

const sources = [
  {
    name: "bay.yaml",
    text: `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: bay }
data: { POOL: inner, KEY: k }
---
apiVersion: v1
kind: Pod
metadata: { name: daemon, namespace: bay }
spec:
  containers: [{ name: main, image: example.org/daemon:v1, envFrom: [{ secretRef: { name: credentials } }] }]
  volumes: [{ name: certs, secret: { secretName: certs } }]
`,
  },
];

function group(
  name: string,
  ...settings: readonly { env: string; required?: boolean; secret?: boolean }[]
): SettingGroup {
  return {
    name,
    includes: [],
    settings: settings.map((setting) => ({
      ...{ type: "string", default: "", required: false, secret: false, hidden: false, description: "" },
      ...setting,
      group: name,
      position: { source: "main.go", line: 1, column: 1, text: "" },
    })),
  };
}

const position = { source: "chartwright.yaml", line: 7, column: 12, text: "" };
const project: ProjectProviders = { default: "pier", configMap: "settings" };

test.each<{
  name: string;
  project?: Partial<ProjectProviders>;
  groups: readonly SettingGroup[];
  rendered: string;
}>([
  {
    name: "a default that is no provider",
    project: { default: "piers" },
    groups: [group("pier"), group("quay")],
    rendered: `chartwright.yaml:7:12: error: There is no provider "piers". [providers/unknown-provider]
  found:    piers
  expected: one of pier, quay
  hint:     Write "pier".`,
  },
  {
    name: "files of a provider that is none",
    project: { files: { keys: { providers: ["sea"], keys: { a: "a" } } } },
    groups: [group("pier")],
    rendered: `chartwright.yaml:7:12: error: There is no provider "sea". [providers/unknown-provider]
  found:    sea
  expected: one of pier
  hint:     Providers are the overlays, and the groups of \`flags\` that no other group includes.`,
  },
  {
    name: "files whose values would stand where the mode does",
    project: { files: { certs: { values: "mode", keys: { a: "a" } } } },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The Secret of files "certs" cannot have the name "secrets.mode". [providers/name-taken]
  found:    another value under that name
  expected: a name that nothing else has
  hint:     Set another \`values\`.`,
  },
  {
    name: "two Secrets whose existing ones have one name",
    project: { secret: "key", files: { certs: { existing: "existingSecretName", keys: { a: "a" } } } },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The Secret of files "certs" cannot have the name "secrets.existingSecretName". [providers/name-taken]
  found:    another value under that name
  expected: a name that nothing else has
  hint:     Set another \`existing\`.`,
  },
  {
    name: "an existing Secret named where files stand",
    project: { files: { certs: { values: "tls", existing: "tls", keys: { a: "a" } } } },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The Secret of files "certs" cannot have the name "secrets.tls". [providers/name-taken]
  found:    another value under that name
  expected: a name that nothing else has
  hint:     Set another \`existing\`.`,
  },
  {
    name: "files in the Secret of secret settings",
    project: { secret: "certs", files: { certs: { keys: { a: "a" } } } },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The Secret of files "certs" cannot have the name "certs". [providers/name-taken]
  found:    the Secret of secret settings under that name
  expected: a name that nothing else has
  hint:     Take it out of \`files\`, or out of \`secret\`.`,
  },
  {
    name: "a ConfigMap that the sources do not hold",
    project: { configMap: "setings" },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The sources hold no ConfigMap "setings". [providers/no-config-map]
  found:    settings
  expected: setings
  hint:     Write "settings".`,
  },
  {
    name: "a secret in the sources' ConfigMap",
    groups: [group("pier", { env: "KEY", secret: true }, { env: "POOL" })],
    rendered: `bay.yaml:1:1: error: The ConfigMap "settings" holds KEY, which is a secret. [providers/secret-setting]
  1 | apiVersion: v1
    | ^
  found:    KEY
  expected: settings that are no secrets
  hint:     Move it to the Secret, or say \`secret: false\` of it under \`settings\` of its group.`,
  },
  {
    name: "a default provider that does not render as it is",
    groups: [
      group("pier", { env: "POOL", required: true }, { env: "IMAGE", required: true }, { env: "KEY" }),
    ],
    rendered: `chartwright.yaml:7:12: error: The default provider "pier" has settings that must be set: a chart's own defaults must render. [providers/required-setting]
  found:    IMAGE required and not set
  expected: a provider whose required settings the sources set
  hint:     Choose another default, or set them in the sources' ConfigMap and Secret.`,
  },
  {
    name: "a key for the provider's name that the ConfigMap does not hold",
    project: { variable: "PLOO" },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: The ConfigMap "settings" does not hold PLOO, which is to be the provider's name. [providers/no-variable]
  found:    KEY, POOL
  expected: PLOO
  hint:     Name the key that holds the provider's name, or leave \`variable\` out.`,
  },
  {
    name: "a file named as a secret setting",
    project: { files: { keys: { providers: ["pier"], mountPath: "/keys", keys: { id: "KEY" } } } },
    groups: [group("pier", { env: "KEY" }, { env: "POOL" })],
    rendered: `chartwright.yaml:7:12: error: The file "id" of the Secret "keys" cannot have the value "providerSecrets.pier.KEY". [providers/name-taken]
  found:    the setting KEY of pier under that name
  expected: a name that nothing else has
  hint:     Give the file another name, such as \`sshKey\`.`,
  },
  {
    name: "a folder for a Secret that Pods name already",
    project: { files: { certs: { mountPath: "/certs", keys: { a: "a" } } } },
    groups: [],
    rendered: `chartwright.yaml:7:12: error: Pods of the sources name the Secret "certs" already. [providers/mounted-already]
  found:    /certs
  expected: a Secret that no Pod of the sources names
  hint:     Leave \`mountPath\` out: the files arrive where the sources mount it.`,
  },
])("$name is an error that says what to do", ({ project: more = {}, groups, rendered }) => {
  const { chartSet, diagnostics } = compile(sources, {
    name: "bay",
    providers: { project: { ...project, ...more }, groups, positionOf: () => position },
  });
  expect(chartSet).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === "error").map(renderDiagnostic)).toEqual([
    rendered,
  ]);
});

test("groups that another one includes are no providers", () => {
  const shared = group("shared", { env: "POOL" }, { env: "KEY" });
  const { chartSet } = compile(sources, {
    name: "bay",
    providers: {
      project,
      groups: [
        shared,
        { ...group("pier", { env: "POOL" }, { env: "KEY" }), includes: ["shared"] },
        group("quay"),
      ],
      positionOf: () => position,
    },
  });
  expect(chartSet?.plan.providers?.all.map(({ name }) => name)).toEqual(["pier", "quay"]);
});

const pool = [{ env: "POOL" }, { env: "KEY" }] as const;

test.each<{
  name: string;
  project: Partial<ProjectProviders>;
  groups?: readonly SettingGroup[];
  told: readonly string[];
}>([
  { name: "a Secret that only Pods name", project: { secret: "credentials" }, told: [] },
  {
    name: "a misspelt Secret",
    project: { secret: "credentals" },
    told: [
      `chartwright.yaml:7:12: warning: No source holds the Secret "credentals", and no Pod names it. [providers/unused-secret]
  found:    certs, credentials
  expected: a Secret of the sources, or one that a Pod reads
  hint:     Write "credentials".`,
    ],
  },
  {
    name: "a Secret of files that nothing reads",
    project: { files: { other: { keys: { a: "a" } } } },
    told: [
      expect.stringContaining(
        'warning: No source holds the Secret "other", and no Pod names it. [providers/unused-secret]',
      ),
    ],
  },
  {
    name: "one that the chart mounts",
    project: { files: { other: { mountPath: "/other", keys: { a: "a" } } } },
    told: [],
  },
])("$name is told where it may be a mistake", ({ project: more, told }) => {
  const { chartSet, diagnostics } = compile(sources, {
    name: "bay",
    providers: { project: { ...project, ...more }, groups: [], positionOf: () => position },
  });
  expect(chartSet).toBeDefined();
  expect(diagnostics.filter(({ code }) => code.startsWith("providers/")).map(renderDiagnostic)).toEqual(told);
});

test("an overlay and a group of nearly one name are told of, and a group that is not there is an error", () => {
  const reported = (group_: string | undefined) => {
    const overlay = { sources: [], ...(group_ === undefined ? {} : { group: group_ }) };
    const { diagnostics } = compile(sources, {
      name: "bay",
      providers: {
        project: { ...project, overlays: { pier: overlay } },
        groups: [group("peer", ...pool), group("quay", ...pool)],
        positionOf: (path) => ({ ...position, source: path.join(".") }),
      },
    });
    return diagnostics.filter(({ code }) => /providers|flags/.test(code)).map(renderDiagnostic);
  };
  expect(reported("peer")).toEqual([]);
  expect(reported(undefined)).toEqual([
    `overlays.pier:7:12: warning: The overlay "pier" has no group of settings, and the group "peer" no overlay: they are two providers. [providers/unlike-group]
  found:    pier
  expected: an overlay of the same name as its group, or with \`group\`
  hint:     Write "peer", or add \`group: peer\` to the overlay.`,
  ]);
  expect(reported("peers")).toEqual([
    `overlays.pier.group:7:12: error: There is no group "peers". [flags/unknown-group]
  found:    peers
  expected: one of peer, quay
  hint:     Write "peer".`,
  ]);
});
