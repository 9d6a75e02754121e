// Upgrades of a CRD as a whole.
import { between, type CodeInput, type CodeInputs, object } from "./input.ts";

interface Version {
  readonly name?: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: object;
  readonly [key: string]: unknown;
}

const open = { type: "object", "x-kubernetes-preserve-unknown-fields": true };

/** A CRD whose first version is stored. */
export function crd(versions: readonly Version[] = [{}], spec: object = {}, metadata: object = {}): object {
  return object(
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    {
      spec: {
        group: "example.com",
        scope: "Namespaced",
        names: { kind: "Tide", plural: "tides" },
        versions: versions.map(({ schema = open, ...version }, index) => ({
          name: "v1",
          served: true,
          storage: index === 0,
          schema: { openAPIV3Schema: schema },
          ...version,
        })),
        ...spec,
      },
    },
    { name: "tides.example.com", ...metadata },
  );
}

function spec(older: object, newer: object): CodeInput {
  return between([crd([{}], older)], [crd([{}], newer)]);
}

function versions(older: readonly Version[], newer: readonly Version[]): CodeInput {
  return between([crd(older)], [crd(newer)]);
}

function version(older: Version, newer: Version): CodeInput {
  return versions([older], [newer]);
}

function conversion(name: string): object {
  const clientConfig = { service: { namespace: "tides", name } };
  return { conversion: { strategy: "Webhook", webhook: { conversionReviewVersions: ["v1"], clientConfig } } };
}

const scale = (path: string) => ({ subresources: { scale: { specReplicasPath: path } } });
const status = { subresources: { status: {} } };
const level = { selectableFields: [{ jsonPath: ".spec.level" }] };
const second = { name: "v2" };

export const crdInputs: CodeInputs = {
  "crds/removed": between([crd()], []),
  "crds/left-behind": between([crd([{}], {}, { annotations: { "helm.sh/resource-policy": "keep" } })], []),
  "crds/added": between([], [crd()]),
  "crds/renamed": spec({}, { names: { kind: "Ebb", plural: "tides" } }),
  "crds/scope-changed": spec({}, { scope: "Cluster" }),
  "crds/version-added": versions([{}], [{}, second]),
  "crds/version-removed": versions([{}, second], [{}, { ...second, served: false }]),
  "crds/version-deprecated": version({}, { deprecated: true }),
  "crds/stored-version-dropped": versions([{}, second], [second]),
  "crds/unstored-version-dropped": versions([{}, second], [{}]),
  "crds/storage-version-changed": versions([{}, second], [second, {}]),
  "crds/conversion-added": spec({}, conversion("ebb")),
  "crds/conversion-removed": spec(conversion("ebb"), {}),
  "crds/conversion-changed": spec(conversion("ebb"), conversion("flood")),
  "crds/status-added": version({}, status),
  "crds/status-removed": version(status, {}),
  "crds/scale-added": version({}, scale(".spec.a")),
  "crds/scale-changed": version(scale(".spec.a"), scale(".spec.b")),
  "crds/scale-removed": version(scale(".spec.a"), {}),
  "crds/selectable-field-added": version({}, level),
  "crds/selectable-field-removed": version(level, {}),
  "crds/columns-changed": version({}, { additionalPrinterColumns: [{ name: "Level" }] }),
  "crds/names-changed": spec({}, { names: { kind: "Tide", plural: "tides", shortNames: ["ti"] } }),
  "crds/pruning-begins": spec({ preserveUnknownFields: true }, {}),
};
