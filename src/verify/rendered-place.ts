// Where in its template a part of a rendered document comes from.
import { positionAt } from "../diagnostics/position.ts";
import { nodeAt, type PathStep } from "../yaml/tree.ts";
import { type CheckedChart, filePath, lineFollower, placesOf } from "./place.ts";
import type { RenderedDocument } from "./rendered.ts";
import type { Place } from "./report.ts";

/** The line of the template for the field at `path`, or its nearest parent, of a document of the chart `name`. */
export function renderedPlace(
  charts: readonly CheckedChart[],
  name: string,
  document: RenderedDocument,
  path: readonly PathStep[] = [],
): Place {
  const checked = charts.find(({ chart }) => chart.plan.name === name);
  const text = checked?.files.get(document.templatePath);
  if (!checked || text === undefined)
    return { file: templateFile(charts, name, document), line: 1, column: 1 };
  const { line, column } = templateLines(text, document)(path);
  return placesOf(checked, document.templatePath, line, column).template;
}

/** Where in the template `text` the fields of a document stand that was rendered from it, or their nearest parents. */
export function templateLines(
  text: string,
  document: RenderedDocument,
): (path: readonly PathStep[]) => { readonly line: number; readonly column: number } {
  const part = partFor(text, document);
  const follow = lineFollower(document.text, part.text);
  const lines = text.split("\n");
  return (path) => {
    const root = document.document?.root;
    let length = path.length;
    while (length > 0 && !nodeAt(root, path.slice(0, length))) length -= 1;
    const node = nodeAt(root, path.slice(0, length));
    const { line } = positionAt(document.templatePath, document.text, node?.start ?? 0);
    const found = part.firstLine + follow(line - 1);
    const indent = /^\s*/.exec(lines[found] ?? "")?.[0].length ?? 0;
    return { line: found + 1, column: indent + 1 };
  };
}

/** The part between two `---` of the template that has most lines of `document`, with its first line (from 0). */
function partFor(
  text: string,
  document: RenderedDocument,
): { readonly text: string; readonly firstLine: number } {
  const lines = new Set(document.text.split("\n"));
  let best = { text, firstLine: 0 };
  let most = 0;
  let firstLine = 0;
  for (const part of text.split(/^(?=---\s*$)/m)) {
    const own = part.split("\n");
    const common = own.filter((line) => line.trim() !== "" && lines.has(line)).length;
    if (common > most) best = { text: part, firstLine };
    most = Math.max(most, common);
    firstLine += own.length - 1;
  }
  return best;
}

/** The template of a rendered document, as people find it. */
export function templateFile(
  charts: readonly CheckedChart[],
  name: string,
  { templatePath }: RenderedDocument,
): string {
  const checked = charts.find(({ chart }) => chart.plan.name === name);
  return checked ? filePath(checked, templatePath) : `${name}/${templatePath}`;
}
