// `chartwright layouts`: the layouts side by side for the operator at hand.
import type { Command } from "commander";
import type { LayoutComparison } from "../../compare-layouts.ts";
import { type Cli, exitCode } from "../cli.ts";
import {
  addManifests,
  addNameOption,
  addUnderstandingOptions,
  type CommandModule,
  type CompileFlags,
} from "../command-module.ts";
import { addSourceOptions } from "../source-options.ts";
import { textTable } from "../text-table.ts";
import { understoodOperator } from "../understood-operator.ts";

interface Flags extends CompileFlags {
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright layouts kubevirt-operator.yaml kubevirt-cr.yaml
  chartwright layouts release/ --json | jq '.[] | select(.recommended)'
`;

export const layoutsCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description("Compares the layouts for an operator and recommends one.");
  addSourceOptions(addUnderstandingOptions(addNameOption(addManifests(command))))
    .option("--json", "print one JSON document")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { operator, name, code } = await understoodOperator(
    command,
    cli,
    "there is no operator to compare layouts for",
  );
  if (!operator) return code;
  const { compareLayouts } = await import("../../compare-layouts.ts");
  const comparisons = compareLayouts(operator, { name });
  cli.stdout.write(
    flags.json ? `${JSON.stringify(comparisons, undefined, 2)}\n` : printComparisons(comparisons),
  );
  return exitCode.fine;
}

/** A column a layout would be too wide for a terminal, so each layout is a block of lines. */
function printComparisons(comparisons: readonly LayoutComparison[]): string {
  return comparisons.map((comparison) => `${printComparison(comparison)}\n`).join("\n");
}

function printComparison(comparison: LayoutComparison): string {
  const { layout, problem, recommended } = comparison;
  const title = `${layout}${recommended === undefined ? "" : "   (recommended)"}`;
  if (problem !== undefined) return `${title}\n  does not work: ${problem}`;
  const lines = (title: string, texts: readonly string[]) =>
    texts.map((text, index) => [index === 0 ? title : "", text]);
  const rows = [
    ["charts", comparison.charts.join(", ")],
    ...lines("install", comparison.install),
    ["CRD upgrade", comparison.crdUpgrade],
    ["uninstall", comparison.uninstall],
    ["leaves", comparison.uninstallLeaves],
    ["hooks", comparison.hooks.join(", ") || "none"],
    ["hook images", comparison.images.join(", ") || "none"],
    ["release size", `about ${comparison.releaseSize.join(", ")} of 1 MiB`],
    ...lines("cannot", comparison.limits),
    ...(recommended === undefined ? [] : [["why", recommended]]),
  ];
  return `${title}\n${textTable(rows, 2)}`;
}
