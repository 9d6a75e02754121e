// The namespace is the release's: every place that carries the source's own namespace follows it.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field } from "../kubernetes/object.ts";
import { findNamespaceTokens, type NamespaceWords } from "../kubernetes/own-namespace.ts";
import { type Manifest, positionAtOffset } from "../parse/manifest.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import { type Expression, output, quoted, text, value } from "../template/expression.ts";
import { type Entry, entryOf, type MappingNode, type Node, nodeAt, type ScalarNode } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine } from "./block-edits.ts";
import { includeHelper, type Transform, type TransformContext } from "./transform-context.ts";
import type { Value } from "./value.ts";
import { injectionAnnotations } from "./webhooks.ts";

const reason = "namespace";

/** Replaces the own namespace in fields that hold it, and by token in texts that mention it. */
export const namespace: Transform = (manifest, context, earlier) => {
  const walk = new NamespaceWalk(manifest, context, earlier);
  for (const node of searchedNodes(manifest)) walk.visit(node, "");
  const edits = [...walk.edits, ...followOverride(manifest, context)];
  return {
    edits,
    diagnostics: walk.diagnostics,
    values: edits.length > 0 ? valuesOf(manifest, context) : [],
  };
};

/** The values of a CRD may be those of a subchart, which brings no namespace; an operator has other objects in its own. */
function valuesOf({ object }: Manifest, context: TransformContext): readonly Value[] {
  const bringsNone = context.chart.blocks.length === 0 || object.kind === "CustomResourceDefinition";
  return bringsNone ? [overrideOf(context)] : [overrideOf(context), createNamespace];
}

const createNamespace: Value = {
  path: ["createNamespace"],
  default: false,
  description: "Whether that one comes and goes with the release.",
  schema: { type: "boolean" },
};

function overrideOf({ chart }: TransformContext): Value {
  const description =
    chart.role === "crds"
      ? "Namespace of the operator, whose webhook converts between versions; empty for the release's."
      : "Namespace of the objects; empty for the release's.";
  return { path: ["namespaceOverride"], default: "", description, schema: { type: "string" } };
}

/** A CRD names the namespace in its metadata and its conversion webhook; its schemas are never searched. */
function searchedNodes(manifest: Manifest): readonly Node[] {
  const { root } = manifest.document;
  const isCrd = manifest.object.kind === "CustomResourceDefinition";
  const paths = isCrd ? [["metadata"], ["spec", "conversion"]] : [[]];
  return paths.flatMap((path) => nodeAt(root, path) ?? []);
}

/**
 * The role that Kubernetes keeps in kube-system for extension API servers: a binding to it must stay there,
 * also when the operator itself is published for kube-system.
 * https://kubernetes.io/docs/tasks/extend-kubernetes/setup-extension-api-server/
 */
function isAuthenticationReader({ object }: Manifest): boolean {
  return (
    object.kind === "RoleBinding" &&
    field(object, "roleRef", "name") === "extension-apiserver-authentication-reader"
  );
}

class NamespaceWalk {
  readonly edits: Edit[] = [];
  readonly diagnostics: Diagnostic[] = [];
  readonly #manifest: Manifest;
  readonly #words: NamespaceWords | undefined;
  readonly #expression: Expression;

  readonly #earlier: readonly Edit[];

  constructor(manifest: Manifest, { chart, namespaceWords }: TransformContext, earlier: readonly Edit[]) {
    this.#manifest = manifest;
    this.#earlier = earlier;
    this.#words = namespaceWords;
    this.#expression = includeHelper(chart, "namespace");
  }

  /**
   * `lead` is what stands before the value for a reader: `key: ` or `--flag=`; it decides what a word means. `given`:
   * the value is one that a program is started with.
   */
  visit(node: Node, lead: string, given = false): void {
    if (node.kind === "mapping") this.#mapping(node);
    else if (node.kind === "sequence") {
      node.items.forEach((item, index) => {
        const previous = node.items[index - 1];
        this.visit(
          item,
          previous?.kind === "scalar" && /^--?[A-Za-z][^=]*$/.test(previous.value)
            ? `${previous.value}=`
            : lead,
          given,
        );
      });
    } else if (node.kind === "scalar") {
      const edits = this.edits.length;
      this.#scalar(node, lead);
      if (given && this.edits.length === edits) this.#reportDoubtful(node, lead);
    }
  }

