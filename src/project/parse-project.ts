// The text of a project file → Project, every fault with its place. Reading the file is load's.

import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { excerptOf } from "../diagnostics/excerpt.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";
import { parseDocument } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";
import type { Entry, Node, PathStep } from "../yaml/tree.ts";
import { Explanation, offsetOf } from "./explain-issues.ts";
import type { Project } from "./project.ts";

/** A project and where its fields stand; without a project, `diagnostics` says why. */
export interface ParsedProject {
  readonly project?: Project;
  readonly diagnostics: readonly Diagnostic[];
  /** The position of the value at `path`, or of its key; of its nearest parent where it does not exist. */
  readonly positionOf: (path: readonly PathStep[], part?: "key" | "value") => Position;
}

/** Parses the text of the project file `name`. Asynchronous, because zod is loaded only now. */
export async function parseProject(name: string, text: string): Promise<ParsedProject> {
  const documents = splitStream(normaliseLineBreaks(text));
  const [only, second] = documents;
  const start: Position = { source: name, line: 1, column: 1, text: "" };
  if (!only) return failure(start, "The project file is empty.", "no content", "a chartwright project");
  if (second) {
    const place = positionAt(name, second.text, second.text.search(/\S/), second.firstLine);
    return failure(
      place,
      "The project file holds several documents.",
      `${documents.length} documents`,
      "one",
    );
  }
  const parsed = parseDocument(only.text);
  const placeAt = (offset: number) => positionAt(name, only.text, offset, only.firstLine);
  if (!parsed.ok) {
    const place = placeAt(parsed.fault.offset);
    const message = parsed.isSyntax
      ? "The project file is not valid YAML."
      : "The project file holds what no project can.";
    return failure(place, message, parsed.fault.message, "one YAML mapping");
  }
  const [other] = otherKeys(parsed.document.root, parsed.document.data);
  if (other) return notText(placeAt(other.start), other.key);
  const twice = parsed.faults.find((fault) => fault.message.includes("twice"));
  if (twice)
    return failure(placeAt(twice.offset), "A key stands twice.", "the same key again", "each key once");
  const { projectSchema, projectJsonSchema } = await import("./schema.ts");
  const result = projectSchema.safeParse(parsed.document.data);
  const positionOf: ParsedProject["positionOf"] = (path, part) =>
    placeAt(offsetOf(parsed.document, path, part));
  if (result.success) return { project: result.data, diagnostics: [], positionOf };
  const explain = new Explanation(parsed.document, projectJsonSchema(), placeAt);
  return { diagnostics: explain.issues(result.error.issues), positionOf };
}

function failure(position: Position, message: string, found: string, expected: string): ParsedProject {
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "project/invalid",
    message,
    position,
    found: excerptOf(found),
    expected,
    hint: "`chartwright init` writes a project file that is complete and explained.",
  };
  return { diagnostics: [diagnostic], positionOf: () => position };
}

/** A key that YAML reads as a truth or a number, as it does `y`. */
function notText(position: Position, key: string): ParsedProject {
  const diagnostic: Diagnostic = {
    severity: "error",
    code: "project/invalid",
    message: "A key is not read as it is written.",
    position,
    found: `${excerptOf(key)}, which YAML reads as a truth or a number`,
    expected: "a text",
    hint: `Put it in quotes: "${key}".`,
  };
  return { diagnostics: [diagnostic], positionOf: () => position };
}

/** Entries whose keys are others in the data. */
function otherKeys(node: Node | undefined, data: unknown): readonly Entry[] {
  if (typeof data !== "object" || data === null) return [];
  const inside = (value: Node, step: PathStep) => otherKeys(value, (data as Record<PathStep, unknown>)[step]);
  if (node?.kind === "sequence") return node.items.flatMap((item, index) => inside(item, index));
  if (node?.kind !== "mapping") return [];
  return node.entries.flatMap((entry) =>
    entry.key === "<<" || Object.hasOwn(data, entry.key) ? inside(entry.value, entry.key) : [entry],
  );
}
