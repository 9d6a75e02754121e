// Random registrations with Go's flag package, over constants of the file, the package and another one, against what the
// program itself prints for their defaults.
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeWithGo, runGoProgram } from "../support/go.ts";
import { readProjectFlags } from "./settings.ts";

const other = `package limits

import "time"

type Size uint16
type Grade int

const (
	None Grade = iota * 10
	_
	Low
	High = Low<<2 | 1
)

const (
	KB = 1 << (10 * (iota + 1))
	MB
)

const (
	Page  Size = 1_000
	Wait       = 90 * time.Second
	Name       = "li" + \`m"its\\\`
	Ratio      = 1 / 3.0
	On         = Page > 999 && !false
)
`;

const shared = `package main

import "example.org/oracle/limits"

const (
	retries    = limits.MB / limits.KB
	half       = limits.Ratio / 2
	greeting   = "hi, " + limits.Name + "\\t\\u00e9"
	patience   = 2*limits.Wait + 5e8
	isFine     = limits.On != (retries < 10)
)
`;

const integer = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.integer({ min: 0, max: 99 }).map(String),
    fc.constantFrom(
      ...["retries", "limits.KB", "limits.MB", "'a'", "0x7f", "0b11", "0o17", "1_0", "len(greeting)"],
      ...["int(limits.High)", "int(limits.Low)", "int(limits.Page)", "int(limits.Wait / 1e9)", "int(2e2)"],
    ),
    fc
      .tuple(tie("any"), fc.constantFrom("+", "|", "^", "&"), tie("any"))
      .map((parts) => `(${parts.join(" ")})`),
    fc
      .tuple(tie("any"), fc.constantFrom("/ 7", "% 9", "<< 3", ">> 1", "* 3"))
      .map((parts) => `(${parts.join(" ")})`),
    tie("any").map((inner) => `max(${inner}, 5)`),
  ),
})).any;

const number = fc
  .tuple(integer, fc.constantFrom("limits.Ratio", "half", "0.1", "1e21", "1e-7", "2.50", "0x1p-2"))
  .map(([whole, part]) => `float64(${whole})*${part}`);
const word = fc.oneof(
  fc
    .string({ unit: "grapheme", maxLength: 5 })
    .map((text) => JSON.stringify(text).replace(/\u2028|\u2029/g, "")),
  fc.constantFrom("greeting", "limits.Name", "`raw\\n`", '"\\x41\\101"', "string(rune(0x1F600))"),
);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(" + "));
const duration = fc
  .tuple(
    fc.integer({ min: -99, max: 999 }),
    fc.constantFrom("Nanosecond", "Microsecond", "Millisecond", "Second", "Minute", "Hour"),
  )
  .chain(([count, unit]) =>
    fc.constantFrom(
      `${count} * time.${unit}`,
      `patience - ${Math.abs(count)}*time.${unit}`,
      `time.Duration(${integerText(count)})`,
    ),
  );
const truth = fc
  .tuple(integer, fc.constantFrom("<", ">=", "=="), integer)
  .chain(([a, operator, b]) =>
    fc.constantFrom(`${a} ${operator} ${b}`, `isFine || ${a} ${operator} ${b}`, "!isFine", "limits.On"),
  );

function integerText(count: number): string {
  return count < 0 ? `-(${-count})` : String(count);
}

const registration = fc.oneof(
  integer.map((value) => ["Int", `-${value}`] as const),
  integer.map((value) => ["Int64", `int64(${value})`] as const),
  integer.map((value) => ["Uint64", `1<<63 + uint64(${value})`] as const),
  integer.map((value) => ["Uint", `uint(limits.Page) * uint(${value})`] as const),
  number.map((value) => ["Float64", value] as const),
  text.map((value) => ["String", value] as const),
  duration.map((value) => ["Duration", value] as const),
  truth.map((value) => ["Bool", value] as const),
);

describeWithGo("the defaults of random flags", () => {
  test("are what the program prints", async () => {
    const [registrations = []] = fc.sample(fc.array(registration, { minLength: 250, maxLength: 250 }), 1);
    const lines = registrations.map(([type, value], index) => `\tflag.${type}("f${index}", ${value}, "")\n`);
    const main = `package main

import (
	"encoding/json"
	"flag"
	"os"
	"time"

	"example.org/oracle/limits"
)

func main() {
	_, _ = time.Second, limits.Page
${lines.join("")}	defaults := map[string]string{}
	flag.VisitAll(func(f *flag.Flag) { defaults[f.Name] = f.DefValue })
	json.NewEncoder(os.Stdout).Encode(defaults)
}
`;
    const files = { "main.go": main, "shared.go": shared, "limits/limits.go": other };
    const { groups, diagnostics } = readProjectFlags(
      { "go.mod": "module example.org/oracle\n", ...files },
      { groups: { main: { files: ["main.go"] } } },
    );
    expect(diagnostics).toEqual([]);
    const ours = Object.fromEntries((groups[0]?.settings ?? []).map((each) => [each.flag, each.default]));
    expect(ours).toEqual(JSON.parse(await runGoProgram(files)));
  }, 120_000);
});
