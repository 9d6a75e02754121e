// `chartwright flags`: the settings of a program from its Go sources, as a list or as values files.
import { Argument, type Command } from "commander";
import type { SettingGroup } from "../../flags/setting.ts";
import type { SettingsResult } from "../../read-settings.ts";
import { type Cli, exitCode } from "../cli.ts";
import type { CommandModule } from "../command-module.ts";
import { reportDiagnostics } from "../report-diagnostics.ts";
import { checkSettings, writeSettings } from "../settings-steps.ts";

interface Flags {
  readonly group?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly registrar?: string;
}

const examples = `
Actions:
  list     every setting with variable, flag, type, default, marks, place and description
  values   writes a values file and a template for secrets for each group; what you set and comments of your own stay
  check    writes nothing; exits with 1 and a diff when these files are not up to date, and with 1 for findings

Examples:
  chartwright flags list                                    all groups of the project in this folder
  chartwright flags list --group aws --json | jq '.[].settings[] | select(.required).env'
  chartwright flags list cmd/manager/main.go                Go files, without a project file
  chartwright flags values
  chartwright flags check --group aws                       in CI, for a change of one group
`;

export const flagsCommand: CommandModule = { describe, run };

function describe(command: Command): void {
  command
    .description(
      "Reads the settings that a program registers, with their defaults as Go computes them. The groups of Go files\n" +
        "stand in the project file under `flags`; docs/flags.md tells what is understood.",
    )
    .addArgument(new Argument("<action>", "what to do").choices(["list", "values", "check"]))
    .argument("[path...]", "the project's folder (default: this one), or Go files to list")
    .option("--group <name>", "one group only; for Go files, what to call them")
    .option("--registrar <name>", "for Go files: what registers settings (default: env-registrar)")
    .option("--json", "print one JSON document")
    .option("--markdown", "list: print a page of Markdown")
    .addHelpText("after", examples);
}

async function run(command: Command, cli: Cli): Promise<number> {
  const flags = command.opts<Flags>();
  const [action = "", ...paths] = command.args;
  const hasFiles = paths.some((path) => path.endsWith(".go"));
  if (hasFiles && action !== "list")
    command.error("error: values files need a project; Go files can be listed");
  const settings = await settingsOf(paths, hasFiles, flags, cli);
  const overlays = Object.keys(settings.providers?.overlays ?? {});
  const known = [...new Set([...Object.keys(settings.flags?.groups ?? {}), ...overlays])];
  if (settings.flags && flags.group !== undefined && !known.includes(flags.group)) {
    command.error(`error: there is no group "${flags.group}"\n  expected: one of ${known.join(", ")}`);
  }
  const code = await reportDiagnostics(settings.diagnostics, cli, "there are no settings to show");
  if (code !== exitCode.fine) return code;
  const { groups } = settings;
  if (action === "list") return list(groups, flags, cli);
  return writeOrCheck(action === "values" ? writeSettings : checkSettings, settings, flags, cli);
}

async function settingsOf(
  paths: readonly string[],
  hasFiles: boolean,
  flags: Flags,
  { workingFolder }: Cli,
): Promise<SettingsResult> {
  const { readSettings, readSettingsOfFiles } = await import("../../read-settings.ts");
  if (!hasFiles)
    return readSettings(
      paths[0] ?? ".",
      workingFolder,
      flags.group === undefined ? undefined : [flags.group],
    );
  const result = await readSettingsOfFiles(paths, {
    workingFolder,
    group: flags.group ?? "settings",
    ...(flags.registrar === undefined ? {} : { registrar: flags.registrar }),
  });
  return { ...result, folder: "." };
}

async function list(all: readonly SettingGroup[], flags: Flags, cli: Cli): Promise<number> {
  const groups = flags.group === undefined ? all : all.filter(({ name }) => name === flags.group);
  if (flags.json) {
    const { describeSettings } = await import("../settings-description.ts");
    cli.stdout.write(`${JSON.stringify(describeSettings(groups), undefined, 2)}\n`);
  } else if (flags.markdown) {
    const { settingsReference } = await import("../../emit/settings-reference.ts");
    cli.stdout.write(settingsReference(groups, "Settings"));
  } else {
    const { settingsTable } = await import("../settings-table.ts");
    cli.stdout.write(settingsTable(groups));
  }
  return exitCode.fine;
}

async function writeOrCheck(
  act: typeof writeSettings,
  settings: SettingsResult,
  flags: Flags,
  cli: Cli,
): Promise<number> {
  const { code, files } = await act(settings, cli, { group: flags.group, quiet: flags.json });
  if (flags.json && files) {
    const { describeSettingsCheck } = await import("../settings-description.ts");
    cli.stdout.write(`${JSON.stringify(describeSettingsCheck(files), undefined, 2)}\n`);
  }
  return code;
}
