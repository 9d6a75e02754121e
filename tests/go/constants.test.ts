// Defaults against the language: each row is an expression and what Go's flag package prints for it. The second suite
// asks the real compiler the same.
import { describe, expect, test } from "vitest";
import { mainWith, settingsOf } from "../flags/settings.ts";
import { describeWithGo, runGoProgram } from "../support/go.ts";

/** A method of the flag set, an expression, and the default that is printed. */
type Row = readonly [method: string, expression: string, printed: string];

const declarations = `
const (
	name        = "tide"
	path, count = "/run/" + name, 3
	typed uint8 = 200
	big         = 1 << 100
	third       = 1.0 / 3
	wait        = 5 * time.Minute
	no          = !true
)

const (
	zero = iota
	one
	_
	three, six = iota, iota * 2
	four, eight
	half = iota / 2.
	letter = 'a' + iota
	again
)

type (
	Size   uint64
	Mode   = string
	Metres float32
)

const (
	small Size = 1 << (10 * (iota + 1))
	large
	strict Mode   = "strict"
	deep   Metres = 0.1
	deeper        = deep * 3
)

var (
	listed  = [...]string{"a", 4: "b", "c"}
	grid    [2][count]int
	pointed = &listed
	table   struct{ rows [one << 3]int }
)
`;

