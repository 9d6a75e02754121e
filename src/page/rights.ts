// What each account may do, as a matrix: resources down, verbs across, and in words what of it is worth a second look.
import { groupBy } from "../classify/group-by.ts";
import type { Operator, RoleGrant, ServiceAccount } from "../classify/operator.ts";
import { counted } from "../diagnostics/counted.ts";
import { field, type Json, listField } from "../kubernetes/object.ts";
import type { Manifest } from "../parse/manifest.ts";
import { type Html, html, when } from "./html.ts";
import { later, type Section, section } from "./section.ts";

/** The verbs of the API that most rules are made of; each has a column. */
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;

/** The section: a matrix for each account. */
export function rightsSection({ operator }: { readonly operator: Operator }): Section {
  const accounts = operator.serviceAccounts;
  return section(
    "rights",
    "Rights of each account",
    html`
<p>What the roles of the source grant each service account through its bindings. A dot means that the account may do it.</p>
${when(accounts.length === 0, () => html`<p>The source names no service account.</p>`)}
${accounts.map((account, index) => ofAccount(account, operator, index))}`,
  );
}

/** Rights that are alike but for the resource. */
interface Row {
  readonly scope: string;
  readonly group: string;
  readonly resources: readonly string[];
  readonly names: readonly string[];
  readonly verbs: readonly string[];
}

function ofAccount(account: ServiceAccount, operator: Operator, index: number): Html {
  const { name, namespace, manifest, usedBy, boundTo } = account;
  const grants = boundTo.map((grant) => ({ grant, role: roleOf(grant, operator) }));
  const rows = rowsOf(grants.flatMap(({ grant, role }) => (role ? rightsIn(role, scopeOf(grant)) : [])));
  const outside = grants.filter(({ role }) => !role).map(({ grant }) => grant);
  const notes = [...new Set(rows.flatMap(notable))];
  const summary = html`<span class="name">${when(namespace, () => `${namespace}/`)}${name}</span>
<span class="facts">${counted(rows.length, "row")}${when(usedBy.length > 0, () => `, used by ${usedBy.join(", ")}`)}${when(!manifest, () => ", not in the source")}</span>
${when(notes.length > 0, () => html`<span class="about">! ${notes.join("; ")}</span>`)}`;
  const content = html`<p>${boundTo.length === 0 ? "Nothing is bound to it." : html`Bound by ${boundTo.map(({ binding, role }, at) => html`${at > 0 ? ", " : ""}<code>${binding}</code> to <code>${role}</code>`)}.`}
${when(outside.length > 0, () => html`The source does not hold ${outside.map(({ role }, at) => html`${at > 0 ? ", " : ""}<code>${role}</code>`)}: what it grants is the cluster’s to say.`)}</p>
${when(rows.length > 0, () => matrix(`Rights of ${name}`, rows))}`;
  const isOnly = operator.serviceAccounts.length === 1;
  return later(
    summary,
    content,
    html` class="account" id="account-${index + 1}"${when(isOnly, () => html` open`)}`,
  );
}

function matrix(name: string, rows: readonly Row[]): Html {
  return html`<div class="table"><table class="matrix" aria-label="${name}">
<thead><tr><th scope="col">Resource</th><th scope="col">Where</th>${verbs.map((verb) => html`<th scope="col" class="verb"><span>${verb}</span></th>`)}<th scope="col">Others</th></tr></thead>
${[...groupBy(rows, ({ group }) => group)].map(
  ([group, members]) => html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="${verbs.length + 3}">${groupName(group)}</th></tr>
${members.map(matrixRow)}</tbody>`,
)}
</table></div>`;
}

function groupName(group: string): string {
  if (group === "") return "core";
  if (group === "*") return "any group (*)";
  return group;
}

function matrixRow(row: Row): Html {
  const { scope, resources, names, verbs: allowed } = row;
  const isAny = allowed.includes("*");
  const others = allowed.filter((verb) => verb !== "*" && !verbs.some((known) => known === verb));
  const notes = notable(row);
  return html`<tr><th scope="row">${resources.map((resource, index) => html`${index > 0 ? ", " : ""}${resource === "*" ? "any resource (*)" : resource}`)}
