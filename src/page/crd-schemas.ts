// The schemas of the CRDs of two releases, as trees of what differs.
import { groupBy } from "../classify/group-by.ts";
import { counted } from "../diagnostics/counted.ts";
import type { ChartRelease } from "../upgrade/chart-release.ts";
import {
  type ReleasedCrd,
  type ReleasedVersion,
  readCrd,
  storageOf,
  versionOf,
} from "../upgrade/read-crd.ts";
import { type Html, html, when } from "./html.ts";
import { type SchemaNode, schemaTree, wholeTree } from "./schema-tree.ts";
import { later, type Section, section } from "./section.ts";

/** The section: a tree for each version of a CRD whose schema differs. */
export function crdSchemasSection(older: ChartRelease, newer: ChartRelease): Section | undefined {
  const [before, after] = [crdsOf(older), crdsOf(newer)];
  const names = [...new Set([...after.keys(), ...before.keys()])];
  if (names.length === 0) return undefined;
  const trees = names.map((name) => ({ name, trees: treesOf(before.get(name), after.get(name)) }));
  const same = trees.filter((each) => each.trees.length === 0).map(({ name }) => name);
  return section(
    "schemas",
    "Schemas of the CRDs",
    html`
<p>The fields that differ, on the way to them what they are in, and beside them by name what is as it was. <code>[]</code> are
the items of a list, <code>*</code> the entries of a map.</p>
${trees.flatMap((each) => each.trees.map((tree) => crdTree(each.name, tree)))}
${when(same.length > 0, () => html`<p>As ${same.length === 1 ? "it was" : "they were"}: ${same.join(", ")}.</p>`)}`,
  );
}

function crdsOf({ charts }: ChartRelease): ReadonlyMap<string, ReleasedCrd> {
  const crds = charts
    .flatMap(({ objects, crds: ofFolder }) => [...objects, ...ofFolder])
    .filter(({ object }) => object.kind === "CustomResourceDefinition")
    .map(readCrd);
  return new Map(crds.map((crd) => [crd.name, crd]));
}

interface VersionTree {
  /** `v1`, or `v1beta1 → v1` for a version beside the one whose place it takes. */
  readonly label: string;
  readonly tree: SchemaNode;
}

/** The trees of one CRD. A version that is new stands beside the one that was stored before. */
function treesOf(older: ReleasedCrd | undefined, newer: ReleasedCrd | undefined): readonly VersionTree[] {
  if (!older || !newer) {
    const mark = newer ? "added" : "removed";
    return ((newer ?? older)?.versions ?? []).map(({ name, schema }) => ({
      label: `${name} (${newer ? "new" : "gone"})`,
      tree: wholeTree("", schema, mark),
    }));
  }
  const stored = storageOf(older);
  const ofNewer = newer.versions.flatMap((now): readonly VersionTree[] => {
    const then = versionOf(older, now.name) ?? stored;
    return then ? versionTree(then, now, newer.name) : [];
  });
  const gone = older.versions.filter(({ name }) => !versionOf(newer, name));
  return [
    ...alike(ofNewer),
    ...gone.map(({ name, schema }) => ({ label: `${name} (gone)`, tree: wholeTree("", schema, "removed") })),
  ];
}

/** Versions with the same tree share it. */
function alike(trees: readonly VersionTree[]): readonly VersionTree[] {
  return Array.from(groupBy(trees, ({ tree }) => JSON.stringify(tree)).values(), (members) => ({
    label: members.map(({ label }) => label).join(", "),
    tree: members[0]?.tree,
  })).flatMap(({ label, tree }) => (tree ? [{ label, tree }] : []));
}

function versionTree(then: ReleasedVersion, now: ReleasedVersion, crd: string): readonly VersionTree[] {
  const tree = schemaTree(then.schema, now.schema, crd);
  const label = then.name === now.name ? now.name : `${then.name} → ${now.name}`;
  return tree ? [{ label, tree }] : [];
}

function crdTree(name: string, { label, tree }: VersionTree): Html {
  const counts = { added: 0, removed: 0, changed: 0 };
  count(tree, counts);
  const facts = [
    ...(counts.added > 0 ? [`${counts.added} added`] : []),
    ...(counts.removed > 0 ? [`${counts.removed} removed`] : []),
    ...(counts.changed > 0 ? [`${counts.changed} changed`] : []),
  ];
  return later(
    html`<span class="name">${name}</span> <b>${label}</b> <span class="facts">${facts.join(", ")}</span>`,
    html`<div class="tree">${notes(tree)}${members(tree)}</div>`,
    html` class="schema"`,
  );
}

/** A field that is new as a whole counts once. */
function count(node: SchemaNode, counts: { added: number; removed: number; changed: number }): void {
  if (node.mark !== "kept" && node.name !== "") counts[node.mark] += 1;
  if (node.mark === "changed" || node.mark === "kept" || node.name === "") {
    for (const child of node.children) count(child, counts);
  }
}

const signs = {
  added: html`<span class="sign-added">+ added</span>`,
  removed: html`<span class="sign-removed">− removed</span>`,
  changed: html`<span class="sign-changed">~ changed</span>`,
  kept: undefined,
};

function members({ children, same }: SchemaNode): Html {
  return html`<ul>
${children.map((child) => html`<li>${fieldOf(child)}</li>\n`)}
${when(same.length > 0, () => html`<li class="same-fields">${sameFields(same)}</li>`)}</ul>`;
}

function sameFields(same: readonly string[]): Html {
  const names = html`<code>${same.join(", ")}</code>`;
  const words = counted(same.length, "field");
  return html`<details><summary>${words} as ${same.length === 1 ? "it was" : "they were"}</summary><p>${names}</p></details>`;
}

/** What is new or gone as a whole is folded; what leads to a difference is open. */
function fieldOf(node: SchemaNode): Html {
  const head = html`<code>${node.name}</code> <span class="type">${node.type}</span> ${signs[node.mark]}`;
  if (node.children.length === 0 && node.same.length === 0)
    return html`<div class="leaf">${head}</div>${notes(node)}`;
  const isWhole = node.mark === "added" || node.mark === "removed";
  if (isWhole)
    return html`${later(html`${head} <span class="facts">${counted(node.children.length, "field")}</span>`, members(node))}${notes(node)}`;
  return html`<details open><summary>${head}</summary>${notes(node)}${members(node)}</details>`;
}

function notes({ changes }: SchemaNode): Html {
  return html`${changes.map(({ severity, message, action }) => html`<p class="change"><b class="severity ${severity}">${severity === "info" ? "note" : severity}</b> ${message}${when(action, () => html` <span class="action">${action}</span>`)}</p>`)}`;
}
