// Which calls register settings, on whatever the registrar is held in, and what their arguments say.
import { describe, expect, test } from "vitest";
import { mainWith, settingsOf } from "./settings.ts";

/** The flags of a file, with what was reported. */
function flagsOf(content: Parameters<typeof settingsOf>[0], flags: Parameters<typeof settingsOf>[1] = {}) {
  const { settings, reported } = settingsOf(content, flags);
  return { flags: settings.map(({ flag }) => flag), reported };
}

function fileWith(imports: readonly string[], body: string): string {
  return `package main\n\nimport (\n${imports.map((path) => `\t${path}`).join("\n")}\n)\n\n${body}\n`;
}

const registrar = `package own

import "flag"

type FlagRegistrar struct{ flags *flag.FlagSet }

func NewFlagRegistrar(flags *flag.FlagSet) *FlagRegistrar { return &FlagRegistrar{flags} }
func (r *FlagRegistrar) StringWithEnv(field *string, name, value, env, usage string) {
	r.flags.StringVar(field, name, value, usage)
}
`;

describe("a registrar is known", () => {
  test.each<{ name: string; content: string }>([
    { name: "as a parameter", content: mainWith('\tflags.String("x", "", "")') },
    { name: "as the package itself", content: mainWith('\tflag.String("x", "", "")') },
    { name: "as the package's own flag set", content: mainWith('\tflag.CommandLine.String("x", "", "")') },
    {
      name: "under another name of the package",
      content: fileWith(['f "flag"'], 'func a() { f.String("x", "", "") }'),
    },
    {
      name: "as a local variable",
      content: mainWith('\tf := flag.NewFlagSet("", 0)\n\tf.String("x", "", "")'),
    },
    { name: "as a declared variable", content: mainWith('\tvar f *flag.FlagSet\n\tf.String("x", "", "")') },
    {
      name: "as a variable of the package",
      content: mainWith('\tall.String("x", "", "")', 'var all = flag.NewFlagSet("", 0)'),
    },
    {
      name: "as a field",
      content: mainWith(
        '\tvar c config\n\tc.deep.f.String("x", "", "")',
        "type config struct{ deep *inner }\ntype inner struct{ f *flag.FlagSet }",
      ),
    },
    {
      name: "as an embedded field",
      content: mainWith('\tvar c config\n\tc.String("x", "", "")', "type config struct{ *flag.FlagSet }"),
    },
    {
      name: "as the result of a function",
      content: mainWith('\tmake().String("x", "", "")', "func make() *flag.FlagSet { return nil }"),
    },
    {
      name: "as one result of several",
      content: mainWith(
        '\t_, f := make()\n\tf.String("x", "", "")',
        "func make() (error, *flag.FlagSet) { return nil, nil }",
      ),
    },
    {
      name: "as the result of a method",
      content: mainWith(
        '\tvar c config\n\tc.set().String("x", "", "")',
        "type config int\nfunc (c config) set() *flag.FlagSet { return nil }",
      ),
    },
    {
      name: "as the parameter of a function literal",
      content: mainWith('\tparse(func(f *flag.FlagSet) { f.String("x", "", "") })'),
    },
    {
      name: "under a name that hides another",
      content: mainWith('\tvar f int\n\tif true {\n\t\tf := flags\n\t\tf.String("x", "", "")\n\t}\n\t_ = f'),
    },
    {
      name: "under the name of an alias",
      content: mainWith('\tvar f Set\n\tf.String("x", "", "")', "type Set = flag.FlagSet"),
    },
    {
      name: "behind a pointer, an address and parentheses",
      content: mainWith('\tf := &(*flags)\n\t(f).String("x", "", "")'),
    },
    {
      name: "of a package that is not in the repository, by its constructor",
      content: fileWith(
        ['"example.org/elsewhere/own"'],
        'func a() { own.NewFlagRegistrar(nil).StringWithEnv(&b, "x", "", "", "") }',
      ),
    },
    {
      name: "of unknown type, where a target makes it clear",
      content: fileWith(['"example.org/elsewhere/own"'], 'func a() { own.Set().StringVar(&b, "x", "", "") }'),
    },
    {
      name: "in pflag",
      content: fileWith(['"github.com/spf13/pflag"'], 'func a() { pflag.StringP("x", "s", "", "") }'),
    },
    {
      name: "in a command of cobra",
      content: fileWith(
        ['"github.com/spf13/cobra"'],
        'func a(c *cobra.Command) { c.PersistentFlags().String("x", "", "") }',
      ),
    },
    {
      name: "in a command of cobra that is made here",
      content: fileWith(
        ['"github.com/spf13/cobra"'],
        'func a() { c := &cobra.Command{Use: "a"}; c.Flags().BoolP("x", "", true, "") }',
      ),
    },
    { name: "in a variable's value", content: fileWith(['"flag"'], 'var x = flag.String("x", "", "")') },
    {
      name: "in every branch",
      content: mainWith('\tswitch {\n\tcase true:\n\t\tflags.String("x", "", "")\n\tdefault:\n\t}'),
    },
  ])("$name", ({ content }) => {
    expect(flagsOf(content)).toEqual({ flags: ["x"], reported: [] });
  });

  test("in another package of the module, whose own calls register nothing", () => {
    const content = {
      "go.mod": "module example.org/daemon\n",
      "own/own.go": registrar,
      "main.go": fileWith(
        ['"example.org/daemon/own"'],
        'func a() { r := own.NewFlagRegistrar(nil)\nr.StringWithEnv(&b, "x", "y", "X", "words") }',
      ),
    };
    expect(flagsOf(content)).toEqual({ flags: ["x"], reported: [] });
    const itself = { ...content, "main.go": registrar };
    expect(flagsOf(itself).flags).toEqual([]);
  });
});

