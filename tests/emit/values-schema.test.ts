import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { valuesSchema } from "../../src/emit/values-schema.ts";
import { valuesYaml } from "../../src/emit/values-yaml.ts";
import {
  field,
  isObject,
  type JsonObject,
  listField,
  objectField,
  stringField,
} from "../../src/kubernetes/object.ts";
import { customResourceSchema } from "../../src/transform/open-api-schema.ts";
import type { JsonSchema, Value } from "../../src/transform/value.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../../src/yaml/stream.ts";
import { type Corpus, describeWithCorpus } from "../support/corpus.ts";
import { writeTree } from "../support/golden.ts";
import { describeWithEachHelm, type Helm, helms } from "../support/helm.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const parse = (values: readonly Value[]) => JSON.parse(valuesSchema(values)) as JsonSchema;

const value = (path: string, schema: JsonSchema, more: Partial<Value> = {}): Value => ({
  path: path === "" ? [] : path.split("."),
  description: "",
  schema,
  ...more,
});

describe("valuesSchema", () => {
  test("makes closed, required maps of the paths, and optional leaves that take null", () => {
    const values = [
      value("plover", {}, { role: "section", description: "The Deployment." }),
      value("plover.replicas", { type: "integer", minimum: 0 }, { default: 2, description: "Pods." }),
      value("plover.image.tag", { type: ["string", "integer"] }),
      value("mode", { enum: ["a", "b"] }),
    ];
    expect(parse(values)).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: {
        plover: {
          description: "The Deployment.",
          type: "object",
          properties: {
            replicas: { description: "Pods.", type: ["integer", "null"], minimum: 0 },
            image: {
              type: "object",
              properties: { tag: { type: ["string", "integer", "null"] } },
              additionalProperties: false,
            },
          },
          additionalProperties: false,
          required: ["image"],
        },
        mode: { enum: ["a", "b", null] },
        global: expect.objectContaining({ type: "object" }),
        enabled: expect.objectContaining({ type: ["boolean", "null"] }),
      },
      additionalProperties: false,
      required: ["plover"],
    });
  });

  test("opens global, with what the registry says about it", () => {
    const global = field(
      parse([
        value("global", {}, { role: "section", description: "Shared." }),
        value("global.imageRegistry", { type: "string", pattern: "^[a-z]" }),
      ]),
      "properties",
      "global",
    );
    expect(global).toEqual({
      description: "Shared.",
      type: "object",
      properties: {
        imageRegistry: { type: ["string", "null"], pattern: "^[a-z]" },
        imagePullSecrets: { type: ["array", "null"], items: { type: ["object", "string"] } },
      },
    });
  });

  test("takes a CR whose spec is the root itself, and keeps it open where the CRD is", () => {
    const spec = customResourceSchema({
      type: "object",
      required: ["fuel"],
      properties: { fuel: { type: "string" } },
      "x-kubernetes-preserve-unknown-fields": true,
    }).schema;
    const schema = parse([value("", spec, { role: "tree" }), value("commonLabels", { type: "object" })]);
    expect(schema).toMatchObject({ type: "object", required: ["fuel"] });
    expect(Object.keys(schema["properties"] as object)).toEqual([
      "fuel",
      "commonLabels",
      "global",
      "enabled",
    ]);
    expect(schema).not.toHaveProperty("additionalProperties");
  });

  test("refuses a spec in the root that has the key of another value", () => {
    const spec = value("", { properties: { global: {} } }, { role: "tree" });
    expect(() => valuesSchema([spec])).toThrow('the CR\'s spec has the key "global" of another value');
  });

  test("writes a repeated subschema once and leaves each description where it was", () => {
    const affinity = (description: string) => ({
      description,
      type: "object",
      properties: Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`rule${index}`, { type: "string", description: "A rule." }]),
      ),
    });
    const values = [value("a.affinity", affinity("Of a.")), value("b.affinity", affinity("Of b."))];
    const schema = parse(values);
    expect(field(schema, "properties", "a", "properties", "affinity")).toEqual({
      description: "Of a.",
      $ref: "#/definitions/affinity",
    });
    expect(field(schema, "properties", "b", "properties", "affinity", "description")).toBe("Of b.");
    expect(Object.keys(schema["definitions"] as object)).toEqual(["affinity"]);
    expect(valuesSchema(values)).toBe(valuesSchema(structuredClone(values)));
  });
});

const configMap = `apiVersion: v1
kind: ConfigMap
metadata:
  name: values
data:
  values: {{ .Values | toJson | quote }}
`;