const rows: readonly Row[] = [
  // literals
  ["String", `""`, ""],
  ["String", '"a\\tb\\"c\\\\d\\u00e9\\U0001F30A\\x41\\101\\xc3\\xa9"', 'a\tb"c\\dé🌊AAé'],
  ["String", '`raw \\n "text"`', 'raw \\n "text"'],
  ["String", "`two\nlines`", "two\nlines"],
  ["String", `"'" + "\\a\\b\\f\\v"`, "'\u0007\b\f\v"],
  ["Int", "1_000_000", "1000000"],
  ["Int", "0x_FF", "255"],
  ["Int", "0X1F", "31"],
  ["Int", "0b1010", "10"],
  ["Int", "0o17", "15"],
  ["Int", "0O17", "15"],
  ["Int", "017", "15"],
  ["Int", "'a'", "97"],
  ["Int", "'\\n'", "10"],
  ["Int", "'\\''", "39"],
  ["Int", "'\\x41'", "65"],
  ["Int", "'\\101'", "65"],
  ["Int", "'\\u00e9'", "233"],
  ["Int", "'世'", "19990"],
  ["Int", "1e3", "1000"],
  ["Int", "2.0", "2"],
  ["Int", "-9223372036854775808", "-9223372036854775808"],
  ["Uint64", "18446744073709551615", "18446744073709551615"],
  ["Float64", "2", "2"],
  ["Float64", ".5", "0.5"],
  ["Float64", "1.", "1"],
  ["Float64", "0x1p-2", "0.25"],
  ["Float64", "0X1.8P1", "3"],
  ["Float64", "1_0.2_5", "10.25"],
  ["Float64", "1e6", "1e+06"],
  ["Float64", "123456", "123456"],
  ["Float64", "1234567.5", "1.2345675e+06"],
  ["Float64", "0.0001", "0.0001"],
  ["Float64", "0.00001", "1e-05"],
  ["Float64", "1.5e300", "1.5e+300"],
  ["Float64", "5e-324", "5e-324"],
  ["Float64", "0.1 + 0.2", "0.3"],
  ["Float64", "real(2i*2i)", "-4"],
  ["Float64", "imag(0123i)", "123"],
  ["Bool", "true", "true"],
  // operators
  ["Int", "7 / 2", "3"],
  ["Int", "-7 / 2", "-3"],
  ["Int", "-7 % 3", "-1"],
  ["Int", "1<<10 | 0x0f &^ 3", "1036"],
  ["Int", "6 ^ 3", "5"],
  ["Int", "^0", "-1"],
  ["Int", "+(3)", "3"],
  ["Int", "1.0 << 3", "8"],
  ["Int", "-5 >> 1", "-3"],
  ["Int", "big >> 98", "4"],
  ["Int", "'a' * 2 / 2", "97"],
  ["Uint64", "^uint64(0)", "18446744073709551615"],
  ["Uint", "uint(^uint8(1))", "254"],
  ["Float64", "7 / 2.", "3.5"],
  ["Float64", "third * 3", "1"],
  ["Float64", "1 / 3.", "0.3333333333333333"],
  ["Float64", "big", "1.2676506002282294e+30"],
  ["Bool", `name == "tide" && 1 < 2.5 || no`, "true"],
  ["Bool", `"a" < "é" != (3 >= 'a')`, "true"],
  ["Bool", "!(1+2i == 1)", "true"],
  // names
  ["String", "name", "tide"],
  ["String", "path", "/run/tide"],
  ["Int", "count", "3"],
  ["Int", "one", "1"],
  ["Int", "three", "3"],
  ["Int", "six", "6"],
  ["Int", "four", "4"],
  ["Int", "eight", "8"],
  ["Float64", "half", "2.5"],
  ["Int", "letter", "103"],
  ["Int", "again", "104"],
  ["Uint64", "uint64(small)", "1024"],
  ["Uint64", "uint64(large)", "1048576"],
  ["String", "strict", "strict"],
  ["Float64", "float64(deep)", "0.10000000149011612"],
  ["Float64", "float64(deeper)", "0.30000001192092896"],
  // conversions and functions
  ["Uint64", "uint64(10)", "10"],
  ["Uint", "uint(typed)", "200"],
  ["Int", "int('a')", "97"],
  ["Int", "int(2.0)", "2"],
  ["Float64", "float64(float32(0.1))", "0.10000000149011612"],
  ["Float64", "float64(float32(16777217))", "1.6777216e+07"],
  ["String", "string('a')", "a"],
  ["String", `string(rune(0x1F30A)) + string("x")`, "🌊x"],
  ["String", "Mode(name)", "tide"],
  ["Int", `len("é" + name)`, "6"],
  ["Int", "len([...]int{1, 2, 3})", "3"],
  ["Int", "len([2]string{})", "2"],
  ["Int", "len(listed) + cap(listed)", "12"],
  ["Int", "len(grid[0]) * len(grid)", "6"],
  ["Int", "len(pointed)", "6"],
  ["Int", "len(table.rows)", "8"],
  ["Int", "min(3, 2, 5)", "2"],
  ["Float64", "max(1, 2.5)", "2.5"],
  ["String", `min("b", "a")`, "a"],
  // durations
  ["Duration", "0", "0s"],
  ["Duration", "5", "5ns"],
  ["Duration", "1500", "1.5µs"],
  ["Duration", "time.Millisecond * 2", "2ms"],
  ["Duration", "1500 * time.Millisecond", "1.5s"],
  ["Duration", "wait", "5m0s"],
  ["Duration", "150 * time.Second", "2m30s"],
  ["Duration", "36*time.Hour + 5*time.Second", "36h0m5s"],
  ["Duration", "time.Hour / 7", "8m34.285714285s"],
  ["Duration", "-wait", "-5m0s"],
  ["Duration", "time.Duration(1.5 * float64(time.Second))", "1.5s"],
  ["Duration", "1<<63 - 1", "2562047h47m16.854775807s"],
  ["Duration", "-1 << 63", "-2562047h47m16.854775808s"],
  ["Int", "int(wait / time.Second)", "300"],
  ["Int64", "int64(wait)", "300000000000"],
  ["Float64", "float64(wait) / float64(time.Hour)", "0.08333333333333333"],
];

const flagName = (index: number) => `flag-${index}`;

const source = mainWith(
  rows
    .map(([method, expression], index) => `\tflags.${method}("${flagName(index)}", ${expression}, "")`)
    .join("\n"),
  declarations,
);

