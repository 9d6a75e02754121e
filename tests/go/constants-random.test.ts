// Random constant expressions, right and wrong ones, against the evaluator of Go's own type checker.
import fc from "fast-check";
import { expect, test } from "vitest";
import { defaultBuild } from "../../src/go/build-context.ts";
import { type Constant, formatType, isNumber, isReal } from "../../src/go/constant.ts";
import { Evaluator } from "../../src/go/evaluate.ts";
import { formatFloat } from "../../src/go/format.ts";
import { GoPackages } from "../../src/go/packages.ts";
import { GoTypes } from "../../src/go/types.ts";
import { goParser } from "../flags/settings.ts";
import { describeWithGo, runGoProgram } from "../support/go.ts";

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 300 }).map(String),
  fc.constantFrom(
    "0",
    "1",
    "2",
    "1<<62",
    "0x7f",
    "0b11",
    "0o17",
    "1_000",
    "1e3",
    "2.5",
    "0.1",
    "1e-3",
    "0x1p4",
    "3i",
  ),
  fc.constantFrom("'a'", "'\\n'", "'é'", '"tide"', '"é\\t"', "`raw`", '""', "true", "false"),
  fc.constantFrom(
    "time.Second",
    "time.Millisecond",
    "math.MaxInt64",
    "math.MaxUint8",
    "math.Pi",
    "time.Monday",
  ),
);

const types = [
  "int",
  "int8",
  "uint8",
  "uint",
  "uint64",
  "int64",
  "float32",
  "float64",
  "string",
  "bool",
  "rune",
  "byte",
];
const operators = "+ - * / % & | ^ &^ << >> == != < <= > >= && ||".split(" ");

const expression = fc.letrec<{ any: string }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaf,
    fc.tuple(tie("any"), fc.constantFrom(...operators), tie("any")).map(([a, o, b]) => `(${a} ${o} ${b})`),
    fc.tuple(fc.constantFrom("-", "+", "^", "!"), tie("any")).map(([o, a]) => `${o}(${a})`),
    fc.tuple(fc.constantFrom(...types, "time.Duration", "Size"), tie("any")).map(([t, a]) => `${t}(${a})`),
    fc.tuple(fc.constantFrom("len", "real", "imag"), tie("any")).map(([f, a]) => `${f}(${a})`),
    fc.tuple(fc.constantFrom("min", "max"), tie("any"), tie("any")).map(([f, a, b]) => `${f}(${a}, ${b})`),
  ),
})).any;

const declarations = "type Size uint16\n";

/** Our value of each expression: its type and text, or nothing where it has none. */
function ours(expressions: readonly string[]): readonly (string | undefined)[] {
  const text = `package p\n\nimport (\n\t"math"\n\t"time"\n)\n\n${declarations}${expressions
    .map((each, index) => `const c${index} = ${each}\n`)
    .join("")}`;
  const files = { list: () => ["p.go"], read: (path: string) => (path === "/p.go" ? text : undefined) };
  const packages = new GoPackages(files, goParser, defaultBuild);
  const evaluator = new Evaluator(packages, new GoTypes(packages, new Map()));
  const file = packages.open("/p.go");
  if (!file) throw new Error("there is no file");
  expect(file.fault).toBeUndefined();
  return expressions.map((_, index) => {
    const result = evaluator.evaluate({ kind: "name", name: `c${index}`, start: 0, end: 0 }, { file });
    return result.ok ? printed(result.constant) : undefined;
  });
}

function printed({ value, type }: Constant): string {
  const typeText = type ? formatType(type).replace(/^.*\.(?=Size)/, "p.") : `untyped ${value.kind}`;
  if (!isNumber(value)) return `${typeText} ${JSON.stringify(value.value)}`;
  const integer = value.real.denominator === 1n && value.kind !== "float" && value.kind !== "complex";
  const text = integer ? String(value.real.numerator) : formatFloat(value.real, 64);
  return `${typeText} ${text}${isReal(value) ? "" : ` ${formatFloat(value.imaginary, 64)}`}`;
}

const oracle = `package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"strconv"
	_ "embed"
)

//go:embed expressions.json
var input []byte

const source = "package p\\n\\nimport (\\n\\t\\"math\\"\\n\\t\\"time\\"\\n)\\n\\ntype Size uint16\\n\\nvar _ = time.Second\\nvar _ = math.Pi\\n"

func float(v constant.Value) string {
	f, _ := constant.Float64Val(v)
	return strconv.FormatFloat(f, 'g', -1, 64)
}

func main() {
	var expressions []string
	if err := json.Unmarshal(input, &expressions); err != nil {
		panic(err)
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, "p.go", source, 0)
	if err != nil {
		panic(err)
	}
	config := types.Config{Importer: importer.ForCompiler(files, "source", nil)}
	pkg, err := config.Check("p", files, []*ast{file}, nil)
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, expression := range expressions {
		found, err := types.Eval(files, pkg, file.End()-1, expression)
		if err != nil || found.Value == nil {
			fmt.Fprintln(out, "null")
			continue
		}
		name := types.TypeString(found.Type, func(p *types.Package) string { return p.Name() })
		text := ""
		switch found.Value.Kind() {
		case constant.Bool:
			text = found.Value.String()
		case constant.String:
			encoded, _ := json.Marshal(constant.StringVal(found.Value))
			text = string(encoded)
		case constant.Int:
			text = found.Value.ExactString()
			if name == "untyped float" || name == "float64" || name == "float32" || name == "untyped complex" {
				text = float(found.Value)
			}
		case constant.Float:
			text = float(found.Value)
		case constant.Complex:
			text = float(constant.Real(found.Value)) + " " + float(constant.Imag(found.Value))
		}
		encoded, _ := json.Marshal(name + " " + text)
		fmt.Fprintln(out, string(encoded))
	}
}
`
  .replace("[]*ast{file}", "[]*ast.File{file}")
  .replace('"fmt"\n\t"go/constant"', '"fmt"\n\t"go/ast"\n\t"go/constant"');

/** `rune` and `byte` are other names of types. */
function aliases(text: string | null): string | undefined {
  return text?.replace(/^rune /, "int32 ").replace(/^byte /, "uint8 ");
}

describeWithGo("the type checker", () => {
  test("finds the same types and values, and none where we find none", async () => {
    const expressions = fc.sample(expression, 1500);
    const output = await runGoProgram({ "main.go": oracle, "expressions.json": JSON.stringify(expressions) });
    const theirs = output
      .trim()
      .split("\n")
      .map((line): string | undefined => aliases(JSON.parse(line)));
    const found = ours(expressions);
    expect(theirs).toHaveLength(expressions.length);
    // Enough of them have a value for the comparison to say something.
    expect(theirs.filter((each) => each !== undefined).length).toBeGreaterThan(300);
    const differences = expressions.flatMap((each, index) =>
      found[index] === theirs[index] ? [] : [{ expression: each, ours: found[index], theirs: theirs[index] }],
    );
    expect(differences).toEqual([]);
  });
});