/** A chart in memory whose templates/values.yaml shows what Helm made of its values. */
function chartOf(name: string, values: readonly Value[]): readonly (readonly [string, string])[] {
  return [
    ["Chart.yaml", `apiVersion: v2\nname: ${name}\nversion: "1.0.0"\n`],
    ["values.yaml", valuesYaml(values, name)],
    ["values.schema.json", valuesSchema(values)],
    ["templates/values.yaml", configMap],
  ];
}

function write(files: Iterable<readonly [string, string]>): string {
  const folder = temporaryFolder();
  writeTree(folder, new Map(files));
  return folder;
}

/** What Helm says against a chart's values with `settings` on the command line; "" when it renders. */
async function complaint(helm: Helm, chart: string, ...settings: readonly string[]): Promise<string> {
  const args = settings.flatMap((setting) => [setting.startsWith("{") ? "--set-json" : "--set", setting]);
  return (await helm.template([chart, ...args])).stderr;
}

const kiln: JsonObject = {
  type: "object",
  required: ["fuel", "shape"],
  properties: {
    fuel: { type: "string", enum: ["gas", "wood", "electric"], default: "gas" },
    shape: { type: "string" },
    heat: { type: "integer", minimum: 0, maximum: 1400 },
    door: { "x-kubernetes-int-or-string": true },
    glaze: { type: "object", additionalProperties: { type: "string" } },
    note: { type: "string", nullable: true },
    extra: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  },
};

const kilnValues: readonly Value[] = [
  value("customResource", {}, { role: "section" }),
  value("customResource.create", { type: "boolean" }, { default: true }),
  value("kiln", customResourceSchema(kiln).schema, {
    role: "tree",
    requiredWhen: ["customResource", "create"],
    default: { fuel: "wood", shape: "round", heat: 900, door: "50%", glaze: { rim: "blue" } },
  }),
  value("operator.replicas", { type: "integer" }, { default: 1 }),
];

describeWithEachHelm("a chart with a schema", (helm) => {
  test("passes lint --strict and renders its own defaults", async () => {
    const chart = write(chartOf("kiln", kilnValues));
    expect(await complaint(helm, chart)).toBe("");
    expect((await helm.lint(["--strict", chart])).status).toBe(0);
  });

  test.each([
    ["kiln.fuel=coal", /kiln[./]fuel/],
    ["kiln.heat=2000", /kiln[./]heat/],
    ["kiln.feul=gas", /kiln\b.*feul/],
    ["kiln.glaze.rim=5", /kiln[./]glaze[./]rim/],
    ["operator.replicas=two", /operator[./]replicas/],
    ["operater.replicas=2", /operater/],
    ["operator=null", /operator/],
  ])("refuses %s and names it", async (setting, message) => {
    expect(await complaint(helm, write(chartOf("kiln", kilnValues)), setting)).toMatch(message);
  });

  test.each([
    "kiln.door=3",
    "kiln.glaze.any=x,kiln.extra.any.thing=5",
    "kiln.fuel=null,kiln.heat=null,kiln.door=null,kiln.glaze=null,kiln.note=null,kiln.extra=null",
    "operator.replicas=null,global.imageRegistry=registry.local:5000,global.other.x=1,enabled=true",
  ])("accepts %s", async (setting) => {
    expect(await complaint(helm, write(chartOf("kiln", kilnValues)), setting)).toBe("");
  });

  test("requires what the CR requires only where the CR is rendered", async () => {
    const chart = write(chartOf("kiln", kilnValues));
    expect(await complaint(helm, chart, "kiln.shape=null")).toMatch(/shape/);
    expect(await complaint(helm, chart, "kiln=null")).toMatch(/kiln/);
    expect(await complaint(helm, chart, "kiln.shape=null,customResource.create=false")).toBe("");
    expect(await complaint(helm, chart, "kiln=null,customResource.create=false")).toBe("");
  });

  test("is strict as a dependency too, and takes what Helm and the parent put in", async () => {
    const clay = chartOf("clay", kilnValues).map(([name, text]) => [`charts/clay/${name}`, text] as const);
    const folder = write([
      [
        "Chart.yaml",
        'apiVersion: v2\nname: parent\nversion: "1.0.0"\n' +
          'dependencies: [{name: clay, version: "1.0.0", condition: clay.enabled}]\n',
      ],
      ["values.yaml", "global: {team: a}\nclay: {enabled: true, kiln: {heat: 5}}\n"],
      ...clay,
    ]);
    expect(await complaint(helm, folder)).toBe("");
    expect(await complaint(helm, folder, "clay.kiln.feul=x")).toMatch(/feul/);
    expect(await complaint(helm, folder, "clay.enabled=false")).toBe("");
  });
});

