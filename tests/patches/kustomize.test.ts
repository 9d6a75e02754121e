// What patches make of objects, held against kustomize: by tables, and with random objects and patches.

import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject, KubernetesObject } from "../../src/kubernetes/object.ts";
import type { LoadedPatch } from "../../src/load/patch-files.ts";
import { parse } from "../../src/parse/parse.ts";
import { applyPatches } from "../../src/patches/apply-patches.ts";
import type { ProjectPatch } from "../../src/project/patches.ts";
import { parseDocument } from "../../src/yaml/document.ts";
import { splitStream } from "../../src/yaml/stream.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWith } from "../support/requirement.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { builtTool } from "../support/tool.ts";

const kustomize = builtTool("kustomize");
const requirement = {
  name: "kustomize",
  missing: kustomize === undefined ? "run: node tools/build.mjs kustomize" : undefined,
  requiredInCi: false,
};

function objectsIn(text: string): readonly KubernetesObject[] {
  return splitStream(text).map((document) => {
    const result = parseDocument(document.text);
    if (!result.ok) throw new Error(result.fault.message);
    return result.document.data as KubernetesObject;
  });
}

const byName = (objects: readonly KubernetesObject[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    objects.map(({ apiVersion: _, ...object }) => [`${object.kind} ${object.metadata["name"]}`, object]),
  );

/** What kustomize makes of the objects, or what it says against it. */
function byKustomize(source: string, patches: readonly ProjectPatch[]): unknown {
  const folder = temporaryFolder();
  const named = patches.map((patch) => ({ ...patch, patch: withIdentity(patch) }));
  const kustomization = JSON.stringify({ resources: ["source.yaml"], patches: named });
  writeFiles(folder, { "source.yaml": source, "kustomization.yaml": kustomization });
  const { status, stdout, stderr } = spawnSync(kustomize ?? "", ["build", folder], { encoding: "utf8" });
  return status === 0 ? byName(objectsIn(stdout)) : stderr.trim();
}

/** A merge patch with a target needs no identity; kustomize wants one, and takes its API version over. */
function withIdentity({ patch = "", target }: ProjectPatch): string {
  if (!target || !patch.startsWith("{") || patch.includes("\n---")) return patch;
  const [part] = objectsIn(patch);
  const metadata = { name: "x", ...part?.metadata };
  return JSON.stringify({ apiVersion: "v1", kind: "X", ...part, metadata });
}

function loaded(patches: readonly ProjectPatch[]): readonly LoadedPatch[] {
  return patches.map(({ patch = "", target }, index) => ({
    number: index + 1,
    text: patch,
    position: { source: "chartwright.yaml", line: 1, column: 1, text: "" },
    ...(target ? { target } : {}),
  }));
}

function byUs(source: string, patches: readonly ProjectPatch[]): unknown {
  const { manifests } = parse([{ name: "source.yaml", text: source }]);
  const { manifests: patched, diagnostics, idle } = applyPatches(manifests, loaded(patches));
  const errors = [...diagnostics, ...idle.map(({ diagnostic }) => diagnostic)].filter(
    ({ severity }) => severity === "error",
  );
  if (errors.length > 0) return errors.map(({ message }) => message).join("\n");
  for (const { document, object } of patched) expect(document.data).toEqual(object);
  return byName(patched.map(({ object }) => object));
}

const deployment = `# The operator.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: tide
  namespace: harbour
  labels: {app: tide, tier: back}
  finalizers: [a.example.org/x]
spec:
  replicas: 1 # one is enough
  selector:
    matchLabels: {app: tide}
  template:
    metadata:
      labels: {app: tide}
    spec:
      # Comes first.
      initContainers:
        - name: prepare
          image: registry.example.org/prepare:v1
      containers:
        - name: manager
          image: registry.example.org/tide:v1
          args: [--leader-elect, --v=2]
          env:
            - name: DEN
              value: deep
            - name: SETT
              value: dry
          ports:
            - containerPort: 8443
              name: https
            - containerPort: 9443
              name: webhook
          volumeMounts:
            - mountPath: /tmp
              name: tmp
        # Watches the gate.
        - name: proxy
          image: registry.example.org/proxy:v1
      tolerations:
        - key: a
          operator: Exists
      volumes:
        - name: tmp
          emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: tide
  namespace: harbour
spec:
  ports:
    - port: 80
      protocol: TCP
    - port: 443
      protocol: TCP
---
apiVersion: example.org/v1
kind: Tide
metadata:
  name: spring
  annotations: {example.org/moon: full}
spec:
  levels:
    - name: low
      height: 1
    - name: high
      height: 5
  gate: {open: true}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata:
  name: tide
rules:
  - apiGroups: [""]
    resources: [pods]
    verbs: [get]
`;

const podPatch = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: tide, namespace: harbour}\nspec: {template: {spec: ${spec}}}`;
const kind = (patch: string, target: ProjectPatch["target"]) =>
  [{ patch, target }] as readonly ProjectPatch[];

describeWith(requirement, "patches, as kustomize applies them", () => {
  test.each<{ name: string; patches: readonly ProjectPatch[] }>([
    {
      name: "an item of containers",
      patches: [{ patch: podPatch("{containers: [{name: manager, image: x}]}") }],
    },
    {
      name: "the second container",
      patches: [{ patch: podPatch("{containers: [{name: proxy, image: x}]}") }],
    },
    { name: "a new container", patches: [{ patch: podPatch("{containers: [{name: new, image: x}]}") }] },
    {
      name: "a container goes",
      patches: [{ patch: podPatch("{containers: [{name: proxy, $patch: delete}]}") }],
    },
    {
      name: "all containers go but those of the patch",
      patches: [{ patch: podPatch("{containers: [{name: new, image: x}, {$patch: replace}]}") }],
    },
    { name: "a list goes", patches: [{ patch: podPatch("{initContainers: null}") }] },
    {
      name: "a list goes by its directive",
      patches: [{ patch: podPatch("{initContainers: [{$patch: delete}]}") }],
    },
    {
      name: "variables by name, arguments as a whole",
      patches: [
        {
          patch: podPatch(
            "{containers: [{name: manager, args: [--v=4], env: [{name: SETT, value: wet}, {name: HOLT, value: high}]}]}",
          ),
        },
      ],
    },
    {
      name: "ports by their number",
      patches: [
        {
          patch: podPatch(
            "{containers: [{name: manager, ports: [{containerPort: 9443, name: hook}, {containerPort: 1, name: new}]}]}",
          ),
        },
      ],
    },
    {
      name: "ports by number and protocol",
      patches: kind("{spec: {ports: [{port: 443, protocol: TCP, name: x}, {port: 443, protocol: UDP}]}}", {
        kind: "Service",
      }),
    },
    { name: "tolerations as a whole", patches: [{ patch: podPatch("{tolerations: [{operator: Exists}]}") }] },
    {
      name: "a volume of another kind",
      patches: [{ patch: podPatch("{volumes: [{name: tmp, emptyDir: null, hostPath: {path: /x}}]}") }],
    },
    {
      name: "finalizers as a set",
      patches: kind("{metadata: {finalizers: [b.example.org/x]}}", { name: "tide", kind: "Deployment" }),
    },
    {
      name: "a map replaced",
      patches: kind("{metadata: {labels: {$patch: replace, a: b}}}", { kind: "Deployment" }),
    },
    {
      name: "a map deleted",
      patches: kind("{metadata: {labels: {$patch: delete}}}", { kind: "Deployment" }),
    },
    {
      name: "a new map with nulls",
      patches: kind("{spec: {template: {spec: {nodeSelector: {a: b, c: null}}}}}", { kind: "Deployment" }),
    },
    {
      name: "lists of a custom resource as a whole",
      patches: kind("{spec: {levels: [{name: low}]}}", { kind: "Tide" }),
    },
    {
      name: "a map of a custom resource",
      patches: kind("{spec: {gate: {open: false, width: 3}}}", { kind: "Tide" }),
    },
    { name: "an object goes", patches: kind("{$patch: delete}", { kind: "ClusterRole" }) },
    {
      name: "the patch does not rename",
      patches: kind("{metadata: {name: other}, spec: {gate: null}}", { kind: "Tide" }),
    },
    {
      name: "operations",
      patches: kind(
        "- {op: replace, path: /spec/replicas, value: 2}\n- {op: add, path: /spec/template/spec/containers/0/args/-, value: --x}\n- {op: add, path: /metadata/labels/a~1b, value: c}\n- {op: remove, path: /spec/template/spec/containers/0/env/0}\n- {op: test, path: /metadata/labels/tier, value: back}\n- {op: copy, from: /metadata/labels/tier, path: /metadata/labels/rank}\n- {op: move, from: /metadata/labels/tier, path: /metadata/labels/row}",
        { kind: "Deployment" },
      ),
    },
    {
      name: "operations in JSON, in front of a list",
      patches: kind('[{"op": "add", "path": "/rules/0", "value": {"verbs": ["list"]}}]', {
        kind: "ClusterRole",
      }),
    },
    {
      name: "expressions match whole names",
      patches: kind("{metadata: {labels: {a: b}}}", { name: "ti.*" }),
    },
    {
      name: "a part of a name is none",
      patches: kind("{metadata: {labels: {a: b}}}", { name: "tid|spring" }),
    },
    { name: "by group", patches: kind("{metadata: {labels: {a: b}}}", { group: ".*\\.k8s\\.io" }) },
    {
      name: "by version and namespace",
      patches: kind("{metadata: {labels: {a: b}}}", { version: "v1", namespace: "harbour" }),
    },
    {
      name: "without a namespace it is default",
      patches: kind("{metadata: {labels: {a: b}}}", { namespace: "default" }),
    },
    {
      name: "by labels",
      patches: kind("{metadata: {labels: {a: b}}}", { labelSelector: "app in (tide, ebb),tier!=front" }),
    },
    { name: "by a missing label", patches: kind("{metadata: {labels: {a: b}}}", { labelSelector: "!app" }) },
    {
      name: "by annotations",
      patches: kind("{metadata: {labels: {a: b}}}", { annotationSelector: "example.org/moon=full" }),
    },
    {
      name: "several documents, and one patch after the other",
      patches: [
        {
          patch: `${podPatch("{hostNetwork: true}")}\n---\napiVersion: example.org/v1\nkind: Tide\nmetadata: {name: spring}\nspec: {gate: null}`,
        },
        ...kind("{spec: {template: {spec: {hostNetwork: null, dnsPolicy: Default}}}}", {
          kind: "Deployment",
        }),
      ],
    },
  ])("$name", ({ patches }) => {
    const expected = byKustomize(deployment, patches);
    expect(expected).toBeTypeOf("object");
    expect(byUs(deployment, patches)).toEqual(expected);
  });

  test.each<{ name: string; patches: readonly ProjectPatch[]; message: string }>([
    {
      name: "operations without a target",
      patches: [{ patch: "- {op: remove, path: /spec}" }],
      message: "A list of operations does not say what it is for.",
    },
    {
      name: "a merge patch for no object",
      patches: [{ patch: podPatch("{}").replace("name: tide", "name: ebb") }],
      message: "Patch 1 is for no object of the sources.",
    },
    {
      name: "nothing where something is to be removed",
      patches: kind("- {op: remove, path: /spec/gates}", { kind: "Tide" }),
      message: 'The object has nothing at "/spec/gates".',
    },
    {
      name: "a test that fails",
      patches: kind("- {op: test, path: /spec/replicas, value: 2}", { kind: "Deployment" }),
      message: 'The test of "/spec/replicas" fails.',
    },
    {
      name: "a single value in place of a map",
      patches: kind("{spec: {gate: open}}", { kind: "Tide" }),
      message: 'The patch does not fit the object at "spec.gate".',
    },
    {
      name: "an unknown directive",
      patches: kind("{spec: {gate: {$patch: remove}}}", { kind: "Tide" }),
      message: 'The patch asks for something unknown at "spec.gate".',
    },
    {
      name: "two documents and a target",
      patches: kind("{a: b}\n---\n{c: d}", { kind: "Tide" }),
      message: "A patch with a target is one part of an object.",
    },
  ])("refused by both: $name", ({ patches, message }) => {
    expect(byKustomize(deployment, patches)).toBeTypeOf("string");
    expect(byUs(deployment, patches)).toBe(message);
  });

  test("random objects and patches", { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(fc.array(randomCase, { minLength: 20, maxLength: 20 }), (cases) => {
        const named = cases.map(({ object, patch }, index) => ({
          object: { ...object, metadata: { ...(object["metadata"] as JsonObject), name: `tide-${index}` } },
          patch: { patch: JSON.stringify(patch), target: { name: `tide-${index}` } },
        }));
        const source = named.map(({ object }) => JSON.stringify(object)).join("\n---\n");
        const patches = named.map(({ patch }) => patch);
        const expected = byKustomize(source, patches);
        expect(expected).toBeTypeOf("object");
        expect(byUs(source, patches)).toEqual(expected);
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});

const word = fc.constantFrom("a", "b", "c", "d");

function uniqueBy(key: string, item: fc.Arbitrary<JsonObject>): fc.Arbitrary<readonly JsonObject[]> {
  return fc.uniqueArray(item, { maxLength: 3, selector: (one) => one[key] });
}

/** The same form for objects and patches; of patches some parts are null or deleted. */
function pod(isPatch: boolean): fc.Arbitrary<JsonObject> {
  const orNull = <T>(part: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
    isPatch ? fc.oneof({ weight: 5, arbitrary: part }, { weight: 1, arbitrary: fc.constant(null) }) : part;
  const orDeleted = (item: fc.Arbitrary<JsonObject>) =>
    isPatch
      ? fc.oneof(
          { weight: 4, arbitrary: item },
          { weight: 1, arbitrary: item.map((one) => ({ name: one["name"] ?? "a", $patch: "delete" })) },
        )
      : item;
  // Of an item kustomize does not heed it, against what it means: `strategic-merge.test.ts`.
  const labels = isPatch
    ? fc.record(
        { $patch: fc.constantFrom("replace", "merge", "delete"), a: word, b: word },
        { requiredKeys: [] },
      )
    : fc.dictionary(word, word, { maxKeys: 3 });
  const env = uniqueBy(
    "name",
    fc.record({ name: word, value: orNull(word) }, { requiredKeys: ["name"] }) as fc.Arbitrary<JsonObject>,
  );
  const mounts = uniqueBy(
    "mountPath",
    fc.record({ mountPath: word, name: word }) as fc.Arbitrary<JsonObject>,
  );
  const container = fc.record(
    {
      name: word,
      image: orNull(word),
      args: orNull(fc.array(word, { maxLength: 3 })),
      env: orNull(env),
      volumeMounts: orNull(mounts),
      resources: orNull(fc.dictionary(word, word, { maxKeys: 2 })),
    },
    { requiredKeys: ["name"] },
  ) as fc.Arbitrary<JsonObject>;
  return fc.record(
    {
      containers: orNull(uniqueBy("name", orDeleted(container))),
      tolerations: orNull(fc.array(fc.record({ key: word }), { maxLength: 2 })),
      imagePullSecrets: orNull(uniqueBy("name", fc.record({ name: word }) as fc.Arbitrary<JsonObject>)),
      nodeSelector: orNull(labels as fc.Arbitrary<JsonObject>),
      hostNetwork: orNull(fc.boolean()),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>;
}

const randomCase: fc.Arbitrary<{ readonly object: JsonObject; readonly patch: JsonObject }> = fc
  .tuple(pod(false), pod(true), fc.boolean())
  .map(([before, patch, isKnown]) => {
    const api = isKnown
      ? { apiVersion: "apps/v1", kind: "Deployment" }
      : { apiVersion: "example.org/v1", kind: "Tide" };
    const inTemplate = (spec: JsonObject) => ({ spec: { template: { spec } } });
    return { object: { ...api, metadata: {}, ...inTemplate(before) }, patch: inTemplate(patch) };
  });
