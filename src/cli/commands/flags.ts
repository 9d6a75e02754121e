// `chartwright flags`: the settings of a program from its Go sources, as a list or as values files.
import { Argument, type Command } from "commander";
import type { FlagsResult } from "../../flags/flags.ts";
import type { SettingGroup } from "../../flags/setting.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";

interface Flags {
  readonly group?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly registrar?: string;
}

const examples = `
Actions:
  list    every setting with variable, flag, type, default, marks, place and description

Examples:
  chartwright flags list                                    all groups of the project in this folder
  chartwright flags list --group aws --json | jq '.[].settings[] | select(.required) | .env'
  chartwright flags list --markdown > docs/settings.md
  chartwright flags list cmd/manager/main.go                Go files, without a project file
`;

export const flagsCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Reads the settings that a program registers, with their defaults as Go computes them. The groups of Go files\n" +
        "stand in the project file under `flags`; docs/flags.md tells what is understood.",
    )
    .addArgument(new Argument("<action>", "what to do").choices(["list"]))
    .argument("[path...]", "the project's folder (default: this one), or Go files")
    .option("--group <name>", "one group only; for Go files, what to call them")
    .option("--registrar <name>", "for Go files: what registers settings (default: env-registrar)")
    .option("--json", "list: print one JSON document")
    .option("--markdown", "list: print a page of Markdown")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const [, ...paths] = command.args;
  const { groups, diagnostics } = await settingsOf(paths, flags, cli);
  const code = await reportDiagnostics(diagnostics, cli, "there are no settings to show");
  if (code !== exitCode.fine) return code;
  const chosen = flags.group === undefined ? groups : groups.filter(({ name }) => name === flags.group);
  if (chosen.length === 0) {
    command.error(
      `error: there is no group "${flags.group}"\n  expected: one of ${groups.map(({ name }) => name).join(", ")}`,
    );
  }
  cli.stdout.write(await printed(chosen, flags));
  return exitCode.fine;
}

async function settingsOf(paths: readonly string[], flags: Flags, cli: Cli): Promise<FlagsResult> {
  const { readSettings, readSettingsOfFiles } = await import("../../read-settings.ts");
  const { workingFolder } = cli;
  if (!paths.some((path) => path.endsWith(".go"))) return readSettings(paths[0] ?? ".", workingFolder);
  return readSettingsOfFiles(paths, {
    workingFolder,
    group: flags.group ?? "settings",
    ...(flags.registrar === undefined ? {} : { registrar: flags.registrar }),
  });
}

async function printed(groups: readonly SettingGroup[], flags: Flags): Promise<string> {
  if (flags.json) {
    const { describeSettings } = await import("../settings-description.ts");
    return `${JSON.stringify(describeSettings(groups), undefined, 2)}\n`;
  }
  if (flags.markdown) {
    const { settingsReference } = await import("../../emit/settings-reference.ts");
    return settingsReference(groups, "Settings");
  }
  const { settingsTable } = await import("../settings-table.ts");
  return settingsTable(groups);
}
