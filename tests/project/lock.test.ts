import { expect, test } from "vitest";
import { positionAt } from "../../src/diagnostics/position.ts";
import { type Pin, parseLock, printLock } from "../../src/project/lock.ts";

const sha256 = "ab".repeat(32);

test("a lock is sorted by name, and read as it was written", () => {
  const pins: readonly Pin[] = [
    { name: "release/v1.8.4/cr.yaml", isUrl: false, version: "v1.8.4", sha256, size: 12 },
    { name: "https://example.com/crds.yaml", isUrl: true, sha256, size: 7 },
  ];
  const text = printLock(pins);
  expect(text.replace(/^#.*\n/gm, "")).toBe(`sources:
  - url: https://example.com/crds.yaml
    sha256: ${sha256}
    size: 7
  - path: release/v1.8.4/cr.yaml
    version: v1.8.4
    sha256: ${sha256}
    size: 12
`);
  expect(text).toBe(printLock(pins.toReversed()));
  const parsed = parseLock(text);
  expect(parsed.ok && [...parsed.lock.values()]).toEqual(pins.toReversed());
});

test("versions and digests of digits alone stay texts", () => {
  const pin: Pin = { name: "a", isUrl: false, version: "1.10", sha256: "1".repeat(64), size: 0 };
  const parsed = parseLock(printLock([pin]));
  expect(parsed.ok && [...parsed.lock.values()]).toEqual([pin]);
});

test.each([
  { name: "no YAML", text: "sources: [", line: 1 },
  { name: "an unresolved merge", text: "<<<<<<< ours\nsources: []\n=======\n", line: 2 },
  { name: "another document", text: "pins: []\n", line: 1 },
  { name: "an entry without a digest", text: "sources:\n  - url: https://example.com/a\n", line: 2 },
  {
    name: "a digest that is cut",
    text: `sources:\n  - { path: a, sha256: ${"a".repeat(63)}, size: 1 }\n`,
    line: 2,
  },
  {
    name: "a source twice",
    text: `sources:\n  - { path: a, sha256: ${sha256}, size: 1 }\n  - { path: a, sha256: ${sha256}, size: 1 }\n`,
    line: 3,
  },
])("$name is no lock", ({ text, line }) => {
  const parsed = parseLock(text);
  expect(parsed).toMatchObject({ ok: false });
  expect(positionAt("", text, parsed.ok ? 0 : parsed.fault.offset).line).toBe(line);
});
