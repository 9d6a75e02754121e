// From the text of sources to manifests, and what is said about texts that hold none.

import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { formatReference } from "../../src/kubernetes/object.ts";
import { positionOf } from "../../src/parse/manifest.ts";
import { type ParseResult, parse } from "../../src/parse/parse.ts";

function parseText(text: string): ParseResult {
  return parse([{ name: "a.yaml", text }]);
}

function said({ diagnostics }: ParseResult): string {
  return diagnostics.map(renderDiagnostic).join("\n\n");
}

/** The texts of the manifests, without the margin of the test's own text. */
function dedent(text: string): string {
  const margin = /^\n?( *)/.exec(text)?.[1] ?? "";
  return text
    .replace(new RegExp(`^${margin}`, "gm"), "")
    .replace(/^\n/, "")
    .replace(/ +$/, "");
}

const configMap = (name: string, more = "") =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${more}`;

describe("objects are found", () => {
  test.each([
    {
      name: "in a stream, among empty documents and comments",
      text: `# head\n---\n---\n${configMap("a")}---\n# nothing here\n---\n${configMap("b")}...\n`,
      found: ["ConfigMap a", "ConfigMap b"],
    },
    {
      name: "with Windows line ends and a byte-order mark",
      text: `\ufeff${configMap("a")}---\n${configMap("b")}`.replaceAll("\n", "\r\n"),
      found: ["ConfigMap a", "ConfigMap b"],
    },
    {
      name: "in JSON",
      text: '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "namespace": "b"}}',
      found: ["ConfigMap b/a"],
    },
    {
      name: "in a List",
      text: `apiVersion: v1\nkind: List\nitems:\n- ${configMap("a").replaceAll("\n", "\n  ")}\n- ${configMap("b").replaceAll("\n", "\n  ")}\n`,
      found: ["ConfigMap a", "ConfigMap b"],
    },
    {
      name: "in a List of Lists",
      text: "apiVersion: v1\nkind: List\nitems: [{apiVersion: v1, kind: List, items: [{apiVersion: v1, kind: Secret, metadata: {name: a}}]}]\n",
      found: ["Secret a"],
    },
    {
      name: "in a typed list",
      text: "apiVersion: v1\nkind: ConfigMapList\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n",
      found: ["ConfigMap a"],
    },
    {
      name: "in a typed list whose items leave out what they are",
      text: "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleList\nitems:\n- metadata:\n    name: a\n    namespace: b\n  rules: []\n- metadata: {name: c}\n",
      found: ["Role b/a", "Role c"],
    },
    { name: "in an empty List: none", text: "apiVersion: v1\nkind: List\nitems: []\n", found: [] },
    { name: "in a List whose items are null: none", text: "apiVersion: v1\nkind: List\nitems:\n", found: [] },
    {
      name: "with a generated name, by its prefix",
      text: "apiVersion: batch/v1\nkind: Job\nmetadata:\n  generateName: setup-\n",
      found: ["Job setup"],
    },
    {
      name: "with one generated name: each an object of its own, whether equal or not",
      text: [
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  generateName: setup-\n",
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: setup-2\n",
        'apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: ""\n  generateName: setup-\n',
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  generateName: setup-\n",
        "apiVersion: v1\nkind: Pod\nmetadata:\n  generateName: setup-\n",
      ].join("---\n"),
      found: ["Job setup", "Job setup-2", "Job setup-4", "Job setup-3", "Pod setup"],
    },
    {
      name: "of a kind that ends in List but holds no items",
      text: "apiVersion: example.org/v1\nkind: AllowList\nmetadata:\n  name: a\n",
      found: ["AllowList a"],
    },
    { name: "that are null: none", text: "null\n---\n~\n", found: [] },
  ])("$name", ({ text, found }) => {
    const result = parseText(text);
    expect(said(result)).toBe("");
    expect(result.manifests.map(({ reference }) => formatReference(reference))).toEqual(found);
  });
});