describe("nothing is registered", () => {
  test.each<{ name: string; content: string }>([
    {
      name: "by methods that do other things",
      content: mainWith('\tflags.Parse(nil)\n\tflags.PrintDefaults()\n\t_ = flags.Lookup("a")'),
    },
    {
      name: "by a method of the same name on a type of the repository",
      content: mainWith(
        '\tvar l logger\n\tl.String("a", "b", "c")',
        "type logger struct{}\nfunc (logger) String(a, b, c string) {}",
      ),
    },
    {
      name: "by a function of the same name in another package",
      content: fileWith(['"go.uber.org/zap"'], 'func a() { zap.String("a", "b", "c") }'),
    },
    {
      name: "by what hides the package's name",
      content: mainWith('\tflag := logger{}\n\tflag.Parse("a")', "type logger struct{}"),
    },
  ])("$name", ({ content }) => {
    const { flags, reported } = flagsOf(content);
    expect(flags).toEqual([]);
    expect(reported).toEqual([expect.stringContaining("[flags/no-settings]")]);
  });
});

describe("the arguments say", () => {
  test("what a setting is, with shorthand, marks and messages", () => {
    const { settings, reported } = settingsOf(
      fileWith(
        ['"github.com/spf13/cobra"', '"time"'],
        `const prefix = "log-"

func add(command *cobra.Command) {
	flags := command.Flags()
	flags.StringVarP(&a, prefix+"level", "l", "info", "How much " + "to say")
	flags.StringSlice("hosts", []string{"a", "b,c", " d"}, "")
	flags.StringToString("labels", map[string]string{"b": "2", "a": "1"}, "")
	flags.IntSliceVar(&b, "ports", nil, "")
	flags.Float64Slice("shares", []float64{0.5, 2}, "")
	flags.DurationSlice("waits", []time.Duration{time.Second, 2 * time.Hour}, "")
	flags.CountP("verbose", "v", "")
	flags.Float32("share", 0.1, "")
	flags.MarkHidden("ports")
	flags.MarkDeprecated(prefix+"level", "use --verbose")
	command.MarkFlagRequired("hosts")
}`,
      ),
    );
    expect(reported).toEqual([]);
    const shown = settings.map(({ position, group, ...rest }) => rest);
    const plain = { required: false, secret: false, hidden: false, description: "" };
    expect(shown).toEqual([
      {
        ...plain,
        flag: "log-level",
        shorthand: "l",
        type: "string",
        default: "info",
        description: "How much to say",
        deprecated: "use --verbose",
      },
      { ...plain, flag: "hosts", type: "[]string", default: '[a,"b,c"," d"]', required: true },
      { ...plain, flag: "labels", type: "map[string]string", default: "[a=1,b=2]" },
      { ...plain, flag: "ports", type: "[]int", default: "[]", hidden: true },
      { ...plain, flag: "shares", type: "[]float64", default: "[0.500000,2.000000]" },
      { ...plain, flag: "waits", type: "[]duration", default: "[1s,2h0m0s]" },
      { ...plain, flag: "verbose", shorthand: "v", type: "count", default: "0" },
      { ...plain, flag: "share", type: "float32", default: "0.1" },
    ]);
  });

  test("what a project describes: methods, functions, options, what is skipped", () => {
    const { settings, reported } = settingsOf(
      fileWith(
        ['"example.org/elsewhere/settings"'],
        `func add(set *settings.Set) {
	set.Text("HOST", settings.Default("localhost"), "words", settings.Needed(), settings.Private)
	set.Number("PORT", 80)
	set.Freeze()
	wrapped("NAME", "tide")
}

func wrapped(name, value string) { settings.NewSet().Text(name, value, "") }`,
      ),
      {
        registrar: {
          name: "own",
          types: ["example.org/elsewhere/settings.Set"],
          methods: {
            Text: { type: "string", arguments: ["env", "ignored", "description", "options"] },
            Number: { type: "int", arguments: ["env", "default"] },
          },
          functions: { wrapped: { type: "string", arguments: ["env", "default"] } },
          options: { Needed: "required", Private: "secret" },
          otherMethods: ["Freeze"],
        },
      },
    );
    expect(settings.map(({ env, default: text, required, secret }) => [env, text, required, secret])).toEqual(
      [
        ["HOST", undefined, true, true],
        ["PORT", "80", false, false],
        ["NAME", "tide", false, false],
      ],
    );
    expect(reported).toEqual([expect.stringContaining("The default of HOST cannot be told")]);
  });
});

