import { describe, expect, test } from "vitest";
import { type DocumentText, normaliseLineBreaks, splitStream } from "../../src/yaml/stream.ts";

interface Cut {
  readonly name: string;
  readonly stream: string;
  readonly documents: readonly DocumentText[];
}

const cuts: readonly Cut[] = [
  { name: "an empty stream has none", stream: "", documents: [] },
  { name: "blank lines have none", stream: "\n  \n\t\n", documents: [] },
  { name: "comments have none", stream: "# a\n---\n  # b\n---\n---\n\n", documents: [] },
  { name: "one without marker", stream: "a: 1\n", documents: [{ text: "a: 1\n", firstLine: 1 }] },
  {
    name: "several",
    stream: "a: 1\n---\nb: 2\n---\nc: 3\n",
    documents: [
      { text: "a: 1\n", firstLine: 1 },
      { text: "\nb: 2\n", firstLine: 2 },
      { text: "\nc: 3\n", firstLine: 4 },
    ],
  },
  {
    name: "a comment behind a marker belongs to what follows",
    stream: "--- # first\na: 1\n",
    documents: [{ text: " # first\na: 1\n", firstLine: 1 }],
  },
  {
    name: "content behind a marker",
    stream: "--- {a: 1}\n---\tb: 2\n",
    documents: [
      { text: " {a: 1}\n", firstLine: 1 },
      { text: "\tb: 2\n", firstLine: 2 },
    ],
  },
  {
    name: "comments between documents belong to the next one",
    stream: "a: 1\n---\n# about b\nb: 2\n",
    documents: [
      { text: "a: 1\n", firstLine: 1 },
      { text: "\n# about b\nb: 2\n", firstLine: 2 },
    ],
  },
  {
    name: "an end marker ends one",
    stream: "a: 1\n...\n# rest\n---\nb: 2\n...\n",
    documents: [
      { text: "a: 1\n", firstLine: 1 },
      { text: "\nb: 2\n", firstLine: 4 },
    ],
  },
  {
    name: "a document may follow an end marker at once",
    stream: "a: 1\n...\nb: 2\n",
    documents: [
      { text: "a: 1\n", firstLine: 1 },
      { text: "\nb: 2\n", firstLine: 2 },
    ],
  },
  {
    name: "JSON documents need no marker",
    stream: '{"a": "}{"}\n {"b": {}}{"c": 1}\n',
    documents: [
      { text: '{"a": "}{"}', firstLine: 1 },
      { text: '\n {"b": {}}', firstLine: 1 },
      { text: '{"c": 1}\n', firstLine: 2 },
    ],
  },
  {
    name: "flow collections of YAML do, whatever their texts hold",
    stream: `{a: '{', "b": "}{"}\n{c: '} {'}\n`,
    documents: [{ text: `{a: '{', "b": "}{"}\n{c: '} {'}\n`, firstLine: 1 }],
  },
  {
    name: "directives go with their marker",
    stream: "%YAML 1.1\n%TAG ! tag:example.org,2000:\n---\na: 1\n",
    documents: [{ text: "\na: 1\n", firstLine: 3 }],
  },
  {
    name: "a marker in a block string is text, since it is indented",
    stream: "a: |\n  ---\n  ...\nb: 1\n",
    documents: [{ text: "a: |\n  ---\n  ...\nb: 1\n", firstLine: 1 }],
  },
  {
    name: "more than three dashes, or a word behind them, is no marker",
    stream: "----\n---a\n....\n",
    documents: [{ text: "----\n---a\n....\n", firstLine: 1 }],
  },
  {
    name: "dashes inside a line are no marker",
    stream: "a: --- b\n",
    documents: [{ text: "a: --- b\n", firstLine: 1 }],
  },
  { name: "a marker at the very end", stream: "a: 1\n---", documents: [{ text: "a: 1\n", firstLine: 1 }] },
  {
    name: "markers at the start",
    stream: "---\n---\na: 1\n",
    documents: [{ text: "\na: 1\n", firstLine: 2 }],
  },
  {
    name: "a lone empty value is one",
    stream: "null\n---\n~\n",
    documents: [
      { text: "null\n", firstLine: 1 },
      { text: "\n~\n", firstLine: 2 },
    ],
  },
];

describe("the documents of a stream", () => {
  test.each(cuts)("$name", ({ stream, documents }) => {
    expect(splitStream(stream)).toEqual(documents);
  });

  test("are cut in one pass, however many there are", () => {
    const started = performance.now();
    expect(splitStream("---\na: 1\n".repeat(50_000))).toHaveLength(50_000);
    expect(performance.now() - started).toBeLessThan(4000);
  });
});

describe("line breaks", () => {
  test.each([
    { name: "CRLF", text: "a: 1\r\nb: 2\r\n", normal: "a: 1\nb: 2\n" },
    { name: "CR alone", text: "a: 1\rb: 2\r", normal: "a: 1\nb: 2\n" },
    { name: "a mixture", text: "a\r\r\nb\n\r", normal: "a\n\nb\n\n" },
    { name: "a byte-order mark in front", text: "\ufeffa: 1\n", normal: "a: 1\n" },
    { name: "a byte-order mark inside stays", text: "a: \ufeff1\n", normal: "a: \ufeff1\n" },
    { name: "nothing to do", text: "a: 1\n", normal: "a: 1\n" },
  ])("$name", ({ text, normal }) => {
    expect(normaliseLineBreaks(text)).toBe(normal);
  });
});
