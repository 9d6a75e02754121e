// Where the Secrets of a chart for several providers come from: from values, from the cluster, or from a store.
import type { ProvidersPlan, SecretFiles, SecretPlan } from "../plan/providers.ts";
import { atPath, base64Text, demandIf } from "./setting-schema.ts";
import type { Value } from "./value.ts";

/** The values below `secrets`. In the place of one that no Pod uses there can be no other. */
export function secretValues(
  { secrets }: ProvidersPlan,
  isUsed: (secret: SecretPlan) => boolean,
): readonly Value[] {
  return [
    { path: ["secrets"], role: "section", description: "Secrets of the operator.", schema: {} },
    {
      path: ["secrets", "mode"],
      default: "create",
      description:
        "create: the chart holds the Secrets, made of values, which Helm stores with the release. reference: they exist. external: the External Secrets Operator makes them.",
      schema: { type: "string", enum: ["create", "reference", "external"] },
    },
    ...secrets
      .filter((secret) => isUsed(secret) || !secret.files)
      .map(
        ({ name, existing }): Value => ({
          path: ["secrets", existing],
          default: "",
          description: `For reference: the name of the Secret to use in the place of "${name}".`,
          schema: { type: "string" },
        }),
      ),
    ...secrets.flatMap(({ name, files }) => (files && !files.providers ? filesValues(name, files) : [])),
    ...externalValues(secrets.map(({ name, files }) => ({ name, isOptional: files !== undefined }))),
  ];
}

function filesValues(secret: string, { path, keys }: SecretFiles): readonly Value[] {
  return [
    {
      path,
      role: "section",
      description: `Files of the Secret "${secret}", for create: --set-file ${path.join(".")}.${keys[0]?.value ?? ""}=PATH.`,
      schema: {},
    },
    ...keys.map(
      ({ key, value, isEncoded }): Value => ({
        path: [...path, value],
        default: "",
        description: `The file ${key}${isEncoded ? ", in base64" : ""}.`,
        schema: isEncoded ? base64Text : { type: "string" },
      }),
    ),
  ];
}

/** https://external-secrets.io/latest/api/externalsecret/ */
function externalValues(
  secrets: readonly { readonly name: string; readonly isOptional: boolean }[],
): readonly Value[] {
  const path = ["secrets", "external"];
  return [
    {
      path,
      role: "section",
      description: "For external: where the External Secrets Operator finds the Secrets.",
      schema: {},
    },
    {
      path: [...path, "apiVersion"],
      default: "external-secrets.io/v1",
      description: "The version of its API in the cluster.",
      schema: { type: "string", pattern: "^external-secrets\\.io/.+$" },
    },
    {
      path: [...path, "refreshInterval"],
      default: "1h",
      description: "How often it looks for changes.",
      schema: { type: "string" },
    },
    {
      path: [...path, "secretStoreRef"],
      role: "section",
      description: "The store.",
      schema: {},
    },
    {
      path: [...path, "secretStoreRef", "name"],
      default: "",
      description: "Its name; must be set for external.",
      schema: { type: "string" },
      conditions: [
        demandIf(
          atPath(["secrets", "mode"], { const: "external" }),
          atPath([...path, "secretStoreRef", "name"], { type: "string", minLength: 1 }),
        ),
      ],
    },
    {
      path: [...path, "secretStoreRef", "kind"],
      default: "SecretStore",
      description: "SecretStore or ClusterSecretStore.",
      schema: { type: "string", enum: ["SecretStore", "ClusterSecretStore"] },
    },
    {
      path: [...path, "keys"],
      role: "section",
      description: "What the store calls them, all of whose properties become the Secret's keys.",
      schema: {},
    },
    ...secrets.map(
      ({ name, isOptional }): Value => ({
        path: [...path, "keys", name],
        default: isOptional ? "" : name,
        description: isOptional ? `The Secret "${name}"; empty for none.` : `The Secret "${name}".`,
        schema: { type: "string", ...(isOptional ? {} : { minLength: 1 }) },
      }),
    ),
  ];
}
