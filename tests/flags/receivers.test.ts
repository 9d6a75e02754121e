// On what a registrar's methods are called: every form of expression that Go has for it.
import { describe, expect, test } from "vitest";
import { mainWith, settingsOf } from "./settings.ts";

const set = "*flag.FlagSet";
const declarations = `
type config struct{ f ${set}; all []${set} }
type holder[T any] struct{ item T }
func (h *holder[E]) get() E { return h.item }
type pair[K comparable, V any] map[K]V
type sets []${set}
func first[S ~[]E, E any](all S) E { return all[0] }
func same[T any](one T) T { return one }
func apply[A, B any](one A, make func(A) B) B { return make(one) }
func rest[T any](all ...T) T { return all[0] }
func two() (error, ${set}) { return nil, nil }
func each(yield func(string, ${set}) bool) {}
type source interface{ inner; Set() ${set} }
type inner interface{ Deep() map[string]${set} }
func list(all ...${set}) {}
`;

describe("a registrar is known that comes from", () => {
  test.each<{ name: string; body: string; top?: string }>([
    { name: "a map", body: `m := map[string]${set}{"a": flags}\n\tm["a"].CALL` },
    { name: "a map of maps", body: `var m map[string]map[int]${set}\n\tm["a"][1].CALL` },
    { name: "a map that is made", body: `m := make(map[string]${set})\n\tm["a"].CALL` },
    {
      name: "a map with a second result",
      body: `m := map[string]${set}{}\n\tf, ok := m["a"]\n\t_ = ok\n\tf.CALL`,
    },
    { name: "a list", body: `l := []${set}{flags}\n\tl[0].CALL` },
    { name: "an array whose length is counted", body: `l := [...]${set}{flags}\n\tl[0].CALL` },
    { name: "a pointer to an array", body: `l := &[2]${set}{}\n\tl[1].CALL` },
    { name: "part of a list", body: `l := []${set}{flags}\n\tl[1:][0].CALL` },
    { name: "a list that grows", body: `var l []${set}\n\tappend(l, flags)[0].CALL` },
    { name: "a declared list", body: `var l sets\n\tl[0].CALL` },
    { name: "the values of a list", body: `for _, f := range []${set}{flags} {\n\t\tf.CALL\n\t}` },
    { name: "the keys of a map", body: `for f := range map[${set}]bool{} {\n\t\tf.CALL\n\t}` },
    { name: "the values of a map", body: `for _, f := range map[string]${set}{} {\n\t\tf.CALL\n\t}` },
    { name: "what a channel gives", body: `var c chan ${set}\n\tfor f := range c {\n\t\tf.CALL\n\t}` },
    { name: "what a function ranges over", body: `for _, f := range each {\n\t\tf.CALL\n\t}` },
    {
      name: "structs in a list",
      body: `for _, c := range []struct{ f ${set} }{{flags}} {\n\t\tc.f.CALL\n\t}`,
    },
    { name: "a list in a field", body: `var c config\n\tfor _, f := range c.all {\n\t\tf.CALL\n\t}` },
    { name: "a channel", body: `var c <-chan ${set}\n\t(<-c).CALL` },
    {
      name: "a channel, into a variable",
      body: `c := make(chan ${set})\n\tf, ok := <-c\n\t_ = ok\n\tf.CALL`,
    },
    {
      name: "a channel, in a select",
      body: `var c chan ${set}\n\tselect {\n\tcase f := <-c:\n\t\tf.CALL\n\t}`,
    },
    { name: "a type assertion", body: `var v any = flags\n\tv.(${set}).CALL` },
    {
      name: "a checked assertion",
      body: `var v any = flags\n\tif f, ok := v.(${set}); ok {\n\t\tf.CALL\n\t}`,
    },
    {
      name: "a type switch",
      body: `var v any = flags\n\tswitch f := v.(type) {\n\tcase nil, int:\n\tcase ${set}:\n\t\tf.CALL\n\t}`,
    },
    {
      name: "a type switch with an initializer",
      body: `var v any = flags\n\tswitch a := v; f := a.(type) {\n\tcase ${set}:\n\t\tf.CALL\n\t}`,
    },
    { name: "one of several values", body: `a, f := 1, flags\n\t_ = a\n\tf.CALL` },
    { name: "one of several results", body: `var err, f = two()\n\t_ = err\n\tf.CALL` },
    {
      name: "a line of a declaration before",
      body: `var (\n\t\tm = map[string]${set}{}\n\t\tf = m["a"]\n\t)\n\tf.CALL`,
    },
    { name: "a field of an item", body: `l := []*config{{f: flags}}\n\tl[0].f.CALL` },
    { name: "a struct without a name", body: `struct{ f ${set} }{flags}.f.CALL` },
    { name: "a pointer to a pointer", body: `f := &flags\n\t(*f).CALL` },
    { name: "a function literal", body: `func() ${set} { return flags }().CALL` },
    { name: "a variable that holds a function", body: `get := func() ${set} { return flags }\n\tget().CALL` },
    { name: "a variable that holds a declared function", body: `get := two\n\t_, f := get()\n\tf.CALL` },
    { name: "a function in a field", body: `var c struct{ get func() ${set} }\n\tc.get().CALL` },
    { name: "a function in a map", body: `m := map[string]func() ${set}{}\n\tm["a"]().CALL` },
    { name: "a function that gives a function", body: `func() func() ${set} { return nil }()().CALL` },
    { name: "a conversion", body: `(${set})(flags).CALL` },
    { name: "a conversion to a declared list", body: `sets([]${set}{flags})[0].CALL` },
    { name: "a method in a variable", body: `h := &holder[${set}]{}\n\tget := h.get\n\tget().CALL` },
    { name: "a method of a type", body: `(*holder[${set}]).get(&holder[${set}]{}).CALL` },
    { name: "a field of a generic type", body: `holder[${set}]{flags}.item.CALL` },
    { name: "a method of a generic type", body: `(&holder[${set}]{flags}).get().CALL` },
    { name: "a generic map", body: `var p pair[string, ${set}]\n\tp["a"].CALL` },
    { name: "a generic function", body: `same(flags).CALL` },
    { name: "a generic function with its type written out", body: `same[${set}](nil).CALL` },
    { name: "a generic function in a variable", body: `f := same[${set}]\n\tf(nil).CALL` },
    { name: "a generic function over a list", body: `first(sets{flags}).CALL` },
    { name: "a generic function with a function", body: `apply(1, func(int) ${set} { return flags }).CALL` },
    { name: "a generic function with a rest", body: `rest([]${set}{flags}...).CALL` },
    { name: "one of a rest", body: `rest(flags, nil).CALL` },
    { name: "the rest of the parameters", body: `_ = func(all ...${set}) { all[0].CALL }` },
    { name: "a method of an interface", body: `var s source\n\ts.Set().CALL` },
    { name: "a method of an embedded interface", body: `var s source\n\ts.Deep()["a"].CALL` },
    { name: "a type of the function", body: `type own struct{ f ${set} }\n\tvar o own\n\to.f.CALL` },
    {
      name: "an embedded field of an embedded field",
      body: `var o struct{ deep }\n\to.CALL`,
      top: `type deep struct{ ${set} }`,
    },
    {
      name: "a type parameter that can be nothing else",
      body: `_ = generic[${set}]`,
      top: `func generic[F interface{ ${set} }](f F) { f.CALL }`,
    },
    { name: "a named result", body: ``, top: `func made() (f ${set}) { f.CALL; return }` },
    { name: "an alias of a map", body: `var m named\n\tm["a"].CALL`, top: `type named = map[string]${set}` },
    {
      name: "a map that holds itself",
      body: `var m nested\n\tm["a"]["b"].f.CALL`,
      top: `type nested map[string]leaf\ntype leaf map[string]*node\ntype node struct{ f ${set}; more nested }`,
    },
    { name: "new", body: `new(config).f.CALL` },
    { name: "a deferred call", body: `m := map[string]${set}{}\n\tdefer m["a"].CALL` },
  ])("$name", ({ body, top = "" }) => {
    const calls = [
      { call: 'String("x", "", "")', flags: ["x"], report: undefined },
      { call: 'Complex("x", 1i, "")', flags: [], report: "is not described. [flags/unknown-call]" },
      { call: 'String("x", "")', flags: [], report: "has other arguments than its description." },
    ];
    for (const { call, flags, report } of calls) {
      const content = mainWith(
        `\t${body.replaceAll("CALL", call)}`,
        declarations + top.replaceAll("CALL", call),
      );
      const { settings, reported } = settingsOf(content);
      expect(settings.map(({ flag }) => flag)).toEqual(flags);
      if (report === undefined) expect(reported).toEqual([]);
      else expect(reported).toEqual([expect.stringContaining(report)]);
    }
  });
});

