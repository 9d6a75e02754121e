import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectJsonSchema } from "../../src/project/schema.ts";
import { repositoryFolder } from "../support/repository.ts";

const path = join(repositoryFolder, "schema", "chartwright.schema.json");

// Editors read this file. UPDATE_GOLDEN=1 writes it anew; `npx biome format --write schema` lays it out.
test("the JSON Schema in the package is that of the project file", () => {
  const schema = projectJsonSchema();
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(path, JSON.stringify(schema));
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(schema);
});
