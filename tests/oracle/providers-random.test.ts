// Random texts as settings and as secrets of a provider, through real Helm by every way in which values come: they arrive
// unchanged in the ConfigMap and in the Secret.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { objectField } from "../../src/kubernetes/object.ts";
import { printYaml } from "../../src/yaml/print.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, renderChart } from "./rendered-charts.ts";
import { sample } from "./sample.ts";

/** A provider without Go sources, of which any variable is taken. */
const source = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: bay }
---
apiVersion: v1
kind: Secret
metadata: { name: credentials, namespace: bay }
`;

let charts: CompiledCharts;
beforeAll(() => {
  charts = compileCharts(source, {
    providers: {
      project: { default: "pier", configMap: "settings", secret: "credentials" },
      groups: [],
      positionOf: () => ({ source: "chartwright.yaml", line: 1, column: 1, text: "" }),
    },
  });
});
afterAll(() => charts.remove());

const pieces = [
  ...['"', "'", "\\", "\\n", "\\u0041", "`", "{", "{{", "{{-", "}}", "{{ .Values.provider }}", "<no value>"],
  ...[
    "[",
    "]",
    ",",
    "=",
    ":",
    ": ",
    " #",
    "#",
    "&",
    "*",
    "!",
    "|",
    ">",
    "%",
    "@",
    "~",
    "- ",
    "---\n",
    "...\n",
  ],
  ...[
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "  ",
    "\u0001",
    "\u0007",
    "\u001b",
    "\u001f",
    "\u007f",
    "\u0085",
    "\u00a0",
  ],
  ...[
    "\u2028",
    "\u2029",
    "\ufeff",
    "\ufffd",
    "é",
    "e\u0301",
    "漢",
    "😀",
    "👩‍👩‍👧",
    "\u202e",
    "a",
    "Z",
    "$",
    "${x}",
  ],
];

/** What YAML, Helm or Go would read as something else than text. */
const words = [
  ...["", "007", "0x1F", "0o17", "1000000", "1e6", "1_000", "-0", "+1", ".5", "1.10", "9007199254740993"],
  ...["true", "false", "True", "on", "off", "yes", "no", "y", "n", "null", "~", "Null", ".inf", ".NaN", "="],
  ...["2001-01-01", "12:30:45", "1Mi", "5m0s", "<<", "{}", "[]", "{a,b}", "a=b,c=d", '{"a": [1, "\\n"]}'],
];

const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join("")) },
  { weight: 1, arbitrary: fc.constantFrom(...words) },
  {
    weight: 1,
    arbitrary: fc
      .string({ unit: "binary", maxLength: 20 })
      .map((text) => text.replace(/[\ud800-\udfff]/gu, "")),
  },
);

const sections = ["providerConfigs", "providerSecrets"] as const;
const keyOf = (index: number) => `K${index}`;
const asMap = (texts: readonly string[]) =>
  Object.fromEntries(texts.map((text, index) => [keyOf(index), text] as const));

/** A flag for each text, as a setting and as a secret. */
function flags(
  name: string,
  texts: readonly string[],
  written: (text: string, index: number) => string,
): string[] {
  return sections.flatMap((section) =>
    texts.flatMap((text, index) => [name, `${section}.pier.${keyOf(index)}=${written(text, index)}`]),
  );
}

/** Helm's escaping: https://helm.sh/docs/intro/using_helm/#the-format-and-limitations-of---set */
function escaped(text: string): string {
  return text.replace(/[\\,]/g, "\\$&").replace(/^\{/, "\\{");
}

interface Way {
  readonly name: string;
  /** A program's argument holds no zero byte. */
  readonly isArgument: boolean;
  given(texts: readonly string[]): { readonly flags: readonly string[]; readonly values?: unknown };
}

const ways: readonly Way[] = [
  {
    name: "a values file",
    isArgument: false,
    given: (texts) => ({
      flags: [],
      values: `${printYaml(Object.fromEntries(sections.map((section) => [section, { pier: asMap(texts) }])))}\n`,
    }),
  },
  {
    name: "--set-literal",
    isArgument: true,
    given: (texts) => ({ flags: flags("--set-literal", texts, (text) => text) }),
  },
  {
    name: "--set-string with Helm's escaping",
    isArgument: true,
    given: (texts) => ({ flags: flags("--set-string", texts, escaped) }),
  },
  {
    name: "--set-json",
    isArgument: false,
    given: (texts) => ({
      flags: sections.flatMap((section) => ["--set-json", `${section}.pier=${JSON.stringify(asMap(texts))}`]),
    }),
  },
  {
    name: "--set-file",
    isArgument: false,
    given: (texts) => ({
      flags: flags("--set-file", texts, (text, index) => {
        const path = join(charts.folder, `text-${index}`);
        writeFileSync(path, text);
        return path;
      }),
    }),
  },
];

/**
 * Helm 3.17 has a schema check values as YAML in which these stand as they are, and its reader takes only what YAML calls
 * printable (https://yaml.org/spec/1.1/#c-printable): it refuses the chart, whatever the chart does.
 */
function withoutUnprintable(text: string): string {
  return text.replace(/[\u007f-\u0084\u0086-\u009f\ufffe\uffff]/g, "");
}

describeWithEachHelm("settings and secrets arrive unchanged", (helm) => {
  test.each(ways)("by $name", async ({ isArgument, given }) => {
    const { seed, values } = sample(hostile, 150);
    const readable = helm.version.startsWith("3.17.") ? values.map(withoutUnprintable) : values;
    const texts = isArgument ? readable.map((text) => text.replaceAll("\0", "")) : readable;
    const objects = await renderChart(helm, charts, given(texts));
    const settings = objectField(objects["ConfigMap bay/settings"], "data");
    const secrets = Object.entries(objectField(objects["Secret bay/credentials"], "data"));
    expect(settings, `CHARTWRIGHT_SEED=${seed}`).toEqual(asMap(texts));
    expect(
      Object.fromEntries(
        secrets.map(([key, text]) => [key, Buffer.from(String(text), "base64").toString("utf8")]),
      ),
      `CHARTWRIGHT_SEED=${seed}`,
    ).toEqual(asMap(texts));
  });
});
