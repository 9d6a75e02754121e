// What must move with the release's namespace, and what must not.
import { describe, expect, test } from "vitest";
import { checkNamespace, elsewhere } from "../../src/verify/namespace.ts";
import { subjectsOf } from "../../src/verify/parity.ts";
import { RenderedReader, type Rendering } from "../../src/verify/rendered.ts";
import { harbour, namespace } from "./harbour.ts";

/** The findings for a release elsewhere in which the rendered text became `away`; one object may be renamed. */
function messages(home: string, away: string, [old, name]: readonly string[] = []): readonly string[] {
  const rendering = (text: string, where: string): Rendering => ({
    label: "Helm",
    namespace: where,
    values: new Map(),
    charts: new Map([["harbour", new RenderedReader().read(text)]]),
  });
  const [chart] = harbour().charts;
  if (!chart) throw new Error("no chart");
  const subjects = subjectsOf([{ chart, files: chart.files, folder: undefined }]).map((subject) =>
    name !== undefined && subject.reference.name === old
      ? { ...subject, reference: { ...subject.reference, name } }
      : subject,
  );
  const move = { from: namespace, to: elsewhere };
  const findings = checkNamespace(
    subjects,
    rendering(home, namespace),
    rendering(away, elsewhere),
    () => move,
  );
  return findings.map(({ message }) => message);
}

/** A ConfigMap of the release with one more text, in front of which stands `# Source:`. */
function settings(where: string, fields: string): string {
  return `---
# Source: harbour/templates/configmap-harbour-settings.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: harbour-settings
  namespace: ${where}
${fields}
`;
}

const place = (text: string) => text.replaceAll("NS", namespace);
const moved = (text: string) => text.replaceAll("NS", elsewhere);

describe("a place that surely names the namespace must follow", () => {
  test.each([
    "subjects: [{kind: ServiceAccount, name: harbour, namespace: NS}]",
    "webhooks: [{clientConfig: {service: {name: a, namespace: NS}}}]",
    "spec: {namespaceSelector: {matchNames: [NS]}}",
    "spec: {namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NS}}}",
    "data: {url: 'https://harbour.NS.svc:443/x'}",
    "data: {user: 'system:serviceaccount:NS:harbour'}",
    "subjects: [{kind: Group, name: 'system:serviceaccounts:NS'}]",
    "spec: {args: [--leader-election-namespace=NS]}",
    "data: {config: 'leaderElection: {resourceNamespace: NS}'}",
    "spec: {dnsNames: [harbour.NS.svc.cluster.local]}",
  ])("%s", (fields) => {
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, moved(fields)))).toEqual([]);
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, place(fields)))).toEqual([
      expect.stringContaining(`keeps the namespace "${namespace}" when the release is in another one`),
    ]);
  });

  test("an annotation that names a certificate", () => {
    const annotated = (where: string, certificate: string) =>
      settings(where, "data: {}").replace(
        "  namespace:",
        `  annotations: {cert-manager.io/inject-ca-from: ${certificate}/harbour}\n  namespace:`,
      );
    expect(messages(annotated(namespace, namespace), annotated(elsewhere, elsewhere))).toEqual([]);
    expect(messages(annotated(namespace, namespace), annotated(elsewhere, namespace))).toHaveLength(1);
  });

  test("all of the places in one text", () => {
    const both = "data: {hosts: 'a.NS.svc,b.NS.svc'}";
    const one = `data: {hosts: 'a.${elsewhere}.svc,b.${namespace}.svc'}`;
    expect(messages(settings(namespace, place(both)), settings(elsewhere, one))).toEqual([
      `"data.hosts" keeps the namespace "${namespace}" in a part of its text`,
    ]);
  });
});

describe("what is no namespace must not follow", () => {
  test.each([
    { name: "a path", fields: "data: {path: /etc/NS/config.yaml}" },
    { name: "an image", fields: "spec: {image: 'registry.example.org/NS/manager:v1'}" },
    { name: "a part of a word", fields: "data: {word: NSs}" },
    { name: "an API group", fields: "data: {group: NS.example.org}" },
    { name: "a label", fields: "spec: {template: {metadata: {labels: {app: NS}}}}" },
    { name: "a selector", fields: "spec: {selector: {matchLabels: {app: NS}}}" },
  ])("$name", ({ fields }) => {
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, place(fields)))).toEqual([]);
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, moved(fields)))).toEqual([
      expect.stringMatching(/changes with the namespace, and "harbour-system" is no namespace there$/),
    ]);
  });

  test("prose may speak of the namespace or not", () => {
    const fields = "spec: {description: 'Set namespace: NS, or https://a.NS.svc.'}";
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, place(fields)))).toEqual([]);
    expect(messages(settings(namespace, place(fields)), settings(elsewhere, moved(fields)))).toEqual([]);
  });
});

test.each([
  {
    name: "another text",
    away: "data: {a: NS-2}",
    expected: '"data.a" changes with the namespace, and not by it alone',
  },
  {
    name: "another key",
    away: "data: {b: NS}",
    expected: '"data" has other content when the release is in another namespace',
  },
  {
    name: "another type",
    away: "data: {a: 1}",
    expected: '"data.a" has other content when the release is in another namespace',
  },
])("a change that is not the namespace's is found: $name", ({ away, expected }) => {
  expect(messages(settings(namespace, place("data: {a: NS}")), settings(elsewhere, moved(away)))).toEqual([
    expected,
  ]);
});

describe("what names an object of the source must keep its name, also where that is spelt like the namespace", () => {
  test.each([
    {
      name: "a role of a binding",
      fields: "roleRef: {kind: ClusterRole, name: NS}",
      object: "ClusterRole harbour-system",
    },
    {
      name: "a role's own rule",
      fields: "rules: [{resources: [roles], resourceNames: [NS]}]",
      object: "ClusterRole harbour-system",
    },
    { name: "a field of a kind", fields: "spec: {roleName: NS}", object: "ClusterRole harbour-system" },
  ])("$name", ({ fields, object }) => {
    const named = "harbour-viewer";
    expect(
      messages(settings(namespace, place(fields)), settings(elsewhere, place(fields)), [named, namespace]),
    ).toEqual([]);
    expect(
      messages(settings(namespace, place(fields)), settings(elsewhere, moved(fields)), [named, namespace]),
    ).toEqual([
      expect.stringContaining(`changes with the namespace, and ${object}, which it names, does not`),
    ]);
  });

  test.each([
    "spec: {ref: {kind: Namespace, name: NS}}",
    "rules: [{resources: [namespaces], resourceNames: [NS]}]",
    "spec: {targetNamespaceName: NS}",
  ])("but not what names the namespace: %s", (fields) => {
    expect(
      messages(settings(namespace, place(fields)), settings(elsewhere, moved(fields)), [
        "harbour-viewer",
        namespace,
      ]),
    ).toEqual([]);
  });
});

test("an object that stays behind is found", () => {
  expect(messages(settings(namespace, "data: {}"), settings(namespace, "data: {}"))).toEqual([
    `stays in the namespace "${namespace}" when the release is in another one`,
  ]);
});

test("an object that is lost elsewhere is found", () => {
  expect(messages(settings(namespace, "data: {}"), "")).toEqual([
    "is not rendered under its name when the release is in another namespace",
  ]);
});