interface Carried {
  readonly name: string;
  readonly source: string;
  /** The texts of the manifests. */
  readonly texts: readonly string[];
  /** The line of the source that each line of the first text comes from; checked where given. */
  readonly lines?: readonly number[];
}

const carried: readonly Carried[] = [
  {
    name: "a document as it is, with its comments",
    source:
      "# about a\napiVersion: v1\nkind: ConfigMap # kind\nmetadata:\n    name:   a\nbinaryData: {b: 'c'}\n",
    texts: [
      "# about a\napiVersion: v1\nkind: ConfigMap # kind\nmetadata:\n    name:   a\nbinaryData: {b: 'c'}\n",
    ],
  },
  {
    name: "metadata in flow style as a block, everything else as it is",
    source:
      "apiVersion: v1\nkind: ConfigMap # kind\nmetadata: {name: 'a', labels: {b: \"c\", 'd': e}} # behind\n# about data\nbinaryData: {b: 'c'}\n",
    texts: [
      "apiVersion: v1\nkind: ConfigMap # kind\nmetadata:\n  name: 'a'\n  labels:\n    b: \"c\"\n    d: e # behind\n# about data\nbinaryData: {b: 'c'}\n",
    ],
    lines: [1, 2, 3, 3, 3, 3, 3, 4, 5, 6],
  },
  {
    name: "a flow map of several lines, each line from its own",
    source:
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {\n  name: a, # the name\n  labels: {b: c}\n}\ndata: {}\n",
    texts: ["apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    b: c\ndata: {}\n"],
    lines: [1, 2, 3, 4, 5, 5, 7, 8],
  },
  {
    name: "a flow map on the line below its key",
    source: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  {name: a}\ndata: {}\n",
    texts: ["apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata: {}\n"],
    lines: [1, 2, 3, 4, 5, 6],
  },
  {
    name: "a JSON document as blocks, with every digit and quote",
    source:
      '{\n\t"apiVersion": "v1",\n\t"kind": "ConfigMap",\n\t"metadata": {\n\t\t"name": "a",\n\t\t"generation": 9223372036854775807\n\t},\n\t"data": {"y": "1e3", "empty": {}, "list": [[], ["n"]]}\n}\n',
    texts: [
      'apiVersion: "v1"\nkind: "ConfigMap"\nmetadata:\n  name: "a"\n  generation: 9223372036854775807\ndata:\n  "y": "1e3"\n  empty: {}\n  list:\n    - []\n    - - "n"\n',
    ],
    lines: [2, 3, 4, 5, 6, 8, 8, 8, 8, 8, 8, 10],
  },
  {
    name: "the comments around a JSON document",
    source:
      '# above\n{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}} # behind\n# below\n',
    texts: ['# above\napiVersion: "v1"\nkind: "ConfigMap"\nmetadata:\n  name: "a" # behind\n# below\n'],
    lines: [1, 2, 2, 2, 2, 3, 4],
  },
  {
    name: "lists of containers and their parts as blocks",
    source:
      "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - {name: b, image: c, env: [{name: D, value: \"1\"}]}\n  - name: e\n    args: [--f, '--g={h}'] # args\n    env:\n    - {name: I, value: ''}   # empty\n    ports: [{containerPort: 80}]\n",
    texts: [
      "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: b\n    image: c\n    env:\n      - name: D\n        value: \"1\"\n  - name: e\n    args:\n      - --f\n      - '--g={h}' # args\n    env:\n    - {name: I, value: ''}   # empty\n    ports: [{containerPort: 80}]\n",
    ],
  },
  {
    name: "text of several lines in flow style, with a comment behind it",
    source:
      "apiVersion: v1\nkind: Pod\nmetadata: {name: a, annotations: {b: \"c\\nd\\n\", e: 'f\n\n  g'}} # behind\nspec: {}\n",
    texts: [
      'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  annotations:\n    b: "c\\nd\\n"\n    e: "f\\ng" # behind\nspec: {}\n',
    ],
  },
  {
    name: "a tag in flow style by its meaning",
    source: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {b: !!str 1}}\n",
    texts: ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    b: "1"\n'],
  },
  {
    name: "anchors and aliases written out",
    source:
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: &l\n    b: c\ndata:\n  <<: *l\n  d: e\n",
    texts: [
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels:\n    b: c\ndata:\n  b: c\n  d: e\n",
    ],
  },
  {
    name: "a merge without anchor written out",
    source: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  <<: {labels: {b: c}}\n  name: a\n",
    texts: ["apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    b: c\n  name: a\n"],
  },
  {
    name: "the anchors of a CRD as they are, since no edit falls where they stand",
    source:
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a}\nspec: {x: &x {b: c}, y: *x}\n",
    texts: [
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a\nspec: {x: &x {b: c}, y: *x}\n",
    ],
  },
  {
    name: "a CRD whose metadata has an anchor that is used elsewhere",
    source:
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a, labels: &l {b: c}}\nspec:\n  labels: *l\n",
    texts: [
      "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata:\n  name: a\n  labels:\n    b: c\nspec:\n  labels:\n    b: c\n",
    ],
  },
  {
    name: "an item of a List at the margin, with the comments inside it",
    source:
      "apiVersion: v1\nkind: List\nitems:\n# about a\n- apiVersion: v1\n  kind: ConfigMap\n  metadata:\n    # the name\n    name: a\n  data:\n    b: |\n      c\n        d\n\n      e\n- apiVersion: v1\n  kind: Secret\n  metadata:\n    name: f\n",
    texts: [
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  # the name\n  name: a\ndata:\n  b: |\n    c\n      d\n\n    e\n",
      "apiVersion: v1\nkind: Secret\nmetadata:\n  name: f\n",
    ],
    lines: [5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  },
  {
    name: "an item of a List that uses another item's anchor",
    source:
      "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: a}\n  data: &d {b: c}\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: e}\n  data: *d\n",
    texts: [
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: c\n",
      "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: e\ndata:\n  b: c\n",
    ],
  },
  {
    name: "an item in JSON, with every digit, each line from its own",
    source:
      '{"apiVersion": "v1", "kind": "List", "items": [\n  {"apiVersion": "v1",\n   "kind": "ConfigMap", "metadata": {\n     "name": "a", "generation": 9223372036854775807}}\n]}\n',
    texts: [
      'apiVersion: "v1"\nkind: "ConfigMap"\nmetadata:\n  name: "a"\n  generation: 9223372036854775807\n',
    ],
    lines: [2, 3, 3, 4, 4, 4],
  },
  {
    name: "an item of a typed list with its kind",
    source: "apiVersion: v1\nkind: SecretList\nitems:\n- metadata:\n    name: a # name\n",
    texts: ["apiVersion: v1\nkind: Secret\nmetadata:\n  name: a # name\n"],
    lines: [4, 4, 4, 5, 6],
  },
  {
    name: "a document that Kubernetes accepts and other tools refuse, mended",
    source: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: "c\n  d"\n',
    texts: ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: "c\n   d"\n'],
  },
];