describe("methods are those of the type that Go would take", () => {
  test("an own method hides that of an embedded registrar", () => {
    const { settings, reported } = settingsOf(
      mainWith(
        '\tvar o own\n\to.String("a")\n\to.Int("b", 1, "")',
        "type own struct{ *flag.FlagSet }\nfunc (own) String(name string) {}",
      ),
    );
    expect(settings.map(({ flag }) => flag)).toEqual(["b"]);
    expect(reported).toEqual([]);
  });

  test("a field that has the type's name is not embedded", () => {
    const { settings } = settingsOf(
      mainWith(
        '\tvar o own\n\to.String("a", "", "")\n\to.FlagSet.String("b", "", "")',
        "type own struct{ FlagSet *flag.FlagSet }",
      ),
    );
    expect(settings.map(({ flag }) => flag)).toEqual(["b"]);
  });

  test("a method of a type is called with what it is for in front", () => {
    const { settings, reported } = settingsOf(mainWith('\t(*flag.FlagSet).String(flags, "x", "y", "")'));
    expect(settings.map(({ flag, default: value }) => [flag, value])).toEqual([["x", "y"]]);
    expect(reported).toEqual([]);
  });

  test("names of a package that is imported with a dot are its own", () => {
    const { settings, reported } = settingsOf(`package main

import . "flag"

func register(flags *FlagSet) {
	String("a", "", "")
	flags.String("b", "", "")
	CommandLine.String("c", "", "")
	NewFlagSet("", ContinueOnError).Complex("d", 1i, "")
	Parse()
}
`);
    expect(settings.map(({ flag }) => flag)).toEqual(["a", "b", "c"]);
    expect(reported).toEqual([
      expect.stringContaining('The call of "NewFlagSet("", ContinueOnError).Complex"'),
    ]);
  });

  test("a vendored registrar, and one in a module that replaces another, have the names by which they are imported", () => {
    const pflag = "package pflag\n\ntype FlagSet struct{}\n\nfunc (f *FlagSet) String(a, b, c string) {}\n";
    const main = `package main

import "github.com/spf13/pflag"

func a(f *pflag.FlagSet, m map[string]*pflag.FlagSet) {
	f.String("x", "", "")
	m["y"].String("y", "", "")
}
`;
    for (const files of [
      { "go.mod": "module example.org/a\n", "vendor/github.com/spf13/pflag/flag.go": pflag },
      {
        "go.mod": "module example.org/a\nreplace github.com/spf13/pflag => ./third/pflag\n",
        "third/pflag/go.mod": "module example.org/fork/pflag\n",
        "third/pflag/flag.go": pflag,
      },
    ]) {
      const { settings, reported } = settingsOf({ ...files, "main.go": main });
      expect(settings.map(({ flag }) => flag)).toEqual(["x", "y"]);
      expect(reported).toEqual([]);
    }
  });
});

