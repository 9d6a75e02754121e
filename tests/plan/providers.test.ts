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
