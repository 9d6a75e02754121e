// One object of the source against the document that Helm rendered for it, field by field.
import type { ChartObject } from "../emit/chart.ts";
import { field, type Json, type KubernetesObject, type ObjectReference } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { stepDifferences } from "../transform/chart-template.ts";
import { parseDocument } from "../yaml/document.ts";
import { exactInteger } from "../yaml/kubernetes-scalars.ts";
import { type Node, nodeAt, type PathStep } from "../yaml/tree.ts";
import { type Change, compareValues } from "./compare.ts";
import { applyDifferences, type ExpectedObject, type StaleDifference } from "./differences.ts";
import { type CheckedChart, sourcePlace, templatePlace } from "./place.ts";
import type { RenderedDocument } from "./rendered.ts";
import { renderedPlace } from "./rendered-place.ts";
import type { Finding } from "./report.ts";
import { describeChange, formatPath, formatValue } from "./wording.ts";

/** An object of the source in its chart. `reference` is its name once the listed differences are applied. */
export interface Subject {
  readonly checked: CheckedChart;
  readonly object: ChartObject;
  readonly reference: ObjectReference;
}

/** What is not as the source has it and the list of differences says. */
export function compareDocument(
  subject: Subject,
  document: RenderedDocument,
  rendered: KubernetesObject,
): readonly Finding[] {
  const { object } = subject;
  const expected = applyDifferences(object.manifest.object, object.differences, rendered);
  const changes = compareValues(expected.object, rendered);
  return [
    ...patchFindings(subject),
    ...expected.stale.map((stale) => staleFinding(subject, stale)),
    ...changes.map((change) => ({
      ...changeFinding(subject, change, expected, rendered),
      // What is added has no line of the source, but one of the template.
      ...(change.kind === "added"
        ? {
            template: renderedPlace(
              [subject.checked],
              subject.checked.chart.plan.name,
              document,
              change.path,
            ),
          }
        : {}),
    })),
    ...inexactIntegers(object.manifest, document, expected.object, rendered).map((change) =>
      changeFinding(subject, change, expected, rendered),
    ),
    ...repeatedKeys(object.manifest, document).map((message) => finding(subject, { message })),
  ];
}

/** Whether the source, with what is listed of each patch, is what the rendering was compared with. */
function patchFindings(subject: Subject): readonly Finding[] {
  const { object, patches = [] } = subject.object.manifest;
  return patches.flatMap((step, index) => {
    const after = patches[index + 1]?.before ?? object;
    const expected = applyDifferences(step.before, stepDifferences(step), after);
    const changes = compareValues(expected.object, after);
    return [
      ...expected.stale.map((stale) => staleFinding(subject, stale)),
      ...changes.map(({ path }) =>
        finding(subject, { message: `is otherwise than what is listed (${step.reason})`, path }),
      ),
    ];
  });
}

function changeFinding(
  subject: Subject,
  change: Change,
  expected: ExpectedObject,
  rendered: KubernetesObject,
): Finding {
  const listed = expected.applied.find(({ path }) => formatPath(path) === formatPath(change.path));
  const message = describeChange(change, expected.object, rendered);
  return finding(subject, {
    message: listed ? `${message}, and not what is listed (${listed.reason})` : message,
    path: change.path,
    ...(change.found === undefined ? {} : { found: formatValue(change.found) }),
    ...(change.expected === undefined ? {} : { expected: formatValue(change.expected) }),
  });
}

function staleFinding(subject: Subject, { difference, side, found }: StaleDifference): Finding {
  const place = `"${formatPath(difference.path)}" (${difference.reason})`;
  return finding(subject, {
    message:
      side === "source"
        ? `the listed difference at ${place} does not fit the source`
        : `the listed difference at ${place} does not occur`,
    path: difference.path,
    found: formatValue(found),
    expected: formatValue(side === "source" ? difference.source : difference.rendered),
  });
}

export interface FindingParts {
  readonly message: string;
  readonly path?: readonly PathStep[];
  readonly found?: string;
  readonly expected?: string;
  readonly hint?: string;
}

/** An error of parity at `path`, with the places that belong to it. */
export function finding(subject: Subject, { path = [], ...parts }: FindingParts): Finding {
  const { checked, object, reference } = subject;
  const template = templatePlace(checked, object, path);
  return {
    check: "parity",
    severity: "error",
    chart: checked.chart.plan.name,
    object: reference,
    ...parts,
    ...(path.length > 0 ? { path: formatPath(path) } : {}),
    source: sourcePlace(object, path),
    ...(template ? { template } : {}),
  };
}

/**
 * Integers past 2^53 that are equal as JavaScript numbers and are not in the text: Kubernetes keeps all 64 bits,
 * and a value that went through Helm's values has lost some.
 */
function inexactIntegers(
  manifest: Manifest,
  document: RenderedDocument,
  expected: Json,
  rendered: Json,
): readonly Change[] {
  if (!/[0-9]{16}|0[xob]/i.test(manifest.document.text)) return [];
  return [...unsafeIntegers(expected, [])].flatMap((path): readonly Change[] => {
    const before = scalarText(manifest.document.root, path);
    const after = scalarText(document.document?.root, path);
    if (before === undefined || after === undefined || exactInteger(before) === exactInteger(after))
      return [];
    if (field(expected, ...path) !== field(rendered, ...path)) return [];
    return [{ kind: "changed", path, expected: before, found: after }];
  });
}

function* unsafeIntegers(value: Json, path: readonly PathStep[]): Generator<readonly PathStep[]> {
  if (typeof value === "number") {
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) yield path;
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unsafeIntegers(item, [...path, index]);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* unsafeIntegers(item, [...path, key]);
  }
}

function scalarText(root: Node | undefined, path: readonly PathStep[]): string | undefined {
  const node = nodeAt(root, path);
  return node?.kind === "scalar" ? node.value : undefined;
}

/** A key that stands twice in one mapping of the rendering: Helm 4 refuses it, and one of the values is lost. */
function repeatedKeys(manifest: Manifest, document: RenderedDocument): readonly string[] {
  if (document.faults.length === 0) return [];
  const original = parseDocument(manifest.document.text);
  const own = original.ok ? original.faults.length : 0;
  return document.faults.slice(own).map((fault) => `${fault.message} of the rendering`);
}
