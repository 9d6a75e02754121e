// What each account may do, as a matrix: resources down, verbs across, and in words what of it is worth a second look.
import { groupBy } from "../classify/group-by.ts";
import { counted } from "../diagnostics/counted.ts";
import { subjectName } from "../upgrade/rights-words.ts";
import { type Html, html, when } from "./html.ts";
import type { RightsRow, SubjectRows } from "./rights-rows.ts";
import { later, type Section, section } from "./section.ts";

/** The verbs of the API that most rules are made of; each has a column. */
const verbs = ["get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"] as const;

/** The section: a matrix for each account, and for whom else the charts give rights. */
export function rightsSection(subjects: readonly SubjectRows[]): Section {
  return section(
    "rights",
    "Rights of each account",
    html`
<p>What the roles of the charts grant each account through its bindings. A dot means that the account may do it, a <b>!</b> that
it gives more than its name says.</p>
${when(subjects.length === 0, () => html`<p>No account has rights here.</p>`)}
${subjects.map((subject, index) => ofSubject(subject, index, subjects.length === 1))}`,
  );
}

function ofSubject({ subject, rows, outside, usedBy }: SubjectRows, index: number, isOnly: boolean): Html {
  const name = subjectName(subject);
  const grave = rows.filter(({ dangers }) => dangers.length > 0).length;
  const facts = [
    counted(rows.length, "row"),
    ...(usedBy.length > 0 ? [`used by ${usedBy.join(", ")}`] : []),
    ...(grave > 0 ? [`${grave} with !`] : []),
  ];
  return later(
    html`<span class="name">${name}</span> <span class="facts">${facts.join(", ")}</span>`,
    html`${when(rows.length === 0 && outside.length === 0, () => html`<p>Nothing is bound to it.</p>`)}
${when(subject.kind === "ClusterRole", () => html`<p>Nothing of the charts binds this role: who is bound to it elsewhere may do this.</p>`)}
${when(
  outside.length > 0,
  () =>
    html`<p>The charts do not hold ${outside.map(({ kind, name: role, namespace }, at) => html`${at > 0 ? ", " : ""}<code>${kind}/${role}</code>${when(namespace, () => ` in the namespace ${namespace}`)}`)}, which it is bound to: what that grants is the cluster’s to say.</p>`,
)}
${when(rows.length > 0, () => matrix(`Rights of ${name}`, rows))}`,
    html` class="account" id="account-${index + 1}"${when(isOnly, () => html` open`)}`,
  );
}

function matrix(name: string, rows: readonly RightsRow[]): Html {
  return html`<div class="table"><table class="matrix" aria-label="${name}">
<thead><tr><th scope="col">Resource</th><th scope="col">Where</th>${verbs.map((verb) => html`<th scope="col" class="verb"><span>${verb}</span></th>`)}<th scope="col">Others</th></tr></thead>
${[...groupBy(rows, ({ group }) => group)].map(
  ([group, members]) => html`<tbody>
<tr class="group"><th scope="rowgroup" colspan="${verbs.length + 3}">${groupName(group)}</th></tr>
${members.map(matrixRow)}</tbody>`,
)}
</table></div>`;
}

function groupName(group: string | undefined): string {
  if (group === undefined) return "URLs that are no resources";
  if (group === "") return "core";
  return group === "*" ? "any group (*)" : group;
}

function matrixRow({ namespace, resources, names, verbs: allowed, dangers }: RightsRow): Html {
  const isAny = allowed.includes("*");
  const others = allowed.filter((verb) => verb !== "*" && !verbs.some((known) => known === verb));
  return html`<tr><th scope="row">${resources.map((resource) => (resource === "*" ? "any resource (*)" : resource)).join(", ")}
${when(names.length > 0, () => html`<span class="only">only ${names.join(", ")}</span>`)}
${dangers.map((danger) => html`<span class="only"><b>!</b> ${danger}</span>`)}</th>
<td>${namespace === undefined ? "cluster" : `namespace ${namespace}`}</td>${verbs.map((verb) => dot(isAny || allowed.includes(verb)))}<td>${isAny ? "any verb (*)" : others.join(", ")}</td></tr>
`;
}

const yes = html`<td class="verb"><span aria-hidden="true">●</span><span class="hidden">yes</span></td>`;
const no = html`<td class="verb"></td>`;

function dot(isAllowed: boolean): Html {
  return isAllowed ? yes : no;
}
