// The values files of a group of settings: what is written, and what of somebody's own survives.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { settingsFile } from "../../src/emit/settings-files.ts";
import { settingsReference } from "../../src/emit/settings-reference.ts";
import type { Setting, SettingGroup } from "../../src/flags/setting.ts";
import { parseDocument } from "../../src/yaml/document.ts";

function setting(env: string, more: Partial<Setting> = {}): Setting {
  return {
    env,
    type: "string",
    default: "",
    required: false,
    secret: false,
    hidden: false,
    description: `What ${env} is for`,
    group: "aws",
    position: { source: "aws.go", line: 1, column: 1, text: "" },
    ...more,
  };
}

const group = (...settings: readonly Setting[]): SettingGroup => ({ name: "aws", includes: [], settings });

const small = group(
  setting("IMAGE", { required: true }),
  setting("REGION", { default: "eu" }),
  setting("WAIT", { type: "duration", default: "5m0s" }),
);

const header = `## Settings of aws, written by \`chartwright flags values\` from the Go sources.
##
## Lines with ## and settings that are commented out are written anew each time. What you set, and
## comments of your own with one #, are kept.
`;

const smallText = `${header}
provider: aws

providerConfigs:
  aws:
    ## What IMAGE is for
    ## Required.
    IMAGE: ""

    ## What REGION is for
    ## Default: "eu"
    # REGION: "eu"

    ## What WAIT is for
    ## Type: duration.
    ## Default: "5m0s"
    # WAIT: "5m0s"
`;

function write(settings: SettingGroup, existing?: string, kind: "settings" | "secrets" = "settings") {
  const { text, changes, diagnostics } = settingsFile("providers/aws.yaml", settings, kind, existing);
  return { text, changes, reported: diagnostics.map(renderDiagnostic) };
}

/** The data of a values file. */
function dataOf(text: string): unknown {
  const parsed = parseDocument(text);
  if (!parsed.ok) throw new Error(`${parsed.fault.message}\n${text}`);
  return parsed.document.data;
}

describe("a values file", () => {
  test("documents each setting; required ones are keys, the others are commented out", () => {
    expect(write(small)).toEqual({ text: smallText, changes: [], reported: [] });
    expect(dataOf(smallText)).toEqual({ provider: "aws", providerConfigs: { aws: { IMAGE: "" } } });
  });

  test("has an empty map where nothing must be set, says nothing of secrets, and tells of flags without variable", () => {
    const { env, ...flagOnly } = setting("X", { flag: "x" });
    const { text } = write(group(setting("A"), setting("KEY", { secret: true }), flagOnly));
    expect(text).toContain(
      "  ## Without a setting this is {}: take the braces out when you set one.\n  aws: {}\n    ## What A is for\n",
    );
    expect(text).not.toContain("KEY");
    expect(text).toMatch(
      /\n\n## On the command line alone, [\s\S]*\n##\n## --x\n## What X is for\n## Default: ""\n$/,
    );
    expect(dataOf(text)).toEqual({ provider: "aws", providerConfigs: { aws: {} } });
  });

  test("of secrets is a template with a key for each", () => {
    const secrets = group(
      setting("A"),
      setting("KEY", { secret: true }),
      setting("TOKEN", { secret: true, required: true }),
    );
    const { text } = write(secrets, undefined, "secrets");
    expect(text).toContain("keep\n## the copy out of version control.");
    expect(text).toContain(`providerSecrets:
  aws:
    ## What KEY is for
    KEY: ""

    ## What TOKEN is for
    ## Required.
    TOKEN: ""
`);
    expect(dataOf(text)).toEqual({ providerSecrets: { aws: { KEY: "", TOKEN: "" } } });
  });

  test("tells a deprecation, wraps what is long, and has no default for what is unresolved", () => {
    const { default: none, ...unresolved } = setting("B");
    const { text } = write(
      group(
        setting("A", {
          deprecated: "use B",
          description: `${"long words ".repeat(12)}end\nand a second line with \u0007 and\ttab`,
          default: 'quote " and \n break',
        }),
        {
          ...unresolved,
          unresolved: {
            expression: "compute()",
            reason: "x",
            position: { source: "a.go", line: 1, column: 1, text: "" },
          },
        },
      ),
    );
    expect(text).toContain(`    ## Default: "quote \\" and \\n break"
    ## Deprecated. use B
    # A: "quote \\" and \\n break"

    ## What B is for
    ## Default: unresolved, compute()
    # B:
`);
    expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });
});

