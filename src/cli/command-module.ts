// The shape of a command, and the options that several commands share.
import { type Command, InvalidArgumentError, Option } from "commander";
import type { LoadInput } from "../load/load.ts";
import {
  chartSetName,
  expectedChartSetName,
  expectedNamespaceName,
  expectedSemanticVersion,
  type FieldValidation,
  fieldValidations,
  type LayoutName,
  layoutNames,
  layoutWords,
  namespaceName,
  semanticVersion,
} from "../project/project.ts";
import type { Cli } from "./cli.ts";
import { textTable } from "./text-table.ts";

/** One command. Its module is imported only when it is called or its help is asked for. */
export interface CommandModule {
  /** Adds arguments, options and examples to `command`. */
  describe(command: Command): void;
  /** Runs with what was parsed, and resolves to the exit code. */
  run(command: Command, cli: Cli): Promise<number>;
}

/** What the options that say how to compile parse to. */
export interface CompileFlags {
  readonly name?: string;
  readonly layout?: LayoutName;
  readonly cr?: readonly string[];
  readonly sourceNamespace?: string;
  readonly fieldValidation?: FieldValidation;
  readonly chartVersion?: string;
  readonly appVersion?: string;
}

/** The layouts in words, for help texts. */
export const layoutHelp: string = `
Layouts:
${textTable(Object.entries(layoutWords), 2)}
`;

/** Adds `MANIFEST…`. */
export function addManifests(command: Command): Command {
  return command.argument("<manifest...>", `${manifestWords}, or - for standard input`);
}

/** What a manifest argument may name. */
export const manifestWords = "files, folders (their .yaml, .yml and .json files), kustomize directories";

/** Adds the options that say how to read manifests. */
export function addUnderstandingOptions(command: Command): Command {
  return command
    .option("--cr <file>", "a custom resource that goes with the manifests; repeatable", collect)
    .option(
      "--source-namespace <namespace>",
      "the namespace that the manifests call the operator's own",
      matching(namespaceName, expectedNamespaceName),
    )
    .addOption(
      new Option(
        "--field-validation <mode>",
        "what fields of a custom resource are that its CRD does not have: errors (strict), or left out (warn)",
      ).choices(fieldValidations),
    );
}

/** Adds `--name`. */
export function addNameOption(command: Command): Command {
  return command.option(
    "--name <name>",
    "what the charts are called after (default: the source namespace without -system; where that is none of the " +
      "operator's own, such as kube-system, the only workload without -operator, else the first CRD's group " +
      "without its last word, else the first file)",
    matching(chartSetName, expectedChartSetName),
  );
}

/** Adds the options that say how to compile manifests, and those that say how to read them. */
export function addCompileOptions(command: Command): Command {
  return addNameOption(addUnderstandingOptions(command))
    .addOption(
      new Option("--layout <layout>", "how the resources are spread over charts").choices(layoutNames),
    )
    .option(
      "--chart-version <version>",
      "the version of the charts (default: from the operator's image)",
      matching(semanticVersion, expectedSemanticVersion),
    )
    .option("--app-version <version>", "the version of the operator (default: from its image)");
}

/** Adds `--helm`; `use` says what the command does with it. */
export function addHelmOption(command: Command, use = "to verify with"): Command {
  return command.option(
    "--helm <path>",
    `a Helm 3 or 4 ${use}: a path, or a name on the PATH; repeatable (default: helm)`,
    collect,
  );
}

/** The inputs that `MANIFEST… --cr FILE` names. */
export function inputsOf(manifests: readonly string[], flags: CompileFlags): readonly LoadInput[] {
  return [
    ...manifests.map((path) => ({ path })),
    ...(flags.cr ?? []).map((path) => ({ path, customResource: true })),
  ];
}

/** The flags as choices for compiling; a flag that was not given is absent. */
export function choicesOf(flags: CompileFlags): CompileChoices {
  const { name, layout, sourceNamespace, fieldValidation, chartVersion, appVersion } = flags;
  return {
    ...(name === undefined ? {} : { name }),
    ...(layout === undefined ? {} : { layout }),
    ...(sourceNamespace === undefined ? {} : { sourceNamespace }),
    ...(fieldValidation === undefined ? {} : { fieldValidation }),
    chart: {
      ...(chartVersion === undefined ? {} : { version: chartVersion }),
      ...(appVersion === undefined ? {} : { appVersion }),
    },
  };
}

interface CompileChoices {
  readonly name?: string;
  readonly layout?: LayoutName;
  readonly sourceNamespace?: string;
  readonly fieldValidation?: FieldValidation;
  readonly chart: { readonly version?: string; readonly appVersion?: string };
}

/** The parser of a repeatable option. */
export function collect(value: string, earlier: readonly string[] | undefined): readonly string[] {
  return [...(earlier ?? []), value];
}

/** The parser of an option whose value may not be empty, as that of an unset variable is. */
export function someText(value: string): string {
  if (value.trim() === "") throw new InvalidArgumentError("\n  expected: a path");
  return value;
}

/** The parser of an address below which archives are published: those that Helm downloads from. */
export const publishedAddress: (value: string) => string = matching(
  /^(?:https?|oci):\/\/[^\s/]+(?:\/\S*)?$/,
  "an address that starts with https://, http:// or oci://",
);

/** The parser of a namespace. */
export const someNamespace: (value: string) => string = matching(namespaceName, expectedNamespaceName);

/** The parser of an option whose value has a form. */
export function matching(pattern: RegExp, expected: string): (value: string) => string {
  return (value) => {
    if (!pattern.test(value)) throw new InvalidArgumentError(`\n  expected: ${expected}`);
    return value;
  };
}
