// The README's part on providers: how one is chosen, what each must have, and where its Secrets come from.
import { type ChartFacts, valueAt } from "./chart-facts.ts";
import { installCommand, plainTarget } from "./commands.ts";
import { code, codeBlock, table } from "./markdown.ts";
import { hasProviders } from "./provider-facts.ts";
import { settingsFileName } from "./settings-files.ts";
import { plainText } from "./words.ts";

/** Nothing for a chart without providers to choose from. */
export function providersSection(facts: ChartFacts): readonly string[] {
  const { chart, set } = facts;
  const { providers } = set;
  if (!providers || !hasProviders(set, chart)) return [];
  const install = plainText(installCommand(chart, plainTarget(facts, chart), []));
  // No word on what a provider must have: a change of one provider's settings is one of its own files.
  const rows = providers.all.map(({ name }) => {
    const file = settingsFileName(name, "settings");
    return [`${code(name)}${name === providers.default ? " (default)" : ""}`, `[${file}](providers/${file})`];
  });
  return [
    [
      "## Providers",
      `The value ${code("provider")} chooses one, and nothing else does. Its settings stand below ${code("providerConfigs.<provider>")}, each with the name of its variable; one that is not set is at the program's own default. The file of a provider describes them all and marks those that it must have, without which Helm refuses to render; ${code("<provider>-secrets.yaml")} beside it does so for its secrets, if it has any. Use a copy of it on your disk (${code("helm pull --untar")}): Helm takes no values file from inside a chart.`,
      table(["Provider", "Settings"], rows),
      codeBlock("sh", [
        `${install} --set provider=${providers.default}`,
        `${install} --values my-${providers.default}.yaml`,
      ]),
      `Settings reach the Pods exactly as given. Put texts in quotes: YAML reads ${code("007")} as 7 and ${code("on")} as true before Helm sees them; on the command line ${code("--set-string")}, ${code("--set-literal")} and ${code("--set-file")} keep a text as it is.`,
    ].join("\n\n"),
    ...(providers.secrets.length === 0 ? [] : [secretsSection(facts)]),
  ];
}

function list(names: readonly string[]): string {
  return names.map(code).join(", ");
}

function secretsSection({ set: { providers }, values }: ChartFacts): string {
  const secrets = providers?.secrets ?? [];
  const rows = secrets.map(({ name, existing, files }) => [
    code(name),
    files ? list(files.keys.map(({ key }) => key)) : "the provider's secret settings",
    files
      ? list(
          files.keys.map(({ value }) =>
            files.providers ? `providerSecrets.<provider>.${value}` : [...files.path, value].join("."),
          ),
        )
      : code("providerSecrets.<provider>"),
    valueAt(values, ["secrets", existing]) ? code(`secrets.${existing}`) : "",
  ]);
  const ofSome = secrets.flatMap(({ name, files }) =>
    files?.providers ? [`${code(name)} is for ${list(files.providers)}.`] : [],
  );
  const encoded = secrets.flatMap(({ files }) =>
    (files?.keys ?? []).filter(({ isEncoded }) => isEncoded).map(({ value }) => value),
  );
  const mounted = secrets.flatMap(({ name, files }) =>
    files?.mountPath === undefined ? [] : [`${code(name)} in ${code(files.mountPath)}`],
  );
  const fromFile = secrets.find(({ files }) => files)?.files?.keys.length;
  return [
    "## Secrets",
    `The value ${code("secrets.mode")} says where they come from:`,
    [
      `- ${code("create")}: from values. For trials: Helm stores the values with the release, and ${code("helm get values")} shows them.`,
      `- ${code("reference")}: you make them, and name them if they are not called as below.`,
      `- ${code("external")}: the External Secrets Operator makes them from the store ${code("secrets.external.secretStoreRef")}.`,
    ].join("\n"),
    table(["Secret", "Holds", "Values for create", "Name for reference"], rows),
    ...(ofSome.length === 0 ? [] : [ofSome.join(" ")]),
    ...(fromFile
      ? [
          `Text files arrive byte for byte with ${code("--set-file")}. Helm keeps values as text with the release: bytes that are no UTF-8 would be others at an upgrade that reuses them.${encoded.length > 0 ? ` So ${list(encoded)} take${encoded.length === 1 ? "s" : ""} the file in base64: ${code("base64 FILE > FILE.b64")}, then ${code("--set-file")} with that.` : ""}`,
        ]
      : []),
    ...(mounted.length > 0 ? [`Files that are given are mounted: ${mounted.join(", ")}.`] : []),
    "The Pods start again when a setting or, with `create`, a secret changes; a new version of the chart alone does not restart them.",
  ].join("\n\n");
}