describe("a fault is told with its place", () => {
  test.each<{ name: string; content: string; report: string }>([
    {
      name: "a method that no shape describes",
      content: mainWith('\tflags.Complex("x", 1i, "")'),
      report: `main.go:12:2: error: The call of "flags.Complex" is not described. [flags/unknown-call]
  12 |  flags.Complex("x", 1i, "")
     |  ^
  found:    a call on the registrar "flag"
  expected: one of its methods that is known to register a setting, or to register none
  hint:     Describe it under \`flags.registrar\` in the project file: under \`methods\`, or under \`otherMethods\` if it registers nothing.`,
    },
    {
      name: "an option that no shape describes",
      content: fileWith(
        ['"example.org/own"'],
        'func a(r *own.FlagRegistrar) { r.IntWithEnv(&a, "x", 1, "X", "", own.Range(1, 2)) }',
      ),
      report: 'error: The option "own.Range(1, 2)" is not described.',
    },
    {
      name: "a call with too few arguments",
      content: mainWith('\tflags.String("x", "")'),
      report: 'error: The call of "flags.String" has other arguments than its description.',
    },
    {
      name: "a name that is no constant",
      content: mainWith('\tfor _, name := range names { flags.String(name, "", "") }'),
      report: 'error: The flag of the setting cannot be told: "name" is a variable;',
    },
    {
      name: "a description that is no constant",
      content: mainWith('\tflags.String("x", "", words())'),
      report: "warning: A text of the setting cannot be told: what a function gives",
    },
    {
      name: "a value that prints its own default",
      content: mainWith('\tflags.Var(&value, "x", "")'),
      report:
        "warning: The default of --x cannot be told: the value that is registered prints its own default.",
    },
    {
      name: "a variable as default, with the place of the variable",
      content: mainWith('\tflags.Int("x", size, "")', "var size = 3"),
      report: "note:     it stands here (main.go:9:5)",
    },
    {
      name: "something that may be a registrar",
      content: fileWith(['"example.org/own"'], 'func a() { own.Set().String("x", "", "") }'),
      report: 'warning: The call of "own.Set().String" may register a setting, and is not read.',
    },
    {
      name: "a mark of a flag that is not there",
      content: fileWith(
        ['"github.com/spf13/pflag"'],
        'func a() { pflag.Int("y", 1, ""); pflag.CommandLine.MarkHidden("x") }',
      ),
      report: 'warning: The flag "x" is marked here and registered nowhere above.',
    },
    {
      name: "text that is no Go",
      content: mainWith('\tflags.String("x" "", "")'),
      report: "main.go:12:15: error: The file is not valid Go. [flags/syntax]",
    },
    {
      name: "a word in the place of func",
      content: fileWith(['"flag"'], 'fnuc a() { flag.String("x", "", "") }'),
      report: "error: The file is not valid Go. [flags/syntax]",
    },
    {
      name: "a statement outside of functions",
      content: fileWith(['"flag"'], 'func a() { flag.String("x", "", "") }\nsize := 3'),
      report: "error: The file is not valid Go. [flags/syntax]",
    },
  ])("$name", ({ content, report }) => {
    const { reported } = settingsOf(content);
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.join("\n")).toContain(report);
  });
});

