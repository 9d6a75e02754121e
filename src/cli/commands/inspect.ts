// `chartwright inspect`: the operator as understood, as a table or as JSON.
import type { Command } from "commander";
import type { Cli } from "../cli.ts";
import {
  addManifests,
  addUnderstandingOptions,
  type CommandModule,
  type CompileFlags,
} from "../command-module.ts";
import { addSourceOptions } from "../source-options.ts";
import { understoodOperator } from "../understood-operator.ts";

interface Flags extends CompileFlags {
  readonly json?: boolean;
}

const examples = `
Examples:
  chartwright inspect kubevirt-operator.yaml
  curl -fsSL URL | chartwright inspect -
  chartwright inspect operators/kubevirt                      the sources that a project names
  chartwright inspect release/ --json | jq '.workloads[].containers[].image'
`;

export const inspectCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command.description("Shows the operator as chartwright understands it: every object, in exactly one list.");
  addSourceOptions(addUnderstandingOptions(addManifests(command)))
    .option("--json", "print one JSON document")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const { operator, code } = await understoodOperator(command, cli, "there is no operator to show");
  if (!operator) return code;
  const { describeOperator } = await import("../operator-description.ts");
  const description = describeOperator(operator);
  if (flags.json) {
    cli.stdout.write(`${JSON.stringify(description, undefined, 2)}\n`);
  } else {
    const { operatorTable } = await import("../operator-table.ts");
    cli.stdout.write(operatorTable(description));
  }
  return code;
}
