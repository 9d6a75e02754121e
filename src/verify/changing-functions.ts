// Template functions whose result changes from one rendering to the next, or with what the cluster holds: a rendered
// object must use none. A template that renders nothing, as the preflight, may.
import { type CheckedChart, placesAt } from "./place.ts";
import type { Rendering } from "./rendered.ts";
import type { Finding } from "./report.ts";
import type { Command, Pipeline } from "./template-pipeline.ts";
import { TemplateSyntaxError } from "./template-tokens.ts";
import { parseTemplate, type TemplateNode } from "./template-tree.ts";

/** https://masterminds.github.io/sprig and https://helm.sh/docs/chart_template_guide/function_list */
const changing = new Set([
  ...["now", "ago", "lookup", "getHostByName", "uuidv4", "shuffle", "bcrypt", "htpasswd", "encryptAES"],
  ...["randAlphaNum", "randAlpha", "randAscii", "randNumeric", "randBytes", "randInt"],
  ...["genPrivateKey", "genCA", "genCAWithKey", "genSelfSignedCert", "genSelfSignedCertWithKey"],
  ...["genSignedCert", "genSignedCertWithKey"],
]);

/** What a file, or the body of a named template, uses: such functions, and named templates. */
interface Uses {
  readonly file: string;
  readonly functions: { readonly name: string; readonly offset: number }[];
  readonly includes: string[];
  /** What the names begin with of named templates whose names the template puts together. */
  readonly beginnings: string[];
}

/** Where a template uses such a function. */
export interface ChangingUse {
  readonly file: string;
  readonly name: string;
  readonly offset: number;
}

/** The uses that can reach an object of one of `renderings`. */
export function checkChangingFunctions(
  checked: CheckedChart,
  renderings: readonly Rendering[],
): readonly Finding[] {
  const name = checked.chart.plan.name;
  const rendered = renderings.flatMap(({ charts }) =>
    (charts.get(name) ?? []).map(({ templatePath }) => templatePath),
  );
  return findChangingUses(checked.files, new Set(rendered)).map(
    (use): Finding => ({
      check: "determinism",
      severity: "error",
      message: `"${use.name}" gives another result each time, or in each cluster`,
      chart: name,
      hint: "Make it a value that the user gives.",
      ...placesAt(checked, use.file, use.offset),
    }),
  );
}

/** The uses that can reach what the templates `rendered` render; `files` are those of the chart. */
export function findChangingUses(
  chartFiles: ReadonlyMap<string, string>,
  rendered: ReadonlySet<string>,
): readonly ChangingUse[] {
  const bodies = new Map<string, Uses>();
  const files = new Map<string, Uses>();
  for (const [file, text] of chartFiles) {
    if (/^(?:charts\/[^/]+\/)*templates\//.test(file)) files.set(file, readUses(file, text, bodies));
  }
  const reached = new Map<string, Uses>();
  const follow = (uses: Uses, key: string): void => {
    if (reached.has(key)) return;
    reached.set(key, uses);
    for (const [name, body] of bodies) {
      const isIncluded =
        uses.includes.includes(name) || uses.beginnings.some((text) => name.startsWith(text));
      if (isIncluded) follow(body, `template ${name}`);
    }
  };
  for (const [file, uses] of files) if (rendered.has(file)) follow(uses, file);
  return [...reached.values()].flatMap(({ file, functions }) =>
    functions.map(({ name, offset }) => ({ file, name, offset })),
  );
}

/** What `text` uses outside of the named templates that it defines; what these use goes to `bodies`. */
function readUses(file: string, text: string, bodies: Map<string, Uses>): Uses {
  const uses: Uses = { file, functions: [], includes: [], beginnings: [] };
  try {
    collectNodes(parseTemplate(text), uses, bodies);
  } catch (error) {
    // The check of the values tells it.
    if (!(error instanceof TemplateSyntaxError)) throw error;
  }
  return uses;
}

function collectNodes(nodes: readonly TemplateNode[], uses: Uses, bodies: Map<string, Uses>): void {
  for (const node of nodes) {
    if (node.kind === "define" || node.kind === "block") {
      const body: Uses = { file: uses.file, functions: [], includes: [], beginnings: [] };
      bodies.set(node.name, body);
      collectNodes(node.body, body, bodies);
    }
    if (node.kind === "template" || node.kind === "block") uses.includes.push(node.name);
    if ("pipeline" in node) collectPipeline(node.pipeline, uses);
    if ("context" in node && node.context) collectPipeline(node.context, uses);
    if ("otherwise" in node) {
      collectNodes(node.body, uses, bodies);
      collectNodes(node.otherwise, uses, bodies);
    }
  }
}

function collectPipeline({ commands }: Pipeline, uses: Uses): void {
  for (const command of commands) {
    collectInclude(command, uses);
    for (const { base, offset } of command) {
      if (base.kind === "group") collectPipeline(base.pipeline, uses);
      if (base.kind === "function" && changing.has(base.text))
        uses.functions.push({ name: base.text, offset });
    }
  }
}

function collectInclude([first, second]: Command, uses: Uses): void {
  if (first?.base.kind !== "function" || first.base.text !== "include") return;
  if (second?.base.kind === "string") uses.includes.push(second.base.text);
  if (second?.base.kind === "group") uses.beginnings.push(...beginningOf(second.base.pipeline));
}

/** `chart.provider.` of `printf "chart.provider.%s.parts" …`. */
function beginningOf({ commands }: Pipeline): readonly string[] {
  const [name, format] = commands[0] ?? [];
  const isPrintf = name?.base.kind === "function" && name.base.text === "printf";
  return isPrintf && format?.base.kind === "string" ? [format.base.text.split("%", 1)[0] ?? ""] : [];
}