describe("a manifest carries", () => {
  test.each(carried)("$name", ({ source, texts, lines }) => {
    const { manifests } = parseText(source);
    expect(manifests.map(({ document }) => document.text)).toEqual(texts);
    const [first] = manifests;
    if (!lines || !first) return;
    const placed = first.document.text
      .split("\n")
      .map((_, line) => first.lines?.[line] ?? first.firstLine + line);
    expect(placed).toEqual(lines);
  });
});

interface Said {
  readonly name: string;
  readonly text: string;
  readonly says: string;
}

const leaveOut =
  "hint:     Leave files out that hold no manifests (values files, patches, kustomization.yaml).";
const mend =
  "hint:     Mend the document at this place; `kubectl apply --dry-run=client -f` reads it the same way.";

const faults: readonly Said[] = [
  {
    name: "a document without kind",
    text: "# values\nreplicas: 1\nimage: a\n",
    says: `
      a.yaml:2:1: error: The object has no kind. [parse/no-kind]
        2 | replicas: 1
          | ^
        found:    the keys replicas, image
        expected: kind: the object's kind, a string
        ${leaveOut}`,
  },
  {
    name: "a document whose kind is no text",
    text: "apiVersion: v1\nkind: 1\n",
    says: `
      a.yaml:1:1: error: The object has no kind. [parse/no-kind]
        1 | apiVersion: v1
          | ^
        found:    1
        expected: kind: the object's kind, a string
        ${leaveOut}`,
  },
  {
    name: "a document without apiVersion, behind another",
    text: `${configMap("a")}---\n\nkind: ConfigMap\nmetadata:\n  name: b\n`,
    says: `
      a.yaml:7:1: error: The object has no apiVersion. [parse/no-api-version]
        7 | kind: ConfigMap
          | ^
        found:    the keys kind, metadata
        expected: apiVersion: the object's apiVersion, a string
        ${leaveOut}`,
  },
  {
    name: "an object without name",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels: {}\n",
    says: `
      a.yaml:1:1: error: The ConfigMap has no name. [parse/no-name]
        1 | apiVersion: v1
          | ^
        found:    metadata without name
        expected: metadata.name, a string
        ${leaveOut}`,
  },
  {
    name: "a namespace that YAML reads as a boolean",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  namespace: y\n",
    says: `
      a.yaml:5:14: error: The API server refuses the namespace of this ConfigMap. [parse/invalid-name]
        5 |   namespace: y
          |              ^
        found:    the boolean y
        expected: at most 63 lower-case letters, digits and dashes, with a letter or digit at both ends
        hint:     Quote it, so that YAML reads it as text: "y".`,
  },
  {
    name: "a name that YAML reads as a boolean",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: n}\n",
    says: `
      a.yaml:3:18: error: The API server refuses the name of this ConfigMap. [parse/invalid-name]
        3 | metadata: {name: n}
          |                  ^
        found:    the boolean n
        expected: at most 253 lower-case letters, digits, dashes and dots, with a letter or digit at both ends
        hint:     Quote it, so that YAML reads it as text: "n".`,
  },
  {
    name: "a name that leads out of a folder",
    text: "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: ../../a}\n",
    says: `
      a.yaml:3:18: error: The API server refuses the name of this Role. [parse/invalid-name]
        3 | metadata: {name: ../../a}
          |                  ^
        found:    "../../a"
        expected: a name without slashes and percent signs
        hint:     Correct it in the sources, or leave the file out.`,
  },
  {
    name: "a name that Helm was to fill in",
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "{{ .Release.Name }}-a"\n',
    says: `
      a.yaml:4:9: error: The API server refuses the name of this ConfigMap. [parse/invalid-name]
        4 |   name: "{{ .Release.Name }}-a"
          |         ^
        found:    "{{ .Release.Name }}-a"
        expected: at most 253 lower-case letters, digits, dashes and dots, with a letter or digit at both ends
        hint:     Give the rendered manifests: \`helm template\`, or what fills the template in.`,
  },
  {
    name: "a kind and an apiVersion that are none",
    text: "apiVersion: a/b/v1\nkind: Config/Map\nmetadata: {name: a}\n",
    says: `
      a.yaml:1:13: error: The API server refuses the apiVersion of this Config/Map. [parse/invalid-name]
        1 | apiVersion: a/b/v1
          |             ^
        found:    "a/b/v1"
        expected: a version, or a group, a slash and a version: apps/v1
        hint:     Correct it in the sources, or leave the file out.

      a.yaml:2:7: error: The API server refuses the kind of this Config/Map. [parse/invalid-name]
        2 | kind: Config/Map
          |       ^
        found:    "Config/Map"
        expected: a kind: letters and digits
        hint:     Correct it in the sources, or leave the file out.`,
  },
  {
    name: "a document that is a text",
    text: "404: Not Found page\n",
    says: `
      a.yaml:1:1: error: The object has no kind. [parse/no-kind]
        1 | 404: Not Found page
          | ^
        found:    the keys 404
        expected: kind: the object's kind, a string
        ${leaveOut}`,
  },
  {
    name: "a document that is one word",
    text: "hello\n",
    says: `
      a.yaml:1:1: error: The document is no Kubernetes object. [parse/not-an-object]
        1 | hello
          | ^
        found:    the string "hello"
        expected: a mapping with apiVersion, kind and metadata
        ${leaveOut}`,
  },
  {
    name: "a document that is a list",
    text: "- a\n- b\n",
    says: `
      a.yaml:1:1: error: The document is no Kubernetes object. [parse/not-an-object]
        1 | - a
          | ^
        found:    a list
        expected: a mapping with apiVersion, kind and metadata
        ${leaveOut}`,
  },
  {
    name: "an item of a List that is null, as kubectl refuses it",
    text: "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n-\n",
    says: `
      a.yaml:7:1: error: An item of the List is empty. [parse/list-item]
        7 | null
          | ^
        found:    null
        expected: a mapping with apiVersion, kind and metadata
        hint:     Take the item out; kubectl refuses a List with it.`,
  },
  {
    name: "an item of a List without name",
    text: "apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: a}\n",
    says: `
      a.yaml:4:1: error: The ConfigMap has no name. [parse/no-name]
        4 | apiVersion: v1
          | ^
        found:    metadata without name
        expected: metadata.name, a string
        ${leaveOut}`,
  },
  {
    name: "a template that begins with an action",
    text: "{{- if .Values.a }}\napiVersion: v1\n{{- end }}\n",
    says: `
      a.yaml:1:3: error: The document is not valid YAML. [parse/yaml-syntax]
        1 | {{- if .Values.a }}
          |   ^
        found:    missed comma between flow collection entries
        expected: one YAML mapping with apiVersion, kind and metadata
        hint:     This looks like a template. Give what is made of it: \`helm template\`, or what fills it in.`,
  },
  {
    name: "a template with an action as a value",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n",
    says: `
      a.yaml:4:10: error: The document is not valid YAML. [parse/yaml-syntax]
        4 |   name: {{ .Values.name }}
          |          ^
        found:    a mapping cannot be a key
        expected: one YAML mapping with apiVersion, kind and metadata
        hint:     This looks like a template. Give what is made of it: \`helm template\`, or what fills it in.`,
  },
  {
    name: "a quote that is never closed",
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "a\n  namespace: b\n',
    says: `
      a.yaml:4:9: error: The document is not valid YAML. [parse/yaml-syntax]
        4 |   name: "a
          |         ^
        found:    a double quoted string is not closed
        expected: the same quote again at the end of the string
        ${mend}`,
  },
  {
    name: "a quote that is closed by the next string's",
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: "a\n  namespace: b\ndata:\n  c: "d"\n',
    says: `
      a.yaml:4:9: error: The document is not valid YAML. [parse/yaml-syntax]
        4 |   name: "a
          |         ^
        found:    a double quoted string is not closed
        expected: the same quote again at the end of the string
        ${mend}`,
  },
  {
    name: "a tab as indentation",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n\tname: a\n",
    says: `
      a.yaml:4:1: error: The document is not valid YAML. [parse/yaml-syntax]
        4 |  name: a
          | ^
        found:    tab characters must not be used in indentation
        expected: blanks: YAML allows no tabs in indentation
        ${mend}`,
  },
  {
    name: "a bracket that is never closed",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\ndata: {}\n",
    says: `
      a.yaml:3:11: error: The document is not valid YAML. [parse/yaml-syntax]
        3 | metadata: {name: a
          |           ^
        found:    a flow collection is not closed
        expected: the bracket that closes it
        ${mend}`,
  },
  {
    name: "a key twice, at the second one",
    text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  labels: {}\n  name: b\n",
    says: `
      a.yaml:6:3: warning: The YAML is not strict: the key "name" stands twice in one mapping. [parse/duplicate-key]
        6 |   name: b
          |   ^
        hint:     Kubernetes takes the last one; delete the other.`,
  },
  {
    name: "a string that goes on at its parent's column, at the line where it does",
    text: 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  b: "c\n  d"\n',
    says: `
      a.yaml:7:3: warning: The YAML is not strict: a quoted string or a flow collection goes on at its parent's column. [parse/repaired-indent]
        7 |   d"
          |   ^
        hint:     Kubernetes accepts this; other tools do not. Indent its lines by one more blank.`,
  },
  {
    name: "an object twice, equal",
    text: `${configMap("a", "data: {b: c}\n")}---\n# again\n${configMap("a", 'data:\n  "b": c\n')}`,
    says: `
      a.yaml:8:1: warning: ConfigMap a is defined twice; the second is left out. [parse/duplicate-object]
        8 | apiVersion: v1
          | ^
        note:     first defined here (a.yaml:1:1)`,
  },
  {
    name: "an object twice, not equal",
    text: `${configMap("a", "data: {b: c}\n")}---\n${configMap("a", "data: {b: d}\n")}`,
    says: `
      a.yaml:7:1: error: ConfigMap a is defined twice with different content. [parse/conflicting-object]
        7 | apiVersion: v1
          | ^
        found:    two definitions, a.yaml:1:1 and a.yaml:7:1
        expected: each object once
        note:     first defined here (a.yaml:1:1)
        hint:     Give one of the files, or take one of the definitions out.`,
  },
];

