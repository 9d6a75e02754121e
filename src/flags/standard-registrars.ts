// The calls that register flags with Go's own package `flag` and with `pflag`, as tables.
import type { ArgumentRole, MethodShape, Registrar } from "./registrar.ts";

const pflagPath = "github.com/spf13/pflag";
const cobraCommand = "github.com/spf13/cobra.Command";

const shape = (type: string, ...roles: readonly ArgumentRole[]): MethodShape => ({ type, arguments: roles });

/** `String(name, value, usage)` and `StringVar(target, name, value, usage)`. */
function withTarget(name: string, type: string): readonly (readonly [string, MethodShape])[] {
  return [
    [name, shape(type, "flag", "default", "description")],
    [`${name}Var`, shape(type, "target", "flag", "default", "description")],
  ];
}

/** The forms of `pflag`: the two above, and each with a shorthand behind the name and a P at its end. */
function withShorthand([name, { type, arguments: roles }]: readonly [
  string,
  MethodShape,
]): readonly (readonly [string, MethodShape])[] {
  const longer = roles.flatMap((role): readonly ArgumentRole[] =>
    role === "flag" ? ["flag", "shorthand"] : [role],
  );
  return [
    [name, { type, arguments: roles }],
    [`${name}P`, shape(type, ...longer)],
  ];
}

const scalars: readonly (readonly [string, string])[] = [
  ["String", "string"],
  ["Bool", "bool"],
  ["Int", "int"],
  ["Int64", "int64"],
  ["Uint", "uint"],
  ["Uint64", "uint64"],
  ["Float64", "float64"],
  ["Duration", "duration"],
];

/** What both packages have, and what has no default that a source could tell. */
const shared: readonly (readonly [string, MethodShape])[] = [
  ...scalars.flatMap(([name, type]) => withTarget(name, type)),
  ["Var", shape("custom", "target", "flag", "description")],
  ["TextVar", shape("custom", "target", "flag", "default", "description")],
  ["Func", shape("function", "flag", "description", "ignored")],
  ["BoolFunc", shape("function", "flag", "description", "ignored")],
];

/** What only `pflag` has. */
const pflagTypes: readonly (readonly [string, string])[] = [
  ...["Int8", "Int16", "Int32", "Uint8", "Uint16", "Uint32", "Float32"].map(
    (name) => [name, name.toLowerCase()] as const,
  ),
  ["StringSlice", "[]string"],
  ["StringArray", "[]string"],
  ...["Bool", "Int", "Int32", "Int64", "Uint", "Float32", "Float64", "Duration"].map(
    (name) => [`${name}Slice`, `[]${name.toLowerCase()}`] as const,
  ),
  ["StringToString", "map[string]string"],
  ["StringToInt", "map[string]int"],
  ["StringToInt64", "map[string]int64"],
  ...["IP", "IPNet", "IPMask", "IPSlice", "IPNetSlice", "BytesHex", "BytesBase64"].map(
    (name) => [name, "custom"] as const,
  ),
];

const otherMethods =
  "Arg Args ErrorHandling Init Lookup NArg NFlag Name NewFlagSet Output Parse Parsed PrintDefaults Set SetOutput UnquoteUsage Usage Visit VisitAll".split(
    " ",
  );

/** Go's own package `flag`: https://pkg.go.dev/flag. */
export const flagRegistrar: Registrar = {
  name: "flag",
  types: ["flag.FlagSet"],
  packages: ["flag"],
  methods: Object.fromEntries(shared),
  otherMethods,
  known: new Map([
    ["flag.NewFlagSet", "flag.FlagSet"],
    ["flag.CommandLine", "flag.FlagSet"],
  ]),
};

const pflagMethods = Object.fromEntries(
  [
    ...shared,
    ...pflagTypes.flatMap(([name, type]) => withTarget(name, type)),
    ["Count", shape("count", "flag", "description")] as const,
    ["CountVar", shape("count", "target", "flag", "description")] as const,
    ["Time", shape("custom", "flag", "default", "ignored", "description")] as const,
    ["TimeVar", shape("custom", "target", "flag", "default", "ignored", "description")] as const,
  ].flatMap(withShorthand),
);

/** https://pkg.go.dev/github.com/spf13/pflag, with the commands of cobra that own its flag sets. */
export const pflagRegistrar: Registrar = {
  name: "pflag",
  types: [`${pflagPath}.FlagSet`],
  packages: [pflagPath],
  methods: { ...pflagMethods, VarPF: shape("custom", "target", "flag", "shorthand", "description") },
  marks: {
    MarkHidden: { mark: "hidden", arguments: ["flag"] },
    MarkDeprecated: { mark: "deprecated", arguments: ["flag", "message"] },
    MarkFlagRequired: { mark: "required", arguments: ["flag"] },
    MarkPersistentFlagRequired: { mark: "required", arguments: ["flag"] },
  },
  markTypes: [cobraCommand],
  otherMethods: [
    ...otherMethods,
    ...["AddFlagSet", "AddGoFlagSet", "ArgsLenAtDash", "Changed", "CopyToGoFlagSet", "FlagUsages"],
    ...["FlagUsagesWrapped", "GetNormalizeFunc", "HasAvailableFlags", "HasFlags", "ParseAll"],
    ...[
      "MarkShorthandDeprecated",
      "ParseSkippedFlags",
      "SetAnnotation",
      "SetInterspersed",
      "SetNormalizeFunc",
      "ShorthandLookup",
    ],
    ...[
      "GetText",
      "GetTime",
      "GetCount",
      "GetIPv4Mask",
      "GetCommandLine",
      "ParseIPv4Mask",
      "PFlagFromGoFlag",
    ],
    ...["CommandLine", ...[...scalars, ...pflagTypes].map(([name]) => `Get${name}`)],
  ],
  known: new Map([
    [`${pflagPath}.NewFlagSet`, `${pflagPath}.FlagSet`],
    [`${pflagPath}.CommandLine`, `${pflagPath}.FlagSet`],
    ...["Flags", "PersistentFlags", "LocalFlags", "LocalNonPersistentFlags", "NonInheritedFlags"].map(
      (method) => [`${cobraCommand}.${method}`, `${pflagPath}.FlagSet`] as const,
    ),
    [`${cobraCommand}.InheritedFlags`, `${pflagPath}.FlagSet`],
    [`${cobraCommand}.Root`, cobraCommand],
    [`${cobraCommand}.Parent`, cobraCommand],
  ]),
};

const withEnv = (type: string) => shape(type, "target", "flag", "default", "env", "description", "options");

/** A wrapper around `flag` whose settings may also come from the environment, as the peer pods' daemon has it. */
export const envRegistrar: Registrar = {
  name: "env-registrar",
  types: ["FlagRegistrar"],
  methods: {
    ...Object.fromEntries(scalars.map(([name, type]) => [`${name}WithEnv`, withEnv(type)])),
    CustomTypeWithEnv: withEnv("custom"),
  },
  options: { Required: "required", Secret: "secret" },
};

/** The registrars that a project file can name. */
export const builtInRegistrars: readonly Registrar[] = [envRegistrar, flagRegistrar, pflagRegistrar];
