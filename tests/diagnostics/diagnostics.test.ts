import { describe, expect, test } from "vitest";
import { type Diagnostic, hasErrors, sortDiagnostics } from "../../src/diagnostics/diagnostic.ts";
import { InternalError, invariant } from "../../src/diagnostics/internal-error.ts";
import { formatPosition, positionAt } from "../../src/diagnostics/position.ts";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { nearest } from "../../src/diagnostics/suggestion.ts";

describe("a position", () => {
  const text = "first\nsecond\n\nlast";
  test.each([
    { name: "the start", offset: 0, line: 1, column: 1, line1: "first" },
    { name: "inside a line", offset: 8, line: 2, column: 3, line1: "second" },
    { name: "a line break belongs to the line that it ends", offset: 5, line: 1, column: 6, line1: "first" },
    { name: "an empty line", offset: 13, line: 3, column: 1, line1: "" },
    { name: "the end", offset: 18, line: 4, column: 5, line1: "last" },
    { name: "past the end", offset: 99, line: 4, column: 5, line1: "last" },
    { name: "before the start", offset: -1, line: 1, column: 1, line1: "first" },
  ])("of $name", ({ offset, line, column, line1 }) => {
    expect(positionAt("a.yaml", text, offset)).toEqual({ source: "a.yaml", line, column, text: line1 });
  });

  test("counts on from the line that its text begins on", () => {
    const position = positionAt("a.yaml", text, 8, 41);
    expect(formatPosition(position)).toBe("a.yaml:42:3");
  });
});

describe("a diagnostic is printed", () => {
  const position = { source: "deep/a.yaml", line: 12, column: 4, text: "  name: x" };
  const least: Diagnostic = { severity: "error", code: "parse/no-kind", message: "The object has no kind." };
  const whole: Diagnostic = {
    ...least,
    position,
    found: "the keys a, b",
    expected: "a kind",
    notes: [{ message: "first here", position: { ...position, line: 3 } }, { message: "and elsewhere" }],
    hint: "Say which.",
  };
  test.each([
    { name: "without place", diagnostic: least, lines: ["error: The object has no kind. [parse/no-kind]"] },
    {
      name: "with all that it can have",
      diagnostic: whole,
      lines: [
        "deep/a.yaml:12:4: error: The object has no kind. [parse/no-kind]",
        "  12 |   name: x",
        "     |    ^",
        "  found:    the keys a, b",
        "  expected: a kind",
        "  note:     first here (deep/a.yaml:3:4)",
        "  note:     and elsewhere",
        "  hint:     Say which.",
      ],
    },
    {
      name: "with a tab as one blank, so that the caret is right",
      diagnostic: { ...least, position: { ...position, column: 3, text: "\t\tname" } },
      lines: [
        "deep/a.yaml:12:3: error: The object has no kind. [parse/no-kind]",
        "  12 |   name",
        "     |   ^",
      ],
    },
    {
      name: "without the text of an empty line",
      diagnostic: { ...least, position: { ...position, column: 1, text: "  " } },
      lines: ["deep/a.yaml:12:1: error: The object has no kind. [parse/no-kind]"],
    },
    {
      name: "without the text of a line that no terminal holds",
      diagnostic: { ...least, position: { ...position, text: "x".repeat(500) } },
      lines: ["deep/a.yaml:12:4: error: The object has no kind. [parse/no-kind]"],
    },
  ])("$name", ({ diagnostic, lines }) => {
    expect(renderDiagnostic(diagnostic).split("\n")).toEqual(lines);
  });
});

test("diagnostics are sorted by source, line, column and code, those without place first", () => {
  const at = (source: string, line: number, column: number, code: Diagnostic["code"]): Diagnostic => ({
    severity: "info",
    code,
    message: "",
    position: { source, line, column, text: "" },
  });
  const none: Diagnostic = { severity: "info", code: "plan/unknown-layout", message: "" };
  const sorted = [
    none,
    at("a.yaml", 2, 5, "parse/no-kind"),
    at("a.yaml", 10, 1, "parse/no-kind"),
    at("a.yaml", 10, 2, "parse/no-kind"),
    at("a.yaml", 10, 2, "parse/no-name"),
    at("b.yaml", 1, 1, "parse/no-kind"),
  ];
  expect(sortDiagnostics(sorted.toReversed())).toEqual(sorted);
});

test("only errors stop the run", () => {
  const of = (severity: Diagnostic["severity"]): Diagnostic => ({
    severity,
    code: "load/empty",
    message: "",
  });
  expect(hasErrors([of("warning"), of("info")])).toBe(false);
  expect(hasErrors([of("warning"), of("error")])).toBe(true);
  expect(hasErrors([])).toBe(false);
});

describe("the nearest known name", () => {
  const names = ["sources", "layout", "crds-and-main", "one-chart"];
  test.each([
    { name: "a letter too many", written: "layoutt", meant: "layout" },
    { name: "a letter too few", written: "source", meant: "sources" },
    { name: "another letter", written: "one-chert", meant: "one-chart" },
    { name: "another case", written: "LAYOUT", meant: "layout" },
    { name: "two letters swapped", written: "soruces", meant: "sources" },
    { name: "another word", written: "elephant", meant: undefined },
    { name: "nothing at all", written: "", meant: undefined },
  ])("for $name", ({ written, meant }) => {
    expect(nearest(written, names)).toBe(meant);
  });
});

test("a broken promise of our own is an InternalError", () => {
  expect(() => invariant(false, "the sky fell")).toThrow(new InternalError("the sky fell"));
  expect(() => invariant(true, "")).not.toThrow();
});
