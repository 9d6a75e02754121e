// The tables of what runs and which kinds there are, the same for what is compiled and for what Helm rendered.
import { type Html, html, when } from "./html.ts";
import { codeList, table } from "./section.ts";

/** What runs; nothing without workloads. */
export function workloadTable(
  all: readonly {
    readonly reference: string;
    readonly account: string;
    readonly containers: readonly string[];
  }[],
): Html {
  return when(
    all.length > 0,
    () => html`<h3>What runs</h3>
${table(
  "Workloads",
  ["Workload", "Runs as", "Containers"],
  all.map(({ reference, account, containers }) => [reference, account, codeList(containers)]),
)}`,
  );
}

/** The images, each with the workloads that have it. */
export function imageTable(uses: readonly { readonly image: string; readonly user: string }[]): Html {
  const users = new Map<string, Set<string>>();
  for (const { image, user } of uses) {
    if (image !== "") users.set(image, (users.get(image) ?? new Set()).add(user));
  }
  return when(
    users.size > 0,
    () => html`<h3>Images</h3>
${table(
  "Images",
  ["Image", "Used by"],
  Array.from(users, ([image, names]) => [html`<code>${image}</code>`, [...names].join(", ")]),
)}`,
  );
}

/** The kinds that the charts bring. */
export function crdTable(
  all: readonly {
    readonly kind: string;
    readonly group: string;
    readonly isOfCluster: boolean;
    readonly versions: readonly {
      readonly name: string;
      readonly served: boolean;
      readonly storage: boolean;
      readonly deprecated: boolean;
    }[];
    /** The Service that converts. */
    readonly converter: string | undefined;
  }[],
): Html {
  return when(
    all.length > 0,
    () => html`<h3>Custom resource definitions</h3>
${table(
  "Custom resource definitions",
  ["Kind", "Group", "Scope", "Versions", "Conversion"],
  all.map(({ kind, group, isOfCluster, versions, converter }) => [
    kind,
    group,
    isOfCluster ? "cluster" : "namespace",
    versions
      .map(({ name, served, storage, deprecated }) => {
        const words = [
          ...(storage ? ["stored"] : []),
          ...(served ? [] : ["not served"]),
          ...(deprecated ? ["deprecated"] : []),
        ];
        return words.length === 0 ? name : `${name} (${words.join(", ")})`;
      })
      .join(", "),
    converter === undefined ? "none" : `by Service ${converter}`,
  ]),
)}`,
  );
}

/** What asks before objects are written. */
export function webhookTable(
  all: readonly {
    readonly name: string;
    readonly type: string;
    readonly failurePolicy: string;
    readonly service: string | undefined;
  }[],
): Html {
  return when(
    all.length > 0,
    () => html`<h3>Webhooks</h3>
${table(
  "Webhooks",
  ["Webhook", "Type", "When it does not answer", "Service"],
  all.map(({ name, type, failurePolicy, service }) => [
    name,
    type.toLowerCase(),
    failurePolicy === "Ignore" ? "goes on (Ignore)" : "refuses (Fail)",
    service ?? "a URL",
  ]),
)}`,
  );
}
