// What can be wrong with the section `values` of a project file: each fault with its place, what it found and a way out.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { call } from "./called.ts";
import { customResource, operator } from "./small-operator.ts";

/** A project with one line in its section `values`. */
function projectWith(values: string): string {
  const folder = temporaryFolder();
  const head =
    "apiVersion: chartwright/v1\nkind: ChartProject\nname: tide\nsources: [{ path: operator.yaml }]\n";
  writeFiles(folder, {
    "operator.yaml": `${operator}---\n${customResource}`,
    "chartwright.yaml": `${head}values:\n  ${values}\n`,
  });
  return folder;
}

/** An added value for fields of the small operator's Deployment. */
function added(type: string, ...fields: readonly string[]): string {
  const list = fields.map((field) => `{ object: Deployment/tide-operator, field: '${field}' }`);
  return `add: { x: { description: X., ${type}fields: [${list.join(", ")}] } }`;
}

const rows = [
  {
    name: "a renaming of nothing",
    values: "rename: { operatr.replicas: count }",
    says: [
      '6:13: error: There is no value "operatr.replicas". [values/unknown]',
      'Did you mean "operator.replicas"?',
    ],
  },
  {
    name: "a renaming by a name that another renaming gives",
    values: "rename: { operator: boat, boat.replicas: count }",
    says: [
      '6:29: error: There is no value "boat.replicas".',
      'Write "operator.replicas", as it is called without this file.',
    ],
  },
  {
    name: "a renaming onto another value",
    values: "rename: { operator.replicas: operator.image }",
    says: [
      '6:32: error: The value "operator.replicas" cannot be called "operator.image". [values/taken]',
      'found:    the value "operator.image.registry"',
      'note:     "operator.image.registry" comes from here (operator.yaml:43:18)',
    ],
  },
  {
    name: "a renaming into another value",
    values: "rename: { operator.replicas: operator.resources.count }",
    says: [
      'The value "operator.replicas" cannot be called "operator.resources.count". [values/taken]',
      'found:    the value "operator.resources"',
    ],
  },
  {
    name: "two renamings onto one path",
    values: "rename: { operator.replicas: x, operator.priorityClassName: x }",
    says: ['cannot be called "x". [values/taken]', 'called "x"'],
  },
  {
    name: "two blocks of one name",
    values: "rename: { operator: tide }",
    says: ['6:23: error: The blocks "tide" and "operator" cannot both be called "tide". [values/taken]'],
  },
  {
    name: "a renaming of a part that is read with its neighbours",
    values: "rename: { operator.image.tag: version }",
    says: [
      'The value "operator.image.tag" cannot go without its neighbours. [values/part]',
      'found:    a part of "operator.image", which the templates read as a whole',
      'Rename "operator.image", or write the new path under `alias`.',
    ],
  },
  {
    name: "a renaming of what a helper reads",
    values: "rename: { operator.serviceAccount.name: account }",
    says: ['found:    a part of "operator.serviceAccount"'],
  },
  {
    name: "a renaming of what all charts have",
    values: "rename: { crds.keep: keep }",
    says: [
      '6:13: error: "crds.keep" cannot be called "keep". [values/fixed]',
      "Give it another path under `alias`",
    ],
  },
  {
    name: "a renaming to where all charts have something",
    values: "rename: { operator.replicas: crds.count }",
    says: ['found:    the key "crds", which all charts of chartwright have', "Choose another first key."],
  },
  {
    name: "an alias of nothing",
    values: "alias: { size: operator.replica }",
    says: [
      '6:18: error: There is no value "operator.replica". [values/unknown]',
      'Did you mean "operator.replicas"?',
    ],
  },
  {
    name: "an alias of what no number can hold",
    values: "alias: { size: operator.replicas.x }",
    says: ['There is no value "operator.replicas.x".'],
  },
  {
    name: "a choice that the value cannot be",
    values: "alias: { size: { value: operator.replicas, choices: { small: 1, large: many } } }",
    says: [
      '6:74: error: The choice "large" of "size" sets what "operator.replicas" cannot be. [values/choice]',
      'found:    "many"',
      "expected: integer or null",
    ],
  },
  {
    name: "an alias of nothing, with choices",
    values: "alias: { size: { value: operator.replcas, choices: { small: 1 } } }",
    says: ['6:27: error: There is no value "operator.replcas".'],
  },
  {
    name: "an alias at a path that is taken",
    values: "alias: { operator.env.LOG: operator.replicas }",
    says: [
      '6:12: error: "operator.env.LOG" cannot be another name of "operator.replicas". [values/taken]',
      'found:    the value "operator.env"',
    ],
  },
  {
    name: "an alias of what other charts read as well",
    values: "alias: { mirror: global.imageRegistry }",
    says: ['6:20: error: "global.imageRegistry" can have no other name. [values/fixed]'],
  },
  {
    name: "an alias of what the bundled chart of CRDs reads",
    values: "alias: { managed: crds.enabled }\nlayout: single",
    says: ['"crds.enabled" can have no other name. [values/fixed]', 'all at "crds"'],
  },
  {
    name: "an alias of a component's value",
    values:
      "alias: { size: kata.size }\ncomponents: [{ chart: kata, repository: oci://example.org/c, version: 1.0.0 }]",
    says: ['"kata.size" can have no other name. [values/fixed]', 'all at "kata"'],
  },
  {
    name: "an alias that is no path",
    values: "alias: { 'a..b': operator.replicas }",
    says: [
      '6:12: error: "a..b" cannot be a key of "values.alias". [project/invalid]',
      "keys with dots between them",
    ],
  },
  {
    name: "an alias and an added value of one path",
    values: `${added("type: boolean, ", "spec.paused")}\n  alias: { x: operator.replicas }`,
    says: ['"x" cannot be another name of "operator.replicas". [values/taken]', 'found:    the value "x"'],
  },
  {
    name: "nothing to hide",
    values: "hide: [operator.replcas]",
    says: ['6:10: error: There is no value "operator.replcas".', 'Did you mean "operator.replicas"?'],
  },
  {
    name: "a part of a whole to hide",
    values: "hide: [operator.image.tag]",
    says: ["cannot go without its neighbours. [values/part]", 'Hide "operator.image", or leave it.'],
  },
  {
    name: "a custom resource to hide",
    values: "hide: [tide]",
    says: ['The value "tide" cannot be hidden. [values/part]', "found:    the spec of a custom resource"],
  },
  {
    name: "what all charts have to hide",
    values: "hide: [commonLabels]",
    says: ['"commonLabels" cannot be hidden. [values/fixed]'],
  },
  {
    name: "words for nothing",
    values: "describe: { tide.levl: x }",
    says: ['6:15: error: There is no value "tide.levl". [values/unknown]', 'Did you mean "tide.level"?'],
  },
  {
    name: "an accepted value that is there",
    values: "accept: { operator.replicas: 1 }",
    says: ['"operator.replicas" cannot be accepted as it is. [values/taken]'],
  },
  {
    name: "a field of no object",
    values:
      "add: { x: { description: X., fields: [{ object: Deployment/tide-operato, field: spec.paused }] } }",
    says: ["[values/field]", 'Did you mean "Deployment/tide-operator"?'],
  },
  {
    name: "a field of no type",
    values: added("", "spec.paused"),
    says: [
      "6:84: error:",
      'The value "x" cannot set "spec.paused". [values/field]',
      "Say its type under `type`.",
    ],
  },
  {
    name: "a field of another type",
    values: added("type: integer, ", "spec.template.spec.containers[manager].name"),
    says: ['found:    "manager"', "expected: integer", "Take `type` out"],
  },
  {
    name: "a field of no map",
    values: added("type: boolean, ", "spec.pause.y"),
    says: ['found:    no map with fields at "spec.pause"', "(operator.yaml:28:1)"],
  },
  {
    name: "a field in braces",
    values: added("", "spec.selector.matchLabels.app"),
    says: ['found:    braces at "spec.selector.matchLabels"'],
  },
  {
    name: "a field of a container that is not there",
    values: added("type: boolean, ", "spec.template.spec.containers[mangr].tty"),
    says: ['found:    no map with fields at "spec.template.spec.containers[mangr]"'],
  },
  {
    name: "a field that another value sets",
    values: added("type: integer, ", "spec.replicas"),
    says: [
      'found:    a field that the value "operator.replicas" sets',
      'Write "x: operator.replicas" under `alias`.',
    ],
  },
  {
    name: "a field that follows the namespace",
    values: added("", "metadata.namespace"),
    says: ["found:    a field that the chart computes"],
  },
  {
    name: "the name of an object",
    values: added("", "metadata.name"),
    says: ["found:    what tells the object from others"],
  },
  {
    name: "fields of other contents",
    values: added(
      "",
      "spec.template.spec.containers[manager].name",
      "spec.template.spec.containers[0].terminationMessagePath",
    ).replace("X., ", "X., type: string, "),
    says: [
      'The fields of the value "x" are not the same in the sources. [values/field]',
      'found:    "manager" and nothing',
    ],
  },
  {
    name: "an object without a kind",
    values: "add: { x: { description: X., fields: [{ object: tide, field: a }] } }",
    says: ["expected: Kind/name, such as Deployment/controller-manager"],
  },
  {
    name: "an unknown key",
    values: "knobs: {}",
    says: ['"knobs" is no key of "values".', "one of rename, alias, add, accept, hide, describe"],
  },
];

test.each(rows)("$name is an error with its place", async ({ values, says }) => {
  const { stderr, code } = await call(["build"], { folder: projectWith(values) });
  for (const words of says) expect(stderr).toContain(words);
  expect(code).toBe(2);
});

test("words of the project stand in values.yaml, the schema and the README", async () => {
  const words = "How high the water is.";
  const folder = projectWith(
    `describe: { tide.level: ${words}, operator: The pump., operator.replicas: Pumps. }`,
  );
  expect(await call(["build"], { folder })).toMatchObject({ code: 0 });
  const read = (path: string) => readFileSync(join(folder, "charts/tide", path), "utf8");
  expect(read("values.yaml")).toMatch(/# How high the water is\.\n +level: 3\n/);
  expect(read("values.yaml")).toMatch(/# The pump\.\noperator:\n/);
  expect(read("values.schema.json")).toContain(`"description": "${words}"`);
  expect(read("values.schema.json")).toContain('"description": "Pumps."');
  expect(read("README.md")).toContain(words);
  expect(read("README.md")).toContain("| Pumps. |");
});
