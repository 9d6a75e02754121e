// Every kind of flag that pflag has, against pflag itself; its code comes with that of Helm, which tools/ pins.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Registrar } from "../../src/flags/registrar.ts";
import { flagRegistrar, pflagRegistrar } from "../../src/flags/standard-registrars.ts";
import { runGoProgram } from "../support/go.ts";
import { repositoryFolder } from "../support/repository.ts";
import { describeWith } from "../support/requirement.ts";
import { settingsOf } from "./settings.ts";

/** A method without and with P and Var, a default, and what pflag prints for it. */
type Row = readonly [method: string, value: string, printed: string];

const rows: readonly Row[] = [
  ["String", '"a b"', "a b"],
  ["Bool", "true", "true"],
  ["Int", "-3", "-3"],
  ["Int8", "1 << 6", "64"],
  ["Int16", "'a'", "97"],
  ["Int32", "1e6", "1000000"],
  ["Int64", "5 * int64(time.Second)", "5000000000"],
  ["Uint", "3", "3"],
  ["Uint8", "^uint8(0)", "255"],
  ["Uint16", "0xffff", "65535"],
  ["Uint32", "1 << 31", "2147483648"],
  ["Uint64", "1<<64 - 1", "18446744073709551615"],
  ["Float32", "1.0 / 3", "0.33333334"],
  ["Float64", "1e6", "1e+06"],
  ["Duration", "90 * time.Second", "1m30s"],
  ["StringSlice", '[]string{"a", "b,c", `d"e`, " f", ""}', '[a,"b,c","d""e"," f",]'],
  ["StringSlice", "nil", "[]"],
  ["StringArray", '[]string{"a", "b,c"}', '[a,"b,c"]'],
  ["BoolSlice", "[]bool{true, !true}", "[true,false]"],
  ["IntSlice", "[]int{1, 2 * 3}", "[1,6]"],
  ["Int32Slice", "[]int32{}", "[]"],
  ["Int64Slice", "[]int64{1 << 40}", "[1099511627776]"],
  ["UintSlice", "[]uint{7}", "[7]"],
  ["Float32Slice", "[]float32{0.1, 2}", "[0.100000,2.000000]"],
  ["Float64Slice", "[]float64{1.0 / 3}", "[0.333333]"],
  ["DurationSlice", "[]time.Duration{time.Minute, 2}", "[1m0s,2ns]"],
  ["StringToString", 'map[string]string{"b": "2", "a": "x,y"}', '["a=x,y",b=2]'],
  ["StringToInt", 'map[string]int{"a": 1}', "[a=1]"],
  ["StringToInt64", 'map[string]int64{"a": -1}', "[a=-1]"],
];

const source = `package main

import (
	"time"

	"github.com/spf13/pflag"
)

var _ time.Duration

func register(flags *pflag.FlagSet) {
${rows
  .flatMap(([method, value], index) => {
    const target = `target${index}`;
    return [
      `\t${target} := flags.${method}("plain-${index}", ${value}, "")`,
      `\tflags.${method}P("short-${index}", "", ${value}, "")`,
      `\tflags.${method}Var(${target}, "var-${index}", ${value}, "")`,
      `\tflags.${method}VarP(${target}, "var-short-${index}", "", ${value}, "")`,
    ];
  })
  .join("\n")}
	flags.Count("count", "")
	flags.CountP("short-count", "c", "")
	flags.Func("func", "", nil)
	flags.BoolFunc("bool-func", "", nil)
}
`;

const expected = Object.fromEntries([
  ...rows.flatMap(([, , printed], index) =>
    ["plain", "short", "var", "var-short"].map((form) => [`${form}-${index}`, printed]),
  ),
  ["count", "0"],
  ["short-count", "0"],
  ["func", ""],
  ["bool-func", ""],
]);

describe("the flags of pflag", () => {
  test("are read in all their forms", () => {
    const { settings, reported } = settingsOf(source);
    expect(reported).toEqual([]);
    expect(Object.fromEntries(settings.map((setting) => [setting.flag, setting.default]))).toEqual(expected);
  });
});

const pinned = /github\.com\/spf13\/pflag (v\S+)/.exec(
  readFileSync(join(repositoryFolder, "tools/helm4/go.mod"), "utf8"),
)?.[1];

function isInModuleCache(): boolean {
  const cache = spawnSync("go", ["env", "GOMODCACHE"], { encoding: "utf8" }).stdout?.trim();
  return Boolean(cache) && existsSync(join(cache ?? "", `github.com/spf13/pflag@${pinned}`));
}

function isDescribed({ methods, marks = {}, otherMethods = [] }: Registrar, method: string): boolean {
  return Object.hasOwn(methods, method) || Object.hasOwn(marks, method) || otherMethods.includes(method);
}

describeWith(
  {
    name: "the code of pflag",
    missing: isInModuleCache() ? undefined : "with Go, `npm run tools -- helm4` downloads it",
    requiredInCi: false,
  },
  "pflag",
  () => {
    test("prints the same defaults, and has no method that is not described", async () => {
      const printed: { defaults: unknown; flag: string[]; pflag: string[] } = JSON.parse(
        await runGoProgram({
          "go.mod": `module example.org/oracle\n\ngo 1.22\n\nrequire github.com/spf13/pflag ${pinned}\n`,
          "main.go": source,
          "print.go": `package main

import (
	"encoding/json"
	"flag"
	"os"
	"reflect"

	"github.com/spf13/pflag"
)

func methods(value any) []string {
	names := []string{}
	for i, t := 0, reflect.TypeOf(value); i < t.NumMethod(); i++ {
		names = append(names, t.Method(i).Name)
	}
	return names
}

func main() {
	flags := pflag.NewFlagSet("oracle", pflag.ContinueOnError)
	register(flags)
	defaults := map[string]string{}
	flags.VisitAll(func(f *pflag.Flag) { defaults[f.Name] = f.DefValue })
	_ = json.NewEncoder(os.Stdout).Encode(map[string]any{
		"defaults": defaults,
		"flag":     methods(&flag.FlagSet{}),
		"pflag":    methods(flags),
	})
}
`,
        }),
      );
      expect(printed.defaults).toEqual(expected);
      expect(printed.flag.filter((method) => !isDescribed(flagRegistrar, method))).toEqual([]);
      // These two take flags that were made elsewhere: nobody could tell which.
      const unreadable = ["AddFlag", "AddGoFlag"];
      expect(printed.pflag.filter((method) => !isDescribed(pflagRegistrar, method))).toEqual(unreadable);
    });
  },
);
