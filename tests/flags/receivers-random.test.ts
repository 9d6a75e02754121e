// Random expressions that give a registrar, or a type with the same methods, against Go's own type checker: which calls
// are made on the registrar.
import fc from "fast-check";
import { expect, test } from "vitest";
import { describeWithGo, runGoProgram } from "../support/go.ts";
import { readProjectFlags } from "./settings.ts";

/** A type of the programs below, as Go writes it. */
type Type = string;

const own = `package own

type Set struct{}

func (*Set) Extra() {}

type Other struct{}

func (*Other) Extra() {}

type Box[T any] struct{ Item T }

func (b *Box[E]) Get() E { return b.Item }

type Row[K comparable, V any] map[K]V
`;

const shared = `package main

import "example.org/oracle/own"

func first[S ~[]E, E any](all S) E { return all[0] }
func rest[T any](all ...T) T { return all[0] }
func same[T any](one T) T { return one }
func with[A, B any](one A, two B) (A, B) { return one, two }
func apply[A, B any](one A, get func(A) B) B { return get(one) }
func open[T any](box *own.Box[T]) T { return box.Item }
func each[T any](all ...T) func(yield func(int, T) bool) { return nil }
func only[T any](one T) func(yield func(T) bool) { return nil }
func any_(one any) any { return one }
`;

interface Expression {
  readonly type: Type;
  readonly text: string;
}

const base = fc.constantFrom<Expression[]>(
  { type: "*own.Set", text: "set" },
  { type: "*own.Other", text: "other" },
  { type: "*own.Set", text: "new(own.Set)" },
  { type: "*own.Other", text: "(&own.Other{})" },
);

/** What gives the same type again, out of something that holds it. */
const through: readonly ((given: Expression) => string)[] = [
  ({ type, text }) => `[]${type}{${text}}[0]`,
  ({ type, text }) => `[...]${type}{2: ${text}}[2]`,
  ({ type, text }) => `(&[2]${type}{${text}})[1]`,
  ({ type, text }) => `append([]${type}{}, ${text})[0:1][0]`,
  ({ type, text }) => `map[string]${type}{"k": ${text}}["k"]`,
  ({ type, text }) => `own.Row[int, ${type}]{1: ${text}}[1]`,
  ({ type, text }) => `map[string]map[int]${type}{"k": {1: ${text}}}["k"][1]`,
  ({ type, text }) => `(<-func() chan ${type} { _ = ${text}; return nil }())`,
  ({ type, text }) => `func() ${type} { return ${text} }()`,
  ({ type, text }) => `func() func() ${type} { return func() ${type} { return ${text} } }()()`,
  ({ type, text }) => `[]func(int) ${type}{func(int) ${type} { return ${text} }}[0](1)`,
  ({ type, text }) => `struct{ f ${type} }{${text}}.f`,
  ({ type, text }) => `(&struct{ a, f ${type} }{f: ${text}}).f`,
  ({ type, text }) => `[]struct{ f ${type} }{{${text}}}[0].f`,
  ({ type, text }) => `struct{ own.Box[${type}] }{own.Box[${type}]{${text}}}.Item`,
  ({ type, text }) => `(*&[]${type}{${text}}[0])`,
  ({ type, text }) => `any(${text}).(${type})`,
  ({ type, text }) => `any_(${text}).(${type})`,
  ({ type, text }) => `(${type})(${text})`,
  ({ type, text }) => `own.Box[${type}]{Item: ${text}}.Item`,
  ({ type, text }) => `(&own.Box[${type}]{${text}}).Get()`,
  ({ type, text }) => `(*own.Box[${type}]).Get(&own.Box[${type}]{${text}})`,
  ({ type, text }) => `open(&own.Box[${type}]{${text}})`,
  ({ type, text }) => `first([]${type}{${text}})`,
  ({ text }) => `same(${text})`,
  ({ type, text }) => `same[${type}](${text})`,
  ({ text }) => `rest(${text}, nil)`,
  ({ type, text }) => `rest([]${type}{${text}}...)`,
  ({ type, text }) => `apply("a", func(string) ${type} { return ${text} })`,
  ({ type, text }) => `apply(${text}, func(x ${type}) ${type} { return x })`,
  ({ type, text }) => `interface{ Get() ${type} }(&own.Box[${type}]{${text}}).Get()`,
];

