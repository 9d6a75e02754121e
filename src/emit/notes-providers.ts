// What NOTES.txt says of providers: which one it is, and where its Secrets come from. It prints no value but these.
import { call, type Expression, include, literal, value } from "../template/expression.ts";
import { requiredHelper, secretNameHelper } from "../template/provider-settings.ts";
import type { ChartFacts } from "./chart-facts.ts";
import { hasProviders } from "./provider-facts.ts";
import { joinWords, printed, type Words, words } from "./words.ts";

/** Nothing for a chart without providers to choose from. */
export function providerNotes({ set, chart }: ChartFacts): readonly Words[] {
  const { providers } = set;
  if (!providers || !hasProviders(set, chart)) return [];
  const main = providers.secrets.find(({ files }) => !files);
  return [
    words`\n\nThe provider is "${printed(value("provider"))}"; the value provider chooses another one.`,
    ...(providers.secrets.length === 0 ? [] : [secretNotes(chart.name, main?.name)]),
  ];
}

function secretNotes(chart: string, main: string | undefined): Words {
  const isMode = (mode: string): Expression => call("eq", value("secrets", "mode"), literal(mode));
  const required = call(
    "include",
    call("printf", literal(requiredHelper(chart, "%s", "secrets")), {
      kind: "object",
      name: "$.Values.provider",
    }),
    call("dict"),
  );
  const exists: readonly (string | Words)[] =
    main === undefined
      ? []
      : [
          [
            {
              kind: "with",
              expression: include(secretNameHelper(chart, main), { kind: "object", name: "$" }),
            },
          ],
          words` "${printed({ kind: "object", name: "." })}" holds the secret settings`,
          [{ kind: "with", expression: required }],
          words`, of which it must have: ${printed({ kind: "object", name: "." })}`,
          [{ kind: "end" }],
          ".",
          [{ kind: "end" }],
        ];
  return joinWords([
    "\n",
    [{ kind: "if", expression: isMode("create") }],
    "\nIts Secrets are made of values, which Helm stores with the release; secrets.mode reference and external keep them out of it.\n",
    [{ kind: "else" }],
    "\n",
    [{ kind: "if", expression: isMode("reference") }],
    words`\nIts Secrets must be there.`,
    ...exists,
    "\n",
    [{ kind: "else" }],
    words`\nThe External Secrets Operator makes its Secrets from the store "${printed(value("secrets", "external", "secretStoreRef", "name"))}".\n`,
    [{ kind: "end" }],
    "\n",
    [{ kind: "end" }],
  ]);
}