/** A CRD of the corpus with the CRs that are published beside it. */
interface Published {
  readonly kind: string;
  readonly spec: JsonObject;
  readonly customResources: readonly JsonObject[];
}

function published(corpus: Corpus, folder: string): readonly Published[] {
  const texts = corpus
    .list(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .flatMap((name) => {
      return splitStream(normaliseLineBreaks(readFileSync(corpus.path(`${folder}/${name}`), "utf8")));
    })
    .map(({ text }) => ({ kind: /^kind: ["']?(\w+)/m.exec(text)?.[1], text }));
  const objectsOf = (kind: string) =>
    texts
      .filter((document) => document.kind === kind)
      .map(({ text }) => parseDocument(text))
      .map((result) => (result.ok && isObject(result.document.data) ? result.document.data : {}));
  return objectsOf("CustomResourceDefinition").flatMap((crd) => {
    const version = listField(crd, "spec", "versions").find(
      (candidate) => field(candidate, "storage") === true,
    );
    const spec = field(version, "schema", "openAPIV3Schema", "properties", "spec");
    if (!isObject(spec)) return [];
    const kind = stringField(crd, "spec", "names", "kind") ?? "";
    const apiVersion = `${stringField(crd, "spec", "group")}/${stringField(version, "name")}`;
    const customResources = objectsOf(kind)
      .filter((object) => object["kind"] === kind && object["apiVersion"] === apiVersion)
      .map((object) => objectField(object, "spec"));
    return [{ kind, spec, customResources }];
  });
}

const releases = [
  ...["v1.7.4", "v1.8.4", "v1.9.0"].map((version) => ["KubeVirt", `corpus/kubevirt/${version}`] as const),
  ...["v1.64.0", "v1.65.0", "v1.66.0"].map((version) => ["CDI", `corpus/cdi/${version}`] as const),
];

/** A setting of the wrong type for each of the two operators, with its path. */
const wrongType = {
  KubeVirt: [
    "spec.configuration.developerConfiguration.cpuAllocationRatio=five",
    /configuration[./]developerConfiguration[./]cpuAllocationRatio/,
  ],
  CDI: ["spec.config.uploadProxyURLOverride=5", /config[./]uploadProxyURLOverride/],
} as const;

describeWithCorpus("values.schema.json", (corpus) => {
  test.each(releases)("of %s, %s, takes the published CR and no mistake", async (kind, folder) => {
    const crd = published(corpus, folder).find((candidate) => candidate.kind === kind);
    const [customResource] = crd?.customResources ?? [];
    expect(customResource).toBeDefined();
    const { schema, omissions } = customResourceSchema(crd?.spec ?? {});
    expect(omissions).toEqual([]);
    const chart = write(
      chartOf("chart", [value("spec", schema, { role: "tree", default: customResource ?? {} })]),
    );
    const [setting, path] = wrongType[kind];
    for (const helm of helms()) {
      expect(await complaint(helm, chart)).toBe("");
      expect(await complaint(helm, chart, setting)).toMatch(path);
      expect(await complaint(helm, chart, "spec.infra.nodePlacemnet.x=1")).toMatch(/infra\b.*nodePlacemnet/);
    }
  });

  test("of every operator loads in every Helm and takes the published CRs", async () => {
    const newest = corpus
      .list("corpus/operators")
      .filter((operator) => !operator.includes("."))
      .map(
        (operator) => `corpus/operators/${operator}/${corpus.list(`corpus/operators/${operator}`).at(-1)}`,
      );
    const charts = newest.flatMap((folder, index) => {
      const values = published(corpus, folder).flatMap(({ spec, customResources }, crd): readonly Value[] => {
        const { schema } = customResourceSchema(spec);
        const rendered = customResources.map((content, count) =>
          value(`v${crd}.cr${count}`, schema, { role: "tree", default: content }),
        );
        return [...rendered, value(`v${crd}.unused`, schema, { role: "tree", requiredWhen: ["never"] })];
      });
      return chartOf(`c${index}`, values).map(([name, text]) => [`charts/c${index}/${name}`, text] as const);
    });
    const chart = write([["Chart.yaml", 'apiVersion: v2\nname: all\nversion: "1.0.0"\n'], ...charts]);
    for (const helm of helms()) expect(await complaint(helm, chart)).toBe("");
  });
});