/** Statements that call on something of the type; each call is on a line of its own. */
const statements: readonly ((given: Expression) => string)[] = [
  ({ text }) => `${text}.Extra()`,
  ({ text }) => `x := ${text}\nx.Extra()`,
  ({ type, text }) => `var x ${type} = ${text}\ndefer x.Extra()`,
  ({ text }) => `var (\na = ${text}\nb = a\n)\nb.Extra()`,
  ({ text }) => `x := 1\n_ = x\n{\nx := ${text}\nx.Extra()\n}`,
  ({ text }) => `a, x := with(1, ${text})\n_ = a\nx.Extra()`,
  ({ text }) => `var x, a = with(${text}, other)\nx.Extra()\na.Extra()`,
  ({ type, text }) => `for _, x := range []${type}{${text}} {\nx.Extra()\n}`,
  ({ type, text }) => `for _, x := range [1]${type}{${text}} {\nx.Extra()\n}`,
  ({ type, text }) => `for x := range map[${type}]int{${text}: 1} {\nx.Extra()\n}`,
  ({ type, text }) => `for _, x := range map[int]${type}{1: ${text}} {\nx.Extra()\n}`,
  ({ type, text }) => `c := make(chan ${type})\nc <- ${text}\nfor x := range c {\nx.Extra()\n}`,
  ({ text }) => `for _, x := range each(${text}) {\nx.Extra()\n}`,
  ({ text }) => `for x := range only(${text}) {\nx.Extra()\n}`,
  ({ type, text }) => `if x, ok := any(${text}).(${type}); ok {\nx.Extra()\n} else {\nx.Extra()\n}`,
  ({ type, text }) => `if x, ok := map[int]${type}{1: ${text}}[1]; ok {\nx.Extra()\n}`,
  ({ type, text }) => `c := make(chan ${type}, 1)\nc <- ${text}\nx, ok := <-c\n_ = ok\nx.Extra()`,
  ({ type, text }) =>
    `c := make(chan ${type})\nselect {\ncase x, ok := <-c:\n_ = ok\nx.Extra()\ncase c <- ${text}:\n}`,
  ({ text }) =>
    `switch x := any(${text}).(type) {\ncase nil, int:\n_ = x\ncase *own.Set:\nx.Extra()\ncase *own.Other:\nx.Extra()\n}`,
  ({ text }) => `switch a := (${text}); x := any(a).(type) {\ncase *own.Set:\nx.Extra()\ndefault:\n_ = x\n}`,
  ({ type, text }) => `func(x ${type}) {\nx.Extra()\n}(${text})`,
  ({ type, text }) => `func(a int, all ...${type}) {\nall[0].Extra()\n}(1, ${text})`,
  ({ type, text }) => `type e struct{ ${type} }\ne{${text}}.Extra()`,
  ({ type, text }) => `type e struct{ ${type} }\ntype d struct{ *e }\nd{&e{${text}}}.Extra()`,
  ({ type, text }) => `type list = []${type}\nvar l list = list{${text}}\nl[0].Extra()`,
  ({ type, text }) => `type list []${type}\nfirst(list{${text}}).Extra()`,
  ({ type, text }) => `get := func() (int, ${type}) { return 1, ${text} }\n_, x := get()\nx.Extra()`,
  ({ text }) => `get := same(func() any { return ${text} })\nget().(interface{ Extra() }).Extra()`,
];

const statement = fc
  .tuple(base, fc.array(fc.constantFrom(...through), { maxLength: 4 }), fc.constantFrom(...statements))
  .map(([{ type, text }, steps, put]) =>
    put({ type, text: steps.reduce((given, step) => step({ type, text: given }), text) }),
  );

const oracle = `package main

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
)

//go:embed code
var code embed.FS

type packages map[string]*types.Package

func (p packages) Import(path string) (*types.Package, error) { return p[path], nil }

func main() {
	files := token.NewFileSet()
	known := packages{}
	for _, each := range []struct{ path string; names []string }{
		{"example.org/oracle/own", []string{"own"}},
		{"main", []string{"shared", "main"}},
	} {
		var parsed []*ast.File
		for _, name := range each.names {
			text, err := code.ReadFile("code/" + name + ".txt")
			if err != nil {
				panic(err)
			}
			file, err := parser.ParseFile(files, name, text, 0)
			if err != nil {
				panic(err)
			}
			parsed = append(parsed, file)
		}
		info := types.Info{Selections: map[*ast.SelectorExpr]*types.Selection{}}
		pkg, err := (&types.Config{Importer: known}).Check(each.path, files, parsed, &info)
		if err != nil {
			panic(err)
		}
		known[each.path] = pkg
		for _, file := range parsed {
			ast.Inspect(file, func(node ast.Node) bool {
				call, ok := node.(*ast.CallExpr)
				if !ok {
					return true
				}
				callee, ok := call.Fun.(*ast.SelectorExpr)
				if !ok || callee.Sel.Name != "Extra" {
					return true
				}
				method := info.Selections[callee].Obj().(*types.Func)
				receiver := method.Type().(*types.Signature).Recv().Type()
				fmt.Println(files.Position(callee.Sel.Pos()).Line, receiver)
				return true
			})
		}
	}
}
`;

describeWithGo("the type checker", () => {
  test("finds the same calls on the registrar as we do", async () => {
    const [chosen = []] = fc.sample(fc.array(statement, { minLength: 400, maxLength: 400 }), 1);
    const main = `package main

import "example.org/oracle/own"

func register(set *own.Set, other *own.Other) {
${chosen.map((text) => `func() {\n${text}\n}()\n`).join("")}}

func main() {}
`;
    const output = await runGoProgram({
      "main.go": oracle,
      "code/own.txt": own,
      "code/shared.txt": shared,
      "code/main.txt": main,
    });
    const theirs = output
      .trim()
      .split("\n")
      .filter((line) => line.endsWith(" *example.org/oracle/own.Set"))
      .map((line) => Number.parseInt(line, 10));
    expect(theirs.length).toBeGreaterThan(100);
    const { diagnostics } = readProjectFlags(
      { "go.mod": "module example.org/oracle\n", "own/own.go": own, "shared.go": shared, "main.go": main },
      {
        registrar: { name: "own", types: ["example.org/oracle/own.Set"] },
        groups: { main: { files: ["main.go"] } },
      },
    );
    const lines = main.split("\n");
    const ours = diagnostics.flatMap(({ code, position }) =>
      code === "flags/unknown-call" && position ? [position.line] : [],
    );
    const shown = (line: number) => `${line}: ${lines[line - 1]}`;
    expect(ours.map(shown).toSorted()).toEqual(theirs.map(shown).toSorted());
  }, 120_000);
});