describe("what somebody wrote survives:", () => {
  /** A file after an edit, brought up to date. */
  function rewritten(edit: (text: string) => string, next: SettingGroup = small) {
    return write(next, edit(smallText));
  }

  test.each<{ name: string; edit: (text: string) => string }>([
    { name: "nothing at all", edit: (text) => text },
    { name: "a value that is set", edit: (text) => text.replace('IMAGE: ""', "IMAGE: ami-1") },
    {
      name: "a value that was commented out",
      edit: (text) => text.replace('# REGION: "eu"', "REGION: us # ours"),
    },
    {
      name: "a value of several lines",
      edit: (text) => text.replace('# REGION: "eu"', "REGION: |\n      {\n\n        a: b\n      }"),
    },
    {
      name: "a comment above a setting",
      edit: (text) =>
        text.replace("    ## What REGION", "    # mine\n    # REGION: is ours\n    ## What REGION"),
    },
    {
      name: "a comment below the generated words",
      edit: (text) => text.replace('    # REGION: "eu"', '    # mine: all\n    # REGION: "eu"'),
    },
    {
      name: "a note that looks like a setting",
      edit: (text) =>
        text.replace('    # REGION: "eu"', '    # TODO:\n    # SEE: "mine"\n    # REGION: "eu"'),
    },
    {
      name: "lists, maps, anchors and texts with comments inside",
      edit: (text) =>
        text
          .replace('# REGION: "eu"', "REGION: &mine\n    - a # one\n    # two\n    - b")
          .replace('# WAIT: "5m0s"', "WAIT: |\n      # text\n\n      more"),
    },
    { name: "a key in quotes", edit: (text) => text.replace('# REGION: "eu"', '"REGION": mine') },
    { name: "an explicit key", edit: (text) => text.replace('# REGION: "eu"', "? REGION\n    : mine") },
    { name: "a comment at the top", edit: (text) => `# mine\n${text}` },
    {
      name: "a comment below the header",
      edit: (text) => text.replace("\nprovider:", "\n# mine\nprovider:"),
    },
    { name: "a comment above the map", edit: (text) => text.replace("  aws:", "  # mine\n  aws:") },
    { name: "a comment at the end", edit: (text) => `${text}\n# mine\n# all mine\n` },
    {
      name: "a comment behind a key",
      edit: (text) =>
        text
          .replace("provider: aws", "provider: aws # mine")
          .replace("Configs:", "Configs: # mine, too")
          .replace("  aws:", "  aws: # and this"),
    },
    {
      name: "another section in front",
      edit: (text) =>
        text.replace(
          "\nproviderConfigs:",
          "\n# mine\nimage:\n  tag: dev\n\n  # deep\n  pull: Always\n\nproviderConfigs:",
        ),
    },
    { name: "another section behind", edit: (text) => `${text}\nsecrets:\n  mode: reference # mine\n` },
    { name: "another map beside", edit: (text) => `${text}\n  gcp:\n    A: b\n` },
    { name: "blank lines", edit: (text) => text.replace("    ## What REGION", "\n\n    ## What REGION") },
  ])("$name", ({ edit }) => {
    const edited = edit(smallText);
    const { text, changes, reported } = rewritten(edit);
    expect(text).toBe(edited);
    expect(changes).toEqual([]);
    expect(reported).toEqual([]);
  });

  test("a change of the sources leaves all of it, and is told", () => {
    const edited = smallText
      .replace('IMAGE: ""', "IMAGE: ami-1 # mine")
      .replace("    ## What WAIT", "    # note\n    ## What WAIT")
      .replace('# WAIT: "5m0s"', "WAIT: 7m");
    const next = group(
      setting("IMAGE"),
      setting("NEW", { default: "x" }),
      setting("WAIT", { type: "duration", default: "6m0s", description: "Better words" }),
    );
    const { text, changes } = write(next, edited);
    expect(text).toContain(`    ## What IMAGE is for
    ## Default: ""
    IMAGE: ami-1 # mine

    ## What NEW is for
    ## Default: "x"
    # NEW: "x"

    # note
    ## Better words
    ## Type: duration.
    ## Default: "6m0s"
    WAIT: 7m
`);
    expect(text).not.toContain("REGION");
    expect(changes).toEqual([
      {
        variable: "IMAGE",
        before: ["## What IMAGE is for", "## Required."],
        after: ["## What IMAGE is for", '## Default: ""'],
      },
      { variable: "NEW", after: ["## What NEW is for", '## Default: "x"', '# NEW: "x"'] },
      { variable: "REGION", before: ["## What REGION is for", '## Default: "eu"', '# REGION: "eu"'] },
      {
        variable: "WAIT",
        before: ["## What WAIT is for", "## Type: duration.", '## Default: "5m0s"'],
        after: ["## Better words", "## Type: duration.", '## Default: "6m0s"'],
      },
    ]);
  });

  test("comments and values of settings that are gone move to the end, and the values are told", () => {
    const edited = smallText
      .replace('# REGION: "eu"', "# mine\n    REGION: us")
      .replace("    ## What WAIT", "    # of wait\n    ## What WAIT");
    const { text, reported } = write(group(setting("IMAGE", { required: true })), edited);
    expect(text.slice(text.indexOf("    IMAGE"))).toBe(`    IMAGE: ""

    # mine
    REGION: us

# of wait
`);
    expect(reported).toEqual([
      `providers/aws.yaml:17:5: warning: "REGION" is no setting of "aws". [flags/unknown-setting]
  17 |     REGION: us
     |     ^
  found:    REGION
  expected: a variable that the sources register
  hint:     Take it out, or add it under \`settings\` of the group in the project file.`,
    ]);
  });

  test("a secret among the settings is told", () => {
    const { reported } = write(
      group(setting("IMAGE", { required: true }), setting("KEY", { secret: true })),
      smallText.replace('IMAGE: ""', 'IMAGE: ""\n    KEY: x'),
    );
    expect(reported[0]).toContain('"KEY" is a secret. [flags/unknown-setting]');
  });
});

