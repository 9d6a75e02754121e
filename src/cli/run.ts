// argv → exit code. Knows the commands by name and summary; loads the module of the one that is called.
import { Command, CommanderError } from "commander";
import { readPackagedFile } from "../load/packaged-file.ts";
import { type Cli, exitCode } from "./cli.ts";
import type { CommandModule } from "./command-module.ts";
import { Refusal } from "./given-file.ts";
import { reportDiagnostics } from "./report-diagnostics.ts";

interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<CommandModule>;
}

const commands: readonly CommandEntry[] = [
  {
    name: "convert",
    summary: "turn manifests into charts, in one shot",
    load: async () => (await import("./commands/convert.ts")).convertCommand,
  },
  {
    name: "init",
    summary: "write a project file for manifests",
    load: async () => (await import("./commands/init.ts")).initCommand,
  },
  {
    name: "build",
    summary: "compile the charts of projects, or check that they are up to date",
    load: async () => (await import("./commands/build.ts")).buildCommand,
  },
  {
    name: "update",
    summary: "bring projects to another release of their operator",
    load: async () => (await import("./commands/update.ts")).updateCommand,
  },
  {
    name: "inspect",
    summary: "show the operator as chartwright understands it",
    load: async () => (await import("./commands/inspect.ts")).inspectCommand,
  },
  {
    name: "layouts",
    summary: "compare the layouts for an operator",
    load: async () => (await import("./commands/layouts.ts")).layoutsCommand,
  },
  {
    name: "verify",
    summary: "prove with real Helm that the charts of projects equal their sources",
    load: async () => (await import("./commands/verify.ts")).verifyCommand,
  },
  {
    name: "report",
    summary: "write one HTML page about a project's operator and charts",
    load: async () => (await import("./commands/report.ts")).reportCommand,
  },
  {
    name: "upgrade-check",
    summary: "say what the upgrade from one release to the next means",
    load: async () => (await import("./commands/upgrade-check.ts")).upgradeCheckCommand,
  },
  {
    name: "flags",
    summary: "read the settings of a program from its Go sources",
    load: async () => (await import("./commands/flags.ts")).flagsCommand,
  },
  {
    name: "adopt",
    summary: "make releases of an operator that is installed already",
    load: async () => (await import("./commands/adopt.ts")).adoptCommand,
  },
  {
    name: "manifests",
    summary: "render charts as the manifests of a release, for kubectl and kustomize",
    load: async () => (await import("./commands/manifests.ts")).manifestsCommand,
  },
  {
    name: "images",
    summary: "list the images that charts need, and where to mirror them",
    load: async () => (await import("./commands/images.ts")).imagesCommand,
  },
  {
    name: "package",
    summary: "package charts into archives, the same bytes on every machine",
    load: async () => (await import("./commands/package.ts")).packageCommand,
  },
  {
    name: "push",
    summary: "push charts to an OCI registry",
    load: async () => (await import("./commands/push.ts")).pushCommand,
  },
  {
    name: "index",
    summary: "bring the index.yaml of a chart repository up to date",
    load: async () => (await import("./commands/index.ts")).indexCommand,
  },
  {
    name: "release",
    summary: "verify, compare with what was published last, package and publish",
    load: async () => (await import("./commands/release.ts")).releaseCommand,
  },
  {
    name: "completion",
    summary: "print a script with which a shell completes chartwright",
    load: async () => (await import("./commands/completion.ts")).completionCommand,
  },
];

const description = `Compiles the manifests an operator publishes into Helm charts that are proven to equal them.`;

const examples = `
Examples:
  chartwright convert operator.yaml cr.yaml -o charts     charts from release manifests
  curl -fsSL URL | chartwright inspect -                  what a release holds
  chartwright init operator.yaml cr.yaml                  a project file, to keep
  chartwright build --check                               fail when charts and sources disagree

Exit codes:
  0  fine   1  findings: stale charts, a difference   2  bad usage or bad input   3  a bug in chartwright
`;

/** Runs chartwright with the arguments after its name. Never throws. */
export async function run(argv: readonly string[], cli: Cli): Promise<number> {
  try {
    return await runProgram(argv.length === 0 ? ["--help"] : argv, cli);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.fine : exitCode.badInput;
    if (error instanceof Refusal) return reportDiagnostics([error.diagnostic], cli, "nothing was done");
    reportBug(error, cli);
    return exitCode.bug;
  }
}

async function runProgram(argv: readonly string[], cli: Cli): Promise<number> {
  let result: number = exitCode.fine;
  const program = new Command("chartwright")
    .description(description)
    .version(packageFacts().version, "-V, --version", "print the version")
    .helpOption("-h, --help", "show this help")
    .addHelpText("after", examples)
    .exitOverride()
    .showSuggestionAfterError()
    .configureOutput({
      writeOut: (text) => cli.stdout.write(text),
      writeErr: (text) => cli.stderr.write(text),
      outputError: (text, write) => write(text.replace(/ +$/gm, "")),
    });
  for (const { name, summary, load } of commands) {
    const command = program.command(name).summary(summary).copyInheritedSettings(program);
    // A shell wants to know of all commands at once.
    if (!argv.includes(name) && argv[0] !== "completion") continue;
    const module = await load();
    module.describe(command);
    command.showHelpAfterError(`Run \`chartwright ${name} --help\` for its options and examples.`);
    command.action(async () => {
      result = await module.run(command, cli);
    });
  }
  await program.parseAsync(explained(argv), { from: "user" });
  return result;
}

/** `help build` as `build --help`; a command that there is not is refused, also when its help is asked for. */
function explained(argv: readonly string[]): readonly string[] {
  const [first = "", second = ""] = argv;
  const isHelp = first === "help" && second !== "" && !second.startsWith("-");
  const name = isHelp ? second : first;
  if (name.startsWith("-") || name === "help") return argv;
  if (!commands.some((command) => command.name === name)) return [name];
  return isHelp ? [name, "--help"] : argv;
}

interface PackageFacts {
  readonly version: string;
  readonly bugs?: { readonly url?: string };
}

function packageFacts(): PackageFacts {
  return JSON.parse(new TextDecoder().decode(readPackagedFile("package.json")));
}

function reportBug(error: unknown, cli: Cli): void {
  const { version, bugs } = packageFacts();
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const place = bugs?.url ?? "the maintainers of chartwright";
  cli.stderr.write(
    `${trace}\n\nThis is a bug in chartwright ${version} (Node ${process.versions.node}), not a mistake of yours.\n` +
      `Report it to ${place}, with the text above and, if you can, the manifests.\n`,
  );
}
