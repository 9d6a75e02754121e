// The life of a chart set as pictures: a rail from the first step of a phase to its last, each step with a sign of who does
// it, and a way back from a step that refuses. SVG breaks no lines, so lines are broken here by the widths of letters.
import type { ChartSet } from "../emit/chart.ts";
import { type Html, html, when } from "./html.ts";
import { lifeOf } from "./life.ts";
import type { LifePhase, LifeStep } from "./life-step.ts";
import { type Section, section } from "./section.ts";

const width = 340;
const rail = 26;
const textLeft = 52;
const lineHeight = 17;
/** Characters to a line: of a monospaced command, of a title, of what stands below it. */
const longest = { command: 36, title: 40, detail: 46 } as const;
const gap = 20;

const signs = {
  command: "you type",
  helm: "Helm does",
  hook: "a hook of the chart",
  guard: "may refuse",
  cluster: "the cluster does",
  stays: "is there at the end",
} as const;

/** The section: a picture for each phase, and what the signs mean. */
export function lifeSection(set: ChartSet): Section {
  const { uninstall } =
    set.plan.operator.customResources.length > 0 ? uninstallOf(set) : { uninstall: undefined };
  return section(
    "life",
    "The life of the charts",
    html`
<p>What happens, in this order, with the layout <b>${set.plan.layout}</b>${when(uninstall, () => html` and the uninstall strategy <b>${uninstall?.strategy}</b>${when((uninstall?.strategies.length ?? 0) > 1, () => html` (<code>uninstall.strategy</code> can also be ${uninstall?.strategies.filter((name) => name !== uninstall.strategy).join(" or ")})`)}`)}.</p>
${when(uninstall?.warning, () => html`<p class="note">${uninstall?.warning}</p>`)}
${lifePictures(lifeOf(set))}`,
  );
}

/** The pictures, with what their signs mean. */
export function lifePictures(phases: readonly LifePhase[]): Html {
  return html`<ul class="signs">${Object.entries(signs).map(([actor, words]) => html`<li><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">${sign(actor as LifeStep["actor"], 12, 12)}</svg> ${words}</li>`)}</ul>
<div class="life">
${phases.map(picture)}
</div>`;
}

function uninstallOf({ charts }: ChartSet) {
  return { uninstall: charts.find(({ plan }) => plan.uninstall)?.plan.uninstall };
}

interface Placed extends LifeStep {
  readonly y: number;
  readonly height: number;
  readonly titleLines: readonly string[];
  readonly detailLines: readonly string[];
  readonly refusalLines: readonly string[];
}

function picture({ name, steps }: LifePhase): Html {
  const placed = place(steps);
  const last = placed.at(-1);
  const height = (last ? last.y + last.height : 0) + 4;
  const id = `life-${name.toLowerCase()}`;
  const end =
    last && last.actor !== "stays" ? last.y : (placed.findLast(({ actor }) => actor !== "stays")?.y ?? 0);
  return html`<figure><figcaption id="${id}">${name}</figcaption>
<svg class="picture" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}" aria-describedby="${id}-words">
<desc id="${id}-words">${inWords(steps)}</desc>
<path class="rail" d="M${rail} ${(placed[0]?.y ?? 0) + 9}V${end + 9}"/>
${placed.map((step, index) => wayBack(placed, index, step))}
${placed.map(drawn)}
</svg></figure>`;
}

/** The steps for those who do not see the picture. */
function inWords(steps: readonly LifeStep[]): string {
  const sentences = steps.map(({ title, detail, refusal }) =>
    [title, detail, refusal].flatMap((text) => (text ? `${text.replace(/\.$/, "")}.` : [])).join(" "),
  );
  return sentences.join(" Then: ");
}

function place(steps: readonly LifeStep[]): readonly Placed[] {
  let y = 6;
  return steps.map((step) => {
    const titleLines = broken(step.title, step.actor === "command" ? longest.command : longest.title);
    const detailLines = broken(step.detail ?? "", longest.detail);
    const refusalLines = broken(step.refusal ?? "", longest.detail - 2);
    const height = (titleLines.length + detailLines.length + refusalLines.length) * lineHeight;
    const placed = { ...step, y, height, titleLines, detailLines, refusalLines };
    y += height + gap;
    return placed;
  });
}

function drawn({ actor, y, titleLines, detailLines, refusalLines }: Placed): Html {
  const lines = [
    ...titleLines.map((line) => [actor === "command" ? "command" : "title", line] as const),
    ...detailLines.map((line) => ["detail", line] as const),
    ...refusalLines.map((line, index) => ["refusal", `${index === 0 ? "↩ " : "  "}${line}`] as const),
  ];
  return html`${sign(actor, rail, y + 9)}
${lines.map(([kind, line], index) => html`<text class="${kind}" x="${textLeft}" y="${y + 13 + index * lineHeight}">${line}</text>`)}
`;
}

/** From a step that refuses, back up to the command before it. */
function wayBack(all: readonly Placed[], index: number, { refusal, y }: Placed): Html {
  const command = all.slice(0, index).findLast(({ actor }) => actor === "command");
  return when(refusal !== undefined && command, () => {
    const to = (command?.y ?? 0) + 12;
    // Several ways back of one command run side by side.
    const left =
      8 - 4 * all.slice(0, index).filter((step) => step.refusal !== undefined && step.y > to).length;
    return html`<path class="back" d="M${rail - 9} ${y + 9}H${left + 5}Q${left} ${y + 9} ${left} ${y + 4}V${to + 5}Q${left} ${to} ${left + 5} ${to}H${rail - 13}"/>
<path class="tip" d="M${rail - 10} ${to}l-6 -4v8z"/>`;
  });
}

/** A shape for each actor, so that it can be told without colour. */
function sign(actor: LifeStep["actor"], x: number, y: number): Html {
  switch (actor) {
    case "command":
      return html`<rect class="sign command" x="${x - 9}" y="${y - 9}" width="18" height="18" rx="3"/><path class="ink" d="M${x - 4} ${y - 4}l4 4l-4 4M${x + 1} ${y + 4}h4"/>`;
    case "helm":
      return html`<circle class="sign helm" cx="${x}" cy="${y}" r="6"/>`;
    case "hook":
      return html`<path class="sign hook" d="M${x} ${y - 9}l9 9l-9 9l-9 -9z"/>`;
    case "guard":
      return html`<path class="sign guard" d="M${x - 8} ${y - 8}h16v7q0 7 -8 10q-8 -3 -8 -10z"/><path class="ink" d="M${x - 4} ${y}h8"/>`;
    case "cluster":
      return html`<circle class="sign cluster" cx="${x}" cy="${y}" r="8"/><circle class="dot" cx="${x}" cy="${y}" r="3"/>`;
    case "stays":
      return html`<rect class="sign stays" x="${x - 8}" y="${y - 6}" width="16" height="12"/><path class="ink" d="M${x - 8} ${y + 9}h16"/>`;
  }
}

/** The words of `text` in lines of at most `length` characters; a longer word has a line of its own. */
function broken(text: string, length: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= length)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