${when(names.length > 0, () => html`<span class="only">only ${names.join(", ")}</span>`)}
${when(notes.length > 0, () => html`<span class="only"><b>!</b> ${notes.join("; ")}</span>`)}</th>
<td>${scope}</td>${verbs.map((verb) => dot(isAny || allowed.includes(verb)))}<td>${isAny ? "any verb (*)" : others.join(", ")}</td></tr>
`;
}

const yes = html`<td class="verb"><span aria-hidden="true">●</span><span class="hidden">yes</span></td>`;
const no = html`<td class="verb"></td>`;

function dot(isAllowed: boolean): Html {
  return isAllowed ? yes : no;
}

function scopeOf({ namespace, binding }: RoleGrant): string {
  if (binding.startsWith("ClusterRoleBinding/")) return "cluster";
  return namespace === undefined ? "own namespace" : `namespace ${namespace}`;
}

function roleOf({ role, namespace }: RoleGrant, { rbac, sourceNamespace }: Operator): Manifest | undefined {
  return rbac.find(
    ({ object, reference }) =>
      `${object.kind}/${reference.name}` === role &&
      (object.kind === "ClusterRole" ||
        (reference.namespace ?? sourceNamespace) === (namespace ?? sourceNamespace)),
  );
}

/** The rules of a role, a row for each group and resource. */
function rightsIn({ object }: Manifest, scope: string): readonly Row[] {
  return listField(object, "rules").flatMap((rule) => {
    const allowed = texts(rule, "verbs");
    const names = texts(rule, "resourceNames");
    const urls = texts(rule, "nonResourceURLs").map((url) => ({
      group: "URLs that are no resources",
      resource: url,
    }));
    const resources = texts(rule, "apiGroups").flatMap((group) =>
      texts(rule, "resources").map((resource) => ({ group, resource })),
    );
    return [...resources, ...urls].map(({ group, resource }) => ({
      scope,
      group,
      resources: [resource],
      names,
      verbs: allowed,
    }));
  });
}

function texts(rule: Json, key: string): readonly string[] {
  return listField(field(rule), key).filter((item) => typeof item === "string");
}

/** Several rules for one resource become one row, and resources with the same rights share it. */
function rowsOf(rights: readonly Row[]): readonly Row[] {
  const byResource = groupBy(rights, ({ scope, group, resources, names }) =>
    JSON.stringify([scope, group, resources, names]),
  );
  const merged = Array.from(byResource.values(), (members): readonly Row[] => {
    const [first] = members;
    return first ? [{ ...first, verbs: [...new Set(members.flatMap((each) => each.verbs))].toSorted() }] : [];
  }).flat();
  const alike = groupBy(merged, ({ scope, group, names, verbs: allowed }) =>
    JSON.stringify([scope, group, names, allowed]),
  );
  return Array.from(alike.values(), (members): readonly Row[] => {
    const [first] = members;
    return first ? [{ ...first, resources: members.flatMap(({ resources }) => resources).toSorted() }] : [];
  })
    .flat()
    .toSorted(
      (a, b) => compareText(a.group, b.group) || compareText(a.resources[0] ?? "", b.resources[0] ?? ""),
    );
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** What gives an account more than the resource's name says. https://kubernetes.io/docs/concepts/security/rbac-good-practices/ */
function notable({ group, resources, verbs: allowed, names }: Row): readonly string[] {
  const may = (...wanted: readonly string[]) => allowed.some((verb) => verb === "*" || wanted.includes(verb));
  const of = (resourceGroup: string, ...wanted: readonly string[]) =>
    (group === resourceGroup || group === "*") &&
    resources.some((resource) => resource === "*" || wanted.includes(resource));
  const isAnything = group === "*" && resources.includes("*");
  if (isAnything) return [may() ? "may do anything" : `may ${allowed.join(", ")} anything`];
  const rbac = "rbac.authorization.k8s.io";
  return [
    ...(of("", "secrets") && may("get", "list", "watch") && names.length === 0 ? ["reads Secrets"] : []),
    ...(of("", "pods/exec", "pods/attach") && may("create", "get") ? ["runs commands in Pods"] : []),
    ...(of("", "nodes/proxy") && may("get", "create") ? ["reaches the kubelets"] : []),
    ...(of("", "serviceaccounts/token") && may("create") ? ["makes tokens of accounts"] : []),
    ...(of(rbac, "roles", "clusterroles") && may("escalate")
      ? ["may grant rights that it has not (escalate)"]
      : []),
    ...(of(rbac, "roles", "clusterroles") && may("bind") ? ["may bind any role (bind)"] : []),
    ...(allowed.includes("impersonate") ? ["may act as others (impersonate)"] : []),
  ];
}
