import { expect, test } from "vitest";
import { type ChangelogEntry, changesOf, withEntry } from "../../src/project/changelog.ts";

const entry: ChangelogEntry = {
  version: "0.5.0",
  date: "2026-11-30",
  introduction: "Tide v1.3.0.",
  items: [
    { kind: "removed", text: "Value `ebb`." },
    { kind: "added", text: "Value `flood`." },
    { kind: "added", text: "Value `spring`." },
  ],
};

const printed = `## 0.5.0 - 2026-11-30

Tide v1.3.0.

### Added

- Value \`flood\`.
- Value \`spring\`.

### Removed

- Value \`ebb\`.
`;

test.each([
  { name: "a new changelog gets a title", before: undefined, after: `# Changelog\n\n${printed}` },
  {
    name: "the entry stands above older versions",
    before: "# Changelog\n\nAll of it.\n\n## [0.4.0] - 2026-10-01\n\n- old\n",
    after: `# Changelog\n\nAll of it.\n\n${printed}\n## [0.4.0] - 2026-10-01\n\n- old\n`,
  },
  {
    name: "what is unreleased stays above, whatever a heading in code says",
    before: "# Changelog\n\n## Unreleased\n\n- mine\n\n```\n## 9.9.9\n```\n\n## 0.4.0\n",
    after: `# Changelog\n\n## Unreleased\n\n- mine\n\n\`\`\`\n## 9.9.9\n\`\`\`\n\n${printed}\n## 0.4.0\n`,
  },
  {
    name: "without versions it stands at the end",
    before: "# Changes\n\n## Unreleased\n\n- mine",
    after: `# Changes\n\n## Unreleased\n\n- mine\n\n${printed}`,
  },
  {
    name: "an entry that somebody wrote stays",
    before: "# Changelog\n\n## v0.5.0\n\nBy hand.\n",
    after: "# Changelog\n\n## v0.5.0\n\nBy hand.\n",
  },
])("$name", ({ before, after }) => {
  expect(withEntry(before, entry)).toBe(after);
});

test("Windows line ends stay", () => {
  const before = "# Changelog\r\n\r\n## 0.4.0\r\n";
  expect(withEntry(before, entry)).toBe(
    `# Changelog\r\n\r\n${printed.replaceAll("\n", "\r\n")}\r\n## 0.4.0\r\n`,
  );
});

test("the lists of a version are read in plain words", () => {
  const changelog = `# Changelog

## Unreleased

### Added

- not yet

## [0.5.0] - 2026-11-30

Words that are no list:

- none of a kind

### Added

- Value \`flood\`, as
  [the issue](https://example.com/7) asks.
* **Bold** one.

  Not of the list's item any more? It is.

### Notes

- nothing that a catalogue knows

### Security

- CVE-2026-1

## 0.4.0

### Fixed

- old
`;
  expect(changesOf(changelog, "0.5.0")).toEqual([
    {
      kind: "added",
      description: "Value flood, as the issue asks.",
      links: [{ name: "the issue", url: "https://example.com/7" }],
    },
    { kind: "added", description: "Bold one.", links: [] },
    { kind: "security", description: "CVE-2026-1", links: [] },
  ]);
  expect(changesOf(changelog, "0.6.0")).toEqual([]);
  expect(changesOf(withEntry(changelog, { ...entry, version: "0.6.0" }), "0.6.0")).toEqual([
    { kind: "added", description: "Value flood.", links: [] },
    { kind: "added", description: "Value spring.", links: [] },
    { kind: "removed", description: "Value ebb.", links: [] },
  ]);
});
