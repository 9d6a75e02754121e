// What Helm says when it renders a chart, as findings: a refusal is an error, a remark beside a rendering a warning.
import type { PathStep } from "../yaml/tree.ts";
import { chartFilePlaces, placesNamed } from "./helm-words.ts";
import { type CheckedChart, followLine, type Places, placesOf } from "./place.ts";
import type { RenderedDocument } from "./rendered.ts";
import type { Finding } from "./report.ts";
import type { HelmOutcome } from "./run-helm.ts";
import { sourceOfValue, ValuesFile } from "./values-file.ts";
import { formatPath } from "./wording.ts";

/** `broken`: what was rendered although it is no YAML, where Helm's complaint is about that. */
export function readRenderOutcome(
  checked: CheckedChart,
  { passed, stderr }: HelmOutcome,
  broken: readonly RenderedDocument[] = [],
): readonly Finding[] {
  const text = plainWords(stderr);
  if (passed && text === "") return [];
  const refused = passed ? [] : refusedValues(checked, text);
  if (refused.length > 0) return refused;
  return [
    {
      check: "render",
      severity: passed ? "warning" : "error",
      message: text === "" ? "Helm does not render the chart" : text,
      chart: checked.chart.plan.name,
      ...(placesInRendering(checked, text, broken) ??
        placesNamed(checked, text) ??
        (passed ? {} : chartFilePlaces(checked, text))),
    },
  ];
}

/** Whether Helm's complaint is about a line of what it rendered, which it prints with `--debug` only. */
export function isAboutRendering({ passed, stderr }: HelmOutcome): boolean {
  return !passed && renderingFault.test(stderr);
}

const renderingFault = /YAML parse error on (\S+): .*\byaml: line (\d+):/;

/**
 * Helm's words without what is no part of them: the times of log lines, advice on how to call Helm, and the
 * different line breaks of Helm 3 and 4.
 */
function plainWords(stderr: string): string {
  return stderr
    .replace(/^Use --debug flag to render out invalid YAML$/m, "")
    .replace(/^(?:Error: |\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d |time=\S+ )/gm, "")
    .replace(/\btemplate: (?=\S+:\d+:\d+:)/g, "")
    .replace(/:\n(?! *- )\s*/g, ": ")
    .replace(/(:\d+:\d+):?\s+(?=executing )/g, "$1: ")
    .trim();
}

/** The place in the template of the line (from 1) of its rendering that Helm's words name. */
function placesInRendering(
  checked: CheckedChart,
  text: string,
  broken: readonly RenderedDocument[],
): Places | undefined {
  const [, name = "", line] = renderingFault.exec(text) ?? [];
  const file = name.slice(name.indexOf("/") + 1);
  const rendered = broken.find(({ templatePath }) => templatePath === file)?.text;
  const template = checked.files.get(file);
  if (rendered === undefined || template === undefined) return undefined;
  const start = rendered.indexOf("\n", rendered.indexOf("# Source: ")) + 1;
  const found = followLine(rendered.slice(start), template, Number(line) - 1);
  const indent = /^\s*/.exec(template.split("\n")[found] ?? "")?.[0].length ?? 0;
  return placesOf(checked, file, found + 1, indent + 1);
}

/**
 * The chart's own values that its schema refuses: `- at '/a/b': …` since Helm 3.18, `- a.b: …` before. The words
 * behind differ from one Helm to the other, so the first one's are kept beside.
 */
function refusedValues(checked: CheckedChart, text: string): readonly Finding[] {
  if (!/values don't meet the specifications of the schema/.test(text)) return [];
  const file = new ValuesFile(checked);
  return text.split("\n").flatMap((line): readonly Finding[] => {
    const match = /^- (?:at '([^']*)'|([^:]*)): (.*)$/.exec(line);
    if (!match) return [];
    const [, pointer, dotted = "", words = ""] = match;
    const map = pointer === undefined ? dottedPath(dotted) : pointerPath(pointer);
    return unknownKeys(words).map((keys) => {
      const path = [...map, ...keys];
      const source = sourceOfValue(checked, path);
      return {
        check: "render",
        severity: "error",
        message:
          path.length === 0
            ? "the schema refuses the chart's own values"
            : `the schema refuses the chart's own "${formatPath(path)}"`,
        chart: checked.chart.plan.name,
        path: formatPath(path),
        template: file.place(path),
        ...(source ? { source } : {}),
        words,
      };
    });
  });
}

function pointerPath(pointer: string): readonly PathStep[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => toStep(step.replaceAll("~1", "/").replaceAll("~0", "~")));
}

function dottedPath(dotted: string): readonly PathStep[] {
  return dotted === "(root)" ? [] : dotted.split(".").map(toStep);
}

function toStep(step: string): PathStep {
  return /^\d+$/.test(step) ? Number(step) : step;
}

/** The keys that a refusal of unknown keys names, each as the rest of a path; the empty rest for other refusals. */
function unknownKeys(words: string): readonly (readonly string[])[] {
  const named = /^additional propert(?:y|ies) (.*?) (?:is )?not allowed$/i.exec(words)?.[1];
  if (named === undefined) return [[]];
  return named.split(", ").map((key) => [key.replace(/^'(.*)'$/, "$1")]);
}
