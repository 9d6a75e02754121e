// The table of the standard library's constants against the library itself.
import { expect, test } from "vitest";
import { defaultBuild } from "../../src/go/build-context.ts";
import { type Constant, formatType, isNumber } from "../../src/go/constant.ts";
import { float64, round, toNumber, zero } from "../../src/go/rational.ts";
import { standardConstant } from "../../src/go/standard-library.ts";
import { settingsOf } from "../flags/settings.ts";
import { describeWithGo, runGoProgram } from "../support/go.ts";

/** Packages of which the tables have all constants. */
const whole =
  "time math net/http log io io/fs os bufio compress/flate compress/gzip compress/zlib math/bits path/filepath strconv unicode/utf8 runtime".split(
    " ",
  );
const packages = [...whole, "log/slog", "crypto/tls", "net", "syscall"];

/** A constant as the program below prints it: type and value, a float as the number nearest to it. */
function printed({ value, type }: Constant): readonly string[] {
  const text = isNumber(value)
    ? value.kind === "float"
      ? String(toNumber(round(value.real, float64) ?? zero))
      : String(value.real.numerator)
    : String(value.value);
  return [type ? formatType(type) : `untyped ${value.kind}`, text];
}

describeWithGo("the standard library", () => {
  test("has the constants of the table, with the same types", async () => {
    const output = await runGoProgram({
      "main.go": `package main

import (
	"fmt"
	"go/constant"
	"go/importer"
	"go/token"
	"go/types"
)

func main() {
	library := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, path := range []string{${packages.map((path) => JSON.stringify(path)).join(", ")}} {
		pkg, err := library.Import(path)
		if err != nil {
			panic(err)
		}
		for _, name := range pkg.Scope().Names() {
			c, ok := pkg.Scope().Lookup(name).(*types.Const)
			if !ok || !c.Exported() {
				continue
			}
			value := c.Val().ExactString()
			if c.Val().Kind() == constant.Float {
				f, _ := constant.Float64Val(c.Val())
				value = fmt.Sprint(f)
			}
			if c.Val().Kind() == constant.String {
				value = constant.StringVal(c.Val())
			}
			fmt.Printf("%s\\t%s\\t%s\\t%s\\n", path, name, types.TypeString(c.Type(), nil), value)
		}
	}
}
`,
    });
    const rows = output
      .trim()
      .split("\n")
      .map((line) => line.split("\t"));
    const missing: string[] = [];
    const compared = rows.flatMap(([path = "", name = "", type = "", text = ""]) => {
      const constant = standardConstant(path, name, defaultBuild);
      if (!constant) {
        if (whole.includes(path)) missing.push(`${path}.${name}`);
        return [];
      }
      const [shortType = ""] = type.split("/").slice(-1);
      return [
        [
          [name, ...printed(constant)],
          [name, shortType, type === "untyped float" ? String(Number(text)) : text],
        ],
      ];
    });
    expect(missing).toEqual([]);
    expect(compared.length).toBeGreaterThan(250);
    for (const [ours, theirs] of compared) expect(ours).toEqual(theirs);
  });
});

test("names of a package that is imported with a dot", () => {
  const { settings, reported } = settingsOf(`package main

import (
	"flag"
	. "math"
	. "time"
)

func register(flags *flag.FlagSet) {
	flags.Uint64("most", MaxUint64, "")
	flags.Duration("wait", 2*Minute, "")
}
`);
  expect(reported).toEqual([]);
  expect(settings.map((setting) => setting.default)).toEqual(["18446744073709551615", "2m0s"]);
});
