// A small operator whose parts tests choose: two CRDs, one of them with a CR, and a Deployment.

/** What differs from one release, or one test, to another. */
export interface AnvilOptions {
  /** Ends the names of everything in the cluster, so that tests do not meet. */
  readonly suffix?: string;
  /** Integer fields of the Anvil's spec, set to 1 in the CR. */
  readonly fields?: readonly string[];
  readonly storageVersion?: string;
  readonly namespaceLabels?: string;
  readonly printerColumns?: string;
  readonly status?: string;
  readonly deployment?: string;
  /** More documents, with `---` before each. */
  readonly more?: string;
  readonly customResource?: boolean;
}

/** The operator's release manifest. */
export function anvilOperator(options: AnvilOptions = {}): string {
  const { suffix = "", fields = ["weight"], customResource = true } = options;
  const anvil = { kind: "Anvil", plural: "anvils", fields, options };
  const forge = { kind: "Forge", plural: "forges", fields: ["heat"], options: { suffix } };
  const parts = [
    namespace(options),
    crd(anvil),
    crd(forge),
    `apiVersion: v1
kind: ServiceAccount
metadata:
  name: anvil-operator
  namespace: anvil${suffix}
`,
    options.deployment ?? deployment(suffix),
    ...(customResource ? [anvilResource(options)] : []),
  ];
  return parts.join("---\n") + (options.more ?? "");
}

/** The manifest of the Anvil CRD alone, as `kubectl apply` takes it. */
export function anvilCrd(options: AnvilOptions = {}): string {
  return crd({ kind: "Anvil", plural: "anvils", fields: options.fields ?? ["weight"], options });
}

/** The manifest of the Forge CRD alone. */
export function forgeCrd(suffix: string): string {
  return crd({ kind: "Forge", plural: "forges", fields: ["heat"], options: { suffix } });
}

function namespace({ suffix = "", namespaceLabels = "" }: AnvilOptions): string {
  return `apiVersion: v1
kind: Namespace
metadata:
  name: anvil${suffix}
${namespaceLabels}`;
}

interface CrdOptions {
  readonly kind: string;
  readonly plural: string;
  readonly fields: readonly string[];
  readonly options: AnvilOptions;
}

function crd({ kind, plural, fields, options }: CrdOptions): string {
  const { suffix = "", storageVersion = "v1", printerColumns = "", status = "" } = options;
  const properties = fields.map(
    (field) => `              ${field}: {type: integer, description: "The ${field}, in kilos."}`,
  );
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.anvil${suffix}.example.org
spec:
  group: anvil${suffix}.example.org
  names: {kind: ${kind}, listKind: ${kind}List, plural: ${plural}, singular: ${kind.toLowerCase()}}
  scope: Namespaced
  versions:
  - name: ${storageVersion}
    served: true
    storage: true
${printerColumns}    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
${properties.join("\n")}
              plating:
                type: object
                properties:
                  metal: {type: string, enum: [tin, zinc]}
              notes:
                type: array
                items:
                  type: object
                  properties:
                    text: {type: string}
${status}`;
}

function deployment(suffix: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: anvil-operator
  namespace: anvil${suffix}
spec:
  replicas: 1
  selector:
    matchLabels:
      app: anvil
  template:
    metadata:
      labels:
        app: anvil
    spec:
      serviceAccountName: anvil-operator
      containers:
      - name: operator
        image: registry.example.org/anvil/operator:v1.0.0
`;
}

function anvilResource({ suffix = "", fields = ["weight"], storageVersion = "v1" }: AnvilOptions): string {
  return `apiVersion: anvil${suffix}.example.org/${storageVersion}
kind: Anvil
metadata:
  name: main
  namespace: anvil${suffix}
spec:
${fields.map((field) => `  ${field}: 1\n`).join("")}`;
}
