// Manifests of a few lines, classified; for the tests of this folder.

import { type ClassifyOptions, type ClassifyResult, classify } from "../../src/classify/classify.ts";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { parse } from "../../src/parse/parse.ts";

/** Classifies a stream of documents, which must parse. */
export function classified(text: string, options: ClassifyOptions = {}): ClassifyResult {
  const { manifests, diagnostics } = parse([{ name: "a.yaml", text }]);
  if (hasErrors(diagnostics)) throw new Error(diagnostics.map(renderDiagnostic).join("\n"));
  return classify(manifests, options);
}

/** What classification says, as the user sees it. */
export function said({ diagnostics }: ClassifyResult): string {
  return diagnostics.map(renderDiagnostic).join("\n\n");
}

/** A document: `kind` at `apiVersion`, named `namespace/name` or `name`, with more lines at column 0. */
export function document(apiVersion: string, kind: string, name: string, more = ""): string {
  const [first = "", second] = name.split("/");
  const place = second === undefined ? `{name: ${first}}` : `{name: ${second}, namespace: ${first}}`;
  return `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${place}\n${more}`;
}

/** A Deployment with one container. */
export function deployment(name: string, account = "", kind = "Deployment"): string {
  const accountLine = account === "" ? "" : `serviceAccountName: ${account}, `;
  return document(
    "apps/v1",
    kind,
    name,
    `spec: {template: {spec: {${accountLine}containers: [{name: main, image: "a:1"}]}}}\n`,
  );
}

/** A CRD of the group example.org with one version, which is stored. */
export function crd(kind: string, scope = "Namespaced", more = ""): string {
  const plural = `${kind.toLowerCase()}s`;
  return document(
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    `${plural}.example.org`,
    `spec:\n  group: example.org\n  names: {kind: ${kind}, plural: ${plural}}\n  scope: ${scope}\n  versions:\n  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n${more}`,
  );
}