test("a required setting shows the default that the program has", () => {
  const { text } = write(group(setting("IMAGE", { required: true, default: "podvm" })));
  expect(text).toContain(`    ## Required.
    ## Default: "podvm"
    IMAGE: ""`);
});

test("line breaks of a description stay in the table of the reference", () => {
  const described = setting("IMAGE", {
    description: "One.\n\nTwo | three",
    required: true,
    default: "podvm",
  });
  expect(settingsReference([group(described)], "Settings")).toContain(
    "| `IMAGE` |  | `string` | `podvm` | **Required.** One.<br><br>Two \\| three |",
  );
});

describe("a file that cannot be read is left as it is:", () => {
  test.each<{ name: string; text: string; report: string }>([
    {
      name: "a setting below an empty map",
      text: "provider: aws\nproviderConfigs:\n  aws: {}\n    A: b\n",
      report: 'hint:     Take out the {} behind "aws:".',
    },
    {
      name: "settings in braces",
      text: "providerConfigs: {aws: {A: b}}\n",
      report: "found:    settings in braces",
    },
    {
      name: "a list in the place of the settings",
      text: "providerConfigs:\n  aws:\n    - IMAGE\n",
      report: "found:    a list in the place of a map",
    },
    {
      name: "a text in the place of the settings",
      text: "providerConfigs:\n  aws: IMAGE=a\n",
      report: "found:    a text in the place of a map",
    },
    {
      name: "a text in the place of all groups",
      text: "providerConfigs: aws\n",
      report: "found:    a text in the place of a map",
    },
    { name: "several documents", text: "a: b\n---\nc: d\n", report: "found:    2 documents" },
    { name: "a key that stands twice", text: "a: b\na: c\n", report: "stands twice" },
  ])("$name", ({ text, report }) => {
    const result = write(small, text);
    expect(result.text).toBe(text);
    expect(result.reported.join("\n")).toContain("[flags/values-file]");
    expect(result.reported.join("\n")).toContain(report);
  });
});

test("any setting is text that reads back, and a second writing changes nothing", () => {
  const words = fc.string({ unit: "binary", maxLength: 60 });
  const settings = fc.uniqueArray(
    fc.record({
      env: fc.stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/),
      default: words,
      description: words,
      required: fc.boolean(),
    }),
    { selector: ({ env }) => env, minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(settings, fc.boolean(), (drawn, isSet) => {
      const all = group(...drawn.map(({ env, ...more }) => setting(env, more)));
      const first = write(all).text;
      // Uncommented as a person does it: without the "# " in front.
      const edited = isSet
        ? first.replace("aws: {}", "aws:").replace(/^( +)# (?="?[A-Z][A-Z0-9_]*"?: ")/gm, "$1")
        : first;
      expect(write(all, edited)).toEqual({ text: edited, changes: [], reported: [] });
      const config = (dataOf(edited) as { providerConfigs: { aws: Record<string, string> } }).providerConfigs
        .aws;
      if (isSet) {
        for (const { env, default: text, required } of drawn) expect(config[env]).toBe(required ? "" : text);
      }
    }),
  );
});