describe("a registrar's method", () => {
  test("is known in a variable that holds it", () => {
    const { settings, reported } = settingsOf(
      mainWith('\tadd := flags.String\n\tadd("x", "y", "z")\n\tagain := add\n\t_ = again'),
    );
    expect(settings.map(({ flag, default: value }) => [flag, value])).toEqual([["x", "y"]]);
    expect(reported).toEqual([]);
  });

  test("that is handed on is told", () => {
    const { settings, reported } = settingsOf(mainWith('\teach(flags.String, flag.Parse, flags.Parse, "x")'));
    expect(settings).toEqual([]);
    expect(reported).toEqual([
      expect.stringContaining('"flags.String" is handed on, and what is registered with it is not read.'),
      expect.stringContaining("[flags/no-settings]"),
    ]);
  });
});

describe("what a registrar has no words for", () => {
  const marks = (settings: readonly { readonly flag?: string; secret: boolean; required: boolean }[]) =>
    Object.fromEntries(settings.map(({ flag = "", secret, required }) => [flag, { secret, required }]));
  const no = { secret: false, required: false };

  test("a name that ends as a secret does is one, where nothing else could say so", () => {
    const names = [
      "api-token",
      "db_password",
      "clientSecret",
      "aws-access-key",
      "token-file",
      "secrets",
      "tokens",
    ];
    const { settings } = settingsOf(
      mainWith(
        `${names.map((name) => `\tflags.String("${name}", "", "")\n`).join("")}\tflags.Int("token", 1, "")`,
      ),
    );
    const secret = { secret: true, required: false };
    expect(marks(settings)).toEqual({
      ...{ "api-token": secret, db_password: secret, clientSecret: secret, "aws-access-key": secret },
      ...{ "token-file": no, secrets: no, tokens: no, token: no },
    });
  });

  test("a description that says so makes a setting without a default required", () => {
    const { settings } = settingsOf(
      mainWith(`\tflags.String("a", "", "Zone (required)")
\tflags.String("b", "x", "Zone (required)")
\tflags.String("c", "", "Zone (required for a subnet)")
\tflags.String("d", "", "(Required) Zone.")`),
    );
    const required = { secret: false, required: true };
    expect(marks(settings)).toEqual({ a: required, b: no, c: no, d: required });
  });

  test("a registrar that can say it is taken at its word", () => {
    const { settings } = settingsOf(
      fileWith(
        ['"example.org/own"'],
        `func a(reg *own.FlagRegistrar) {
\treg.StringWithEnv(&c.x, "api-token", "", "API_TOKEN", "Token (required)")
}`,
      ),
    );
    expect(marks(settings)).toEqual({ "api-token": no });
  });

  test("a default that is a variable of the environment names the setting's variable", () => {
    const { settings, reported } = settingsOf(
      fileWith(
        ['"flag"', 'system "os"'],
        `const name = "APP_" + "TOKEN"
func a(flags *flag.FlagSet) {
\tflags.String("user", system.Getenv(name), "")
\tflags.String("home", os.Getenv("HOME"), "")
}`,
      ),
    );
    expect(settings.map(({ env, default: text }) => [env, text])).toEqual([
      ["APP_TOKEN", ""],
      [undefined, undefined],
    ]);
    expect(reported).toEqual([expect.stringContaining("The default of --home cannot be told")]);
  });
});

describe("a default that is no value of its type", () => {
  test.each([
    ['flags.Bool("x", "perhaps", "")', "is no bool: string cannot be bool"],
    ['flags.Int("x", 1.5, "")', "is no int: it is no whole number"],
    ['flags.Uint("x", -1, "")', "is no uint: -1 does not fit into uint"],
    ['flags.Duration("x", "5m", "")', "is no duration: string cannot be time.Duration"],
    ['flags.Int("x", 1/0, "")', "is no int: it divides by zero"],
    ['flags.String("x", 5, "")', "is no string: int cannot be string"],
    ['flags.Int("x", big, "")', 'is no int: "big": 300 does not fit into uint8', "const big uint8 = 300"],
  ])("%s is an error at its place", (body, message, top = "") => {
    const { reported } = settingsOf(mainWith(`\t${body}`, top));
    expect(reported).toEqual([expect.stringContaining(message)]);
    expect(reported[0]).toMatch(/^main\.go:1[0-9]:[0-9]+: error: .*\[flags\/invalid-default\]/);
  });
});
