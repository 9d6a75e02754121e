// Certificates: made by cert-manager as the source has it, or brought by the administrator.
import { once } from "../classify/once.ts";
import type { Operator } from "../classify/operator.ts";
import { field, isObject } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { isAmong } from "../plan/lookup.ts";
import { type Edit, isEdited } from "../template/edit.ts";
import {
  call,
  type Expression,
  type Fragment,
  literal,
  output,
  quoted,
  text,
  value,
} from "../template/expression.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import { appendEntries, columnOf, isFilledMapping, newLine, wrapEntry } from "./block-edits.ts";
import { base64Text } from "./setting-schema.ts";
import { combine, type Transform, type Transformed } from "./transform-context.ts";
import type { Value } from "./value.ts";
import { hasInjectedCa, injectionAnnotations } from "./webhooks.ts";

const reason = "certificates";

/** True when the chart leaves certificates to cert-manager. */
export const usesCertManager: Expression = call("eq", value("certificates", "mode"), literal("cert-manager"));

/** Whether any object of the source is cert-manager's or has its CA filled in by it. */
const needsCertManager = once(
  ({ certificates, manifests }: Operator) => certificates.length > 0 || manifests.some(hasInjectedCa),
);

/** Exposes the choice, and takes cert-manager's annotations out where another certificate is used. */
export const certificates: Transform = (manifest, context, earlier) => {
  if (!needsCertManager(context.set.operator)) return {};
  const isCertificate = isAmong(context.set.operator.certificates, manifest);
  const injected = hasInjectedCa(manifest);
  if (!isCertificate && !injected) return {};
  return combine([
    { values: certificateValues },
    ...(injected
      ? [injection(manifest), ...clientConfigs(manifest).map((path) => caBundle(manifest, path, earlier))]
      : []),
  ]);
};

const certificateValues: readonly Value[] = [
  {
    path: ["certificates"],
    role: "section",
    description: "The certificates of the operator's webhooks.",
    schema: {},
  },
  {
    path: ["certificates", "mode"],
    default: "cert-manager",
    description:
      "Who makes them: cert-manager, or manual, which leaves out all that needs cert-manager; then the Secrets that the operator mounts must exist and caBundle must be set.",
    schema: { type: "string", enum: ["cert-manager", "manual"] },
  },
];

const caBundleValue: Value = {
  path: ["certificates", "caBundle"],
  default: "",
  description: "The CA that signed the certificates, PEM in base64; used when mode is manual.",
  // The text of a PEM file as it is would be refused by the API server, and not by its name.
  schema: base64Text,
};

function injection(manifest: Manifest): Transformed {
  const annotations = nodeAt(manifest.document.root, ["metadata", "annotations"]);
  const { text: source } = manifest.document;
  const edits = injectionAnnotations.flatMap((key) => {
    const entry = entryOf(annotations, key);
    return entry
      ? wrapEntry(source, entry, [{ kind: "if", expression: usesCertManager }], [{ kind: "end" }], reason)
      : [];
  });
  const conditionalAnnotations = injectionAnnotations.map((key) => ({ key, when: usesCertManager }));
  return { edits, conditionalAnnotations };
}

function clientConfigs(manifest: Manifest): readonly (readonly PathStep[])[] {
  if (manifest.object.kind === "CustomResourceDefinition")
    return [["spec", "conversion", "webhook", "clientConfig"]];
  if (manifest.object.kind === "APIService") return [["spec"]];
  const webhooks = field(manifest.object, "webhooks");
  return Array.isArray(webhooks) ? webhooks.map((_, index) => ["webhooks", index, "clientConfig"]) : [];
}

function caBundle(manifest: Manifest, path: readonly PathStep[], earlier: readonly Edit[]): Transformed {
  const client = nodeAt(manifest.document.root, path);
  if (!isFilledMapping(client) || !isObject(field(manifest.object, ...path))) return {};
  const existing = entryOf(client, "caBundle");
  if (existing && !isEdited(existing, earlier)) return {};
  const { text: source } = manifest.document;
  const column = columnOf(source, client.start);
  // Without a value the field is somebody else's.
  const manual: Expression = call(
    "and",
    call("eq", value("certificates", "mode"), literal("manual")),
    value("certificates", "caBundle"),
  );
  const lines: readonly Fragment[] = [
    newLine(column),
    { kind: "if", expression: manual },
    newLine(column),
    text("caBundle: "),
    output(quoted(value("certificates", "caBundle"))),
    newLine(column),
    { kind: "end" },
  ];
  return { edits: [appendEntries(source, client, lines, reason)], values: [caBundleValue] };
}