describe("what only the running program knows is told", () => {
  test.each<{ name: string; body: string; top?: string }>([
    {
      name: "a method of an interface that a registrar may be behind",
      body: 'var s setter = flags\n\ts.String("x", "", "")',
      top: "type setter interface{ String(a, b, c string) *string }",
    },
    { name: "what the standard library hands back", body: 'cmp.Or(flags, nil).Complex("x", 1i, "")' },
    {
      name: "what it hands back later",
      body: 'get := sync.OnceValue(func() *flag.FlagSet { return flags })\n\tget().Complex("x", 1i, "")',
    },
    { name: "a method that is put into a field", body: "var c struct{ add any }\n\tc.add = flags.String" },
    { name: "a method in a list", body: "_ = []any{flags.String}" },
    { name: "a method that is given back", body: "", top: "func get(f *flag.FlagSet) any { return f.Int }" },
    { name: "a function of the package that is handed on", body: "call(flag.Bool)" },
  ])("$name", ({ body, top = "" }) => {
    const content = mainWith(`\t${body}`, top).replace('"flag"\n', '"cmp"\n\t"flag"\n\t"sync"\n');
    const { settings, reported } = settingsOf(content);
    expect(settings).toEqual([]);
    expect(reported).toEqual([
      expect.stringContaining("[flags/unclear-receiver]"),
      expect.stringContaining("[flags/no-settings]"),
    ]);
  });

  test("but not a method that registers nothing", () => {
    const { reported } = settingsOf(
      mainWith('\tflags.Int("x", 1, "")\n\tcmp.Or(flags, nil).Parse(nil)').replace(
        '"flag"\n',
        '"cmp"\n\t"flag"\n',
      ),
    );
    expect(reported).toEqual([]);
  });
});
