// Custom resources against their CRDs, with the words of kubectl's and the API server's field validation:
// https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import { type Manifest, positionAtOffset, positionOf } from "../parse/manifest.ts";
import type { FieldValidation } from "../project/project.ts";
import { entryOf, nodeAt, type PathStep } from "../yaml/tree.ts";
import type { CustomResource } from "./operator.ts";
import { customResourceFaults, type FieldFault } from "./structural-schema.ts";

/** More known fields than these are not all named. */
const mostNames = 12;

/**
 * The CR with the fields that its CRD does not have. `strict`: each is an error, as under Helm 4, whose server-side
 * apply refuses it; `warn`: each is a warning, and left out of the chart, as the API server drops it under Helm 3. A
 * value that the API server would refuse is an error with both.
 */
export function validateFields(
  customResource: CustomResource,
  validation: FieldValidation,
  diagnostics: Diagnostic[],
): CustomResource {
  const { manifest, version } = customResource;
  if (!version.schema) return customResource;
  const faults = customResourceFaults(manifest.object, version.schema);
  diagnostics.push(...faults.map((fault) => describe(fault, customResource, validation)));
  return {
    ...customResource,
    unknownFields: faults.flatMap(({ kind, path }) => (kind === "unknown" ? [path] : [])),
  };
}

function describe(
  fault: FieldFault,
  { manifest, crd, version }: CustomResource,
  validation: FieldValidation,
): Diagnostic {
  const name = `${crd.kind} "${manifest.reference.name}"`;
  const path = formatFieldPath(fault.path);
  const position = positionOfField(manifest, fault.path);
  const schema = `${crd.manifest.reference.name}, version ${version.name}`;
  if (fault.kind === "invalid") {
    return {
      severity: "error",
      code: "classify/invalid-field",
      message: `The API server refuses ${path === "" ? "" : `"${path}" of `}${name}.`,
      position,
      found: fault.found,
      expected: `${fault.expected}, by the CRD ${schema}`,
      hint: "Write what the CRD asks for, or give the CRD that belongs to this custom resource.",
    };
  }
  const key = String(fault.path.at(-1));
  const parent = formatFieldPath(fault.path.slice(0, -1));
  const known = nearest(key, fault.known);
  const names =
    fault.known.length === 0
      ? "no field"
      : fault.known.slice(0, mostNames).join(", ") + (fault.known.length > mostNames ? ", …" : "");
  return {
    severity: validation === "strict" ? "error" : "warning",
    code: "classify/unknown-field",
    message: `${name} has a field that its CRD does not know.`,
    position,
    found: path,
    expected:
      known === undefined
        ? `${names}${parent === "" ? "" : ` in ${parent}`}, by the CRD ${schema}`
        : `${formatFieldPath([...fault.path.slice(0, -1), known])}, by the CRD ${schema}`,
    hint:
      validation === "strict"
        ? `${known === undefined ? "Take the field out." : `Did you mean "${known}"?`} Helm 4 refuses unknown fields; with --field-validation warn the chart leaves them out.`
        : "The chart leaves the field out, as the API server would.",
  };
}

/** `spec.hosts[0].name`. */
function formatFieldPath(path: readonly PathStep[]): string {
  return path
    .map((step, index) => (typeof step === "number" ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join("");
}

/** Where the field's key stands, or its nearest parent that the text has. */
function positionOfField(manifest: Manifest, path: readonly PathStep[]): Diagnostic["position"] & object {
  const key = path.at(-1);
  const parent = nodeAt(manifest.document.root, path.slice(0, -1));
  const entry = typeof key === "string" ? entryOf(parent, key) : undefined;
  return entry ? positionAtOffset(manifest, entry.start) : positionOf(manifest, path);
}
