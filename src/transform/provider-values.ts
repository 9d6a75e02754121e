// The values of a chart for several providers: which one, the settings and the secrets of each, and where the Secrets
// come from.
import {
  type ProviderPlan,
  type ProvidersPlan,
  requiredOf,
  type SecretPlan,
  settingsOf,
} from "../plan/providers.ts";
import { secretValues } from "./secret-values.ts";
import { anySetting, atPath, demandIf, settingSchema } from "./setting-schema.ts";
import type { JsonSchema, Value } from "./value.ts";

/** What a required setting must be: given, and not empty. */
const given: JsonSchema = {
  type: ["string", "number", "boolean", "array", "object"],
  minLength: 1,
  minItems: 1,
  minProperties: 1,
};

const sections = { settings: "providerConfigs", secrets: "providerSecrets" } as const;

/** The values that say which provider, and what its ConfigMap and Secrets hold; `isUsed`: whether a Pod names a Secret. */
export function providerValues(
  providers: ProvidersPlan,
  isUsed: (secret: SecretPlan) => boolean,
): readonly Value[] {
  return [
    {
      path: ["provider"],
      default: providers.default,
      description: "The provider. Its settings are described in providers/<provider>.yaml of this chart.",
      schema: { type: "string", enum: providers.all.map(({ name }) => name) },
      conditions: providers.all.flatMap((provider) => requirements(providers, provider)),
    },
    ...providerSections(providers, "settings"),
    ...(providers.secrets.length === 0
      ? []
      : [...providerSections(providers, "secrets"), ...secretValues(providers, isUsed)]),
  ];
}

function providerSections(providers: ProvidersPlan, kind: "settings" | "secrets"): readonly Value[] {
  const words = {
    settings: "Settings by provider and variable. What is not set here is at the program's own default.",
    secrets: "Secret settings by provider and variable, for secrets.mode create.",
  };
  const section = sections[kind];
  return [
    { path: [section], role: "section", description: words[kind], schema: {} },
    ...providers.all.map(
      (provider): Value => ({
        path: [section, provider.name],
        default: defaultsOf(providers, provider, kind),
        description: "",
        schema:
          kind === "settings"
            ? settingsSchema(provider, providers.variable)
            : secretsSchema(provider, providers),
        ...(provider.name === providers.default && kind === "settings"
          ? { position: providers.configMap.position }
          : {}),
      }),
    ),
  ];
}

/** What the sources set for the default provider; of another one only what it calls itself. */
function defaultsOf(
  { default: first, variable }: ProvidersPlan,
  provider: ProviderPlan,
  kind: "settings" | "secrets",
): Readonly<Record<string, string>> {
  const texts = Object.entries(provider[kind]);
  if (kind === "secrets") return provider.name === first ? provider.secrets : {};
  const own = texts.filter(([key]) => provider.name === first || key === variable);
  return Object.fromEntries(own.filter(([key]) => !Object.hasOwn(provider.namespaces, key)));
}

/** Of a provider without settings in Go sources any variable is taken. */
function settingsSchema(provider: ProviderPlan, variable: string | undefined): JsonSchema {
  const known = settingsOf(provider, "settings").map(
    (setting) => [setting.env ?? "", described(settingSchema(setting), setting.description)] as const,
  );
  const others = [...Object.keys(provider.settings), ...(variable === undefined ? [] : [variable])];
  return closedMap(provider, known, others);
}

/** A program reads any of its variables from a Secret as well. */
function secretsSchema(provider: ProviderPlan, { secrets }: ProvidersPlan): JsonSchema {
  const all = (["secrets", "settings"] as const).flatMap((kind) =>
    settingsOf(provider, kind).map(
      (setting) => [setting.env ?? "", described(anySetting, setting.description)] as const,
    ),
  );
  const files = secrets.flatMap(({ files }) =>
    files?.providers?.includes(provider.name) ? files.keys.map(({ value }) => value) : [],
  );
  return closedMap(provider, all, [...Object.keys(provider.secrets), ...files]);
}

function described(schema: JsonSchema, description: string): JsonSchema {
  return description === "" ? schema : { description, ...schema };
}

function closedMap(
  provider: ProviderPlan,
  known: readonly (readonly [string, JsonSchema])[],
  others: readonly string[],
): JsonSchema {
  const properties = {
    ...Object.fromEntries(others.map((key) => [key, anySetting])),
    ...Object.fromEntries(known),
  };
  return { type: "object", properties, additionalProperties: provider.group ? false : anySetting };
}

/** What the schema demands while a provider is the one that is chosen. */
function requirements(providers: ProvidersPlan, provider: ProviderPlan): readonly JsonSchema[] {
  const chosen = { provider: { const: provider.name } };
  // Switched off only where somebody says so: see `preflight.enabled`.
  const checked = { preflight: { properties: { enabled: { not: { const: false } } } } };
  const mode = (name: string) => ({ secrets: { properties: { mode: { const: name } }, required: ["mode"] } });
  const when = (more: JsonSchema, demanded: JsonSchema): JsonSchema =>
    demandIf({ properties: { ...chosen, ...checked, ...more }, required: ["provider"] }, demanded);
  const demands = (kind: "settings" | "secrets") => {
    const names = requiredOf(provider, kind);
    const properties = Object.fromEntries(names.map((name) => [name, given]));
    return atPath([sections[kind], provider.name], { properties, required: names });
  };
  const main = providers.secrets.find(({ files }) => !files);
  return [
    ...(requiredOf(provider, "settings").length > 0 ? [when({}, demands("settings"))] : []),
    ...(main && requiredOf(provider, "secrets").length > 0
      ? [
          when(mode("create"), demands("secrets")),
          when(mode("reference"), atPath(["secrets", main.existing], { type: "string", minLength: 1 })),
        ]
      : []),
  ];
}