describe("a default", () => {
  const { settings, reported } = settingsOf(source);
  const byFlag = new Map(settings.map((setting) => [setting.flag, setting]));

  test("is found for every row", () => {
    expect(reported).toEqual([]);
  });

  test.each(rows.map(([method, expression, printed], index) => ({ method, expression, printed, index })))(
    "$method $expression",
    ({ printed, index }) => {
      expect(byFlag.get(flagName(index))?.default).toBe(printed);
    },
  );
});

describe("a default that is no constant", () => {
  test.each<{ expression: string; method?: string; top?: string; reason: string }>([
    {
      expression: "variable",
      top: `var variable = "x"`,
      reason: '"variable" is a variable; its value is known to the running program alone',
    },
    { expression: 'os.Getenv("X")', reason: "what a function gives is known to the running program alone" },
    { expression: "unknown", reason: '"unknown" is not declared in the files of this build' },
    { expression: "flags.Name()", reason: "what a function gives is known to the running program alone" },
    {
      expression: "config.name",
      top: "var config struct{ name string }",
      reason: "a field or a method's result is known to the running program alone",
    },
    { expression: `"\\xff"`, reason: "it is not UTF-8 text" },
    { expression: "a", top: "const a = b\nconst b = a", reason: '"a" needs its own value' },
    {
      expression: "A(1)",
      top: "type A B\ntype B A",
      reason: "what a function gives is known to the running program alone",
    },
    { expression: '1 + "x"', reason: "int and string do not go together" },
    { expression: "1 << 5000", method: "Int", reason: "it shifts by too much" },
  ])("$expression is unresolved, with the reason", ({ expression, method = "String", top = "", reason }) => {
    const { settings, reported } = settingsOf(mainWith(`\tflags.${method}("x", ${expression}, "")`, top));
    expect(settings[0]?.default).toBeUndefined();
    expect(settings[0]?.unresolved).toMatchObject({ expression, reason });
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatch(/^main\.go:\d+:\d+: warning: The default of --x cannot be told: /);
  });

  test.each<{ expression: string; method: string; reason: string }>([
    { expression: "300", method: "Bool", reason: "int cannot be bool" },
    { expression: "1 << 64", method: "Uint64", reason: "18446744073709551616 does not fit into uint64" },
    { expression: "uint8(255) + 1", method: "Int", reason: "256 does not fit into uint8" },
    { expression: "1.5", method: "Int", reason: "it is no whole number, as int must be" },
    { expression: "-1", method: "Uint", reason: "-1 does not fit into uint" },
    { expression: "1 / 0", method: "Int", reason: "it divides by zero" },
    { expression: "1e400", method: "Float64", reason: "it is too large for float64" },
    {
      expression: "time.Second * time.Duration(2.5)",
      method: "Duration",
      reason: "it is no whole number, as time.Duration must be",
    },
  ])("$expression as $method is an error: no program has it", ({ expression, method, reason }) => {
    const { settings, reported } = settingsOf(mainWith(`\tflags.${method}("x", ${expression}, "")`));
    expect(settings[0]?.default).toBeUndefined();
    expect(settings[0]?.unresolved).toMatchObject({ expression, reason, isRefused: true });
    expect(reported).toEqual([expect.stringContaining(`: error: The default of the setting is no `)]);
    expect(reported[0]).toContain(`: ${reason}. [flags/invalid-default]`);
  });
});

describeWithGo("the compiler", () => {
  test("prints the same defaults", async () => {
    const printed: unknown = JSON.parse(
      await runGoProgram({
        "main.go": source,
        "print.go": `package main

import (
	"encoding/json"
	"flag"
	"os"
)

func main() {
	flags := flag.NewFlagSet("oracle", flag.ContinueOnError)
	register(flags)
	defaults := map[string]string{}
	flags.VisitAll(func(f *flag.Flag) { defaults[f.Name] = f.DefValue })
	_ = json.NewEncoder(os.Stdout).Encode(defaults)
}
`,
      }),
    );
    expect(printed).toEqual(Object.fromEntries(rows.map(([, , text], index) => [flagName(index), text])));
  });
});