  /** A value of a program that is the namespace's word, and where nothing says whether it means the namespace. */
  #reportDoubtful(node: ScalarNode, lead: string): void {
    const own = this.#words?.namespace ?? "";
    const [flag = "", word = node.value] = /^(--?[A-Za-z][^=\s]*=)(.*)$/.exec(node.value)?.slice(1) ?? [];
    const isName = /name["']?\s*[:=]\s*$/i.test(flag === "" ? lead : flag);
    if (own === "" || word !== own || isName || isEdited(node, this.#earlier)) return;
    this.diagnostics.push({
      severity: "info",
      code: "transform/doubtful-namespace",
      message: `The word "${own}" may mean the namespace, or something else: it stays what it is.`,
      position: positionAtOffset(this.#manifest, node.start),
      found: flag + word,
      expected: "a flag or variable whose name ends in namespace or ns, or -n, where the namespace is meant",
      hint: "If it is the namespace, a release in another one has to set it: see env and extraArgs in values.yaml.",
    });
  }

  #mapping(node: MappingNode): void {
    const name = node.entries.find(({ key }) => key === "name" || key === "key")?.value;
    // What a selector compares with labels is no namespace, but for the label that Kubernetes itself sets.
    const isRequirement = node.entries.some(({ key }) => key === "operator");
    if (isRequirement && name?.kind === "scalar" && name.value !== namespaceLabel) return;
    for (const entry of node.entries) {
      if (this.#isFixed(node, entry) || this.#isLabels(entry)) continue;
      // An env variable's or an expression's name says what its value is.
      if (injectionAnnotations.includes(entry.key)) this.#reference(entry.value);
      const named = name?.kind === "scalar" && (entry.key === "value" || entry.key === "values");
      const given = (named && entry.key === "value") || entry.key === "args" || entry.key === "command";
      this.visit(entry.value, leadOf(named ? name.value : entry.key), given);
    }
  }

  /** Whether an entry holds labels; of these only the one that Kubernetes sets is a namespace. */
  #isLabels({ key, value: labels }: Entry): boolean {
    if (!labelMaps.has(key)) return false;
    if (labels.kind === "scalar") return true;
    if (!isLabelMap(labels)) return false;
    const own = entryOf(labels, namespaceLabel);
    if (own) this.visit(own.value, leadOf(own.key));
    return true;
  }

  /** `<namespace>/<name>`, where the field says that it is a reference. */
  #reference(node: Node): void {
    const own = this.#words?.namespace ?? "";
    if (node.kind !== "scalar" || own === "" || !node.value.startsWith(`${own}/`)) return;
    const start = node.start + this.#manifest.document.text.slice(node.start, node.end).indexOf(own);
    this.edits.push({ start, end: start + own.length, replacement: [output(this.#expression)], reason });
  }

  /** An image, the name of something (`roleRef.name`, `secretName`), and a namespace that must stay what it is. */
  #isFixed(node: MappingNode, { key, value: content }: Entry): boolean {
    if (key === "image") return true;
    const isName = /^name$|Name$/.test(key);
    if (isName && content.kind === "scalar" && content.value === this.#words?.namespace) return true;
    // Also of a role that is not in the sources: nobody else could rename it.
    if (key === "name" && node === nodeAt(this.#manifest.document.root, ["roleRef"])) return true;
    if (node !== nodeAt(this.#manifest.document.root, ["metadata"])) return false;
    return key === "name" || (key === "namespace" && isAuthenticationReader(this.#manifest));
  }

  #scalar(node: ScalarNode, lead: string): void {
    const words = this.#words;
    const own = words?.namespace ?? "";
    if (!words || !node.value.includes(own) || isEdited(node, [...this.#earlier, ...this.edits])) return;
    const source = this.#manifest.document.text;
    // In whatever style: of a block string the lead is on the line above.
    if (node.value === own && findNamespaceTokens(lead + own, words).length > 0) {
      const whole =
        node.style === "plain"
          ? [output(quoted(this.#expression))]
          : [text('"'), output(this.#expression), text('"')];
      this.edits.push({ start: node.start, end: node.end, replacement: whole, reason });
      return;
    }
    const written = source.slice(node.start, node.end);
    const read = node.style === "double-quoted" ? withEscapesRead(written) : written;
    for (const token of findNamespaceTokens(lead + read, words)) {
      const start = node.start + token.start - lead.length;
      if (start < node.start) continue;
      const end = start + own.length;
      this.edits.push({ start, end, replacement: [output(this.#expression)], reason });
      this.diagnostics.push({
        severity: "info",
        code: "transform/namespace-in-text",
        message: `The namespace "${own}" inside a longer text follows the release's namespace.`,
        position: positionAtOffset(this.#manifest, start),
      });
    }
  }
}

/** Text between double quotes with each escape as blanks and the character it means, so that offsets stay. */
function withEscapesRead(written: string): string {
  return written.replace(/\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|(.))/g, (found, byte, unit, sign) => {
    const code = byte ?? unit;
    const character =
      code === undefined ? (breaks.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(code, 16));
    return character.padStart(found.length);
  });
}

const breaks: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/** https://kubernetes.io/docs/reference/labels-annotations-taints/#kubernetes-io-metadata-name */
const namespaceLabel = "kubernetes.io/metadata.name";

/** Fields whose maps hold labels. */
const labelMaps = new Set(["labels", "matchLabels", "selector", "nodeSelector"]);

/** Whether all values are scalars: a label selector with matchLabels is a map of maps. */
function isLabelMap(node: Node): boolean {
  return node.kind === "mapping" && node.entries.every(({ value: label }) => label.kind === "scalar");
}

/** A key as findNamespaceTokens reads it; matchNames and the well-known label hold namespaces. */
function leadOf(key: string): string {
  return key === "matchNames" || key === namespaceLabel ? "namespace: " : `${key}: `;
}

/** An object without a namespace lands in the release's; with namespaceOverride it has to say where it goes. */
function followOverride(manifest: Manifest, { set, scopeOf }: TransformContext): readonly Edit[] {
  const metadata = nodeAt(manifest.document.root, ["metadata"]);
  const isPlaced = manifest.reference.namespace !== undefined || scopeOf(manifest) !== "Namespaced";
  if (set.operator.sourceNamespace === undefined || isPlaced || !isFilledMapping(metadata)) return [];
  const { text: source } = manifest.document;
  const column = columnOf(source, metadata.start);
  const override = value("namespaceOverride");
  return [
    appendEntries(
      source,
      metadata,
      [
        newLine(column),
        { kind: "with", expression: override },
        newLine(column),
        text("namespace: "),
        output(quoted({ kind: "object", name: "." })),
        newLine(column),
        { kind: "end" },
      ],
      reason,
    ),
  ];
}