describe("something is said about", () => {
  test.each(faults)("$name", ({ text, says }) => {
    expect(said(parseText(text))).toBe(dedent(says).trimEnd());
  });

  test("each document of a stream that is wrong, at once", () => {
    const { diagnostics, manifests } = parseText(`a: [\n---\n${configMap("b")}---\nc\n---\nd: "\n`);
    expect(diagnostics.map(({ position }) => position?.line)).toEqual([1, 10, 8]);
    expect(manifests.map(({ reference }) => reference.name)).toEqual(["b"]);
  });
});

describe("objects are the same", () => {
  const at = (namespace: string, apiVersion = "apps/v1", more = "") =>
    `apiVersion: ${apiVersion}\nkind: Deployment\nmetadata:\n  name: a\n  namespace: ${namespace}\n${more}`;
  test.each([
    {
      name: "whatever their version",
      first: at("b"),
      second: at("b", "apps/v1beta1"),
      code: "parse/conflicting-object",
    },
    { name: "not in another namespace", first: at("b"), second: at("c"), code: undefined },
    { name: "not of another group", first: at("b"), second: at("b", "example.org/v1"), code: undefined },
    {
      name: "whatever the order and style of their fields",
      first: at("b", "apps/v1", "spec: {x: 1, z: 0x10}\n"),
      second:
        'kind: Deployment\nspec:\n  "z": 16\n  x: 1\nmetadata: {namespace: b, name: a}\napiVersion: apps/v1\n',
      code: "parse/duplicate-object",
    },
  ])("$name", ({ first, second, code }) => {
    const { diagnostics } = parse([
      { name: "a.yaml", text: first },
      { name: "b.yaml", text: second },
    ]);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual(code ? [code] : []);
  });
});

test("the place of a field is its own, or that of its nearest parent", () => {
  const text = `${configMap("a")}---\n${configMap("b", "data:\n  c: d\n")}`;
  const manifest = parseText(text).manifests[1];
  if (!manifest) throw new Error("no second manifest");
  const placeOf = (...path: readonly string[]) => {
    const { line, column } = positionOf(manifest, path);
    return [line, column];
  };
  expect(placeOf("metadata", "name")).toEqual([9, 9]);
  expect(placeOf("data", "c")).toEqual([11, 6]);
  expect(placeOf("data", "x", "y")).toEqual([11, 3]);
  expect(placeOf("nowhere")).toEqual([6, 1]);
});
