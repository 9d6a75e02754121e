// Equal subschemas written once: a Pod's affinity stands several times in one CRD, and the schema file counts
// towards the release Secret of 1 MiB. Only local references, which every Helm resolves.
import { isObject } from "../kubernetes/object.ts";
import type { JsonSchema } from "../transform/value.ts";

/** A subschema must be this long, in characters of compact JSON, to be worth a reference. */
const worthSharing = 200;

const schemaMaps = new Set(["properties", "patternProperties"]);
const schemaLists = new Set(["allOf", "anyOf", "oneOf"]);
const schemaKeywords = new Set(["additionalProperties", "items", "not", "if", "then", "else"]);

/** All subschemas that are equal but for their own description. */
interface Family {
  readonly number: number;
  /** The first of them. */
  readonly schema: JsonSchema;
  /** Roughly the length of its text. */
  readonly size: number;
  /** The keys under which they stand, with how often; the commonest names the definition. */
  readonly names: Map<string, number>;
  uses: number;
  reference?: string;
}

/**
 * `root` with repeated subschemas under `definitions`. A description stays where it was, beside the `$ref`:
 * draft 7 ignores it there, which is all that validation does with a description anyway, and editors show it.
 */
export function shareSubschemas(root: JsonSchema): JsonSchema {
  const sharing = new Sharing();
  const { description, ...body } = root;
  const written = sharing.write(sharing.familyOf(body, "values"));
  const definitions = sharing.definitions();
  return {
    ...(description === undefined ? {} : { description }),
    ...written,
    ...(definitions.size === 0 ? {} : { definitions: Object.fromEntries(definitions) }),
  };
}

class Sharing {
  readonly #families = new Map<string, Family>();
  /** The family of each schema object met. */
  readonly #known = new Map<JsonSchema, Family>();
  readonly #definitions = new Map<string, JsonSchema>();

  /** The family of `schema`, told by its own keywords and the families and descriptions of its subschemas. */
  familyOf(schema: JsonSchema, name: string): Family {
    const known = this.#known.get(schema);
    if (known) return known;
    const children: [Family, string][] = [];
    let key = "";
    for (const [keyword, content] of Object.entries(schema)) {
      if (keyword === "description") continue;
      const subschemas = subschemasOf(keyword, content, name);
      key += `${keyword} ${subschemas ? subschemas.length : JSON.stringify(content)}\n`;
      for (const [childKey, child, childName] of subschemas ?? []) {
        const family = this.familyOf(child, childName);
        children.push([family, childName]);
        key += `${JSON.stringify([childKey, child["description"]])} ${family.number}\n`;
      }
    }
    const family = this.#families.get(key) ?? this.#found(key, schema, children);
    this.#known.set(schema, family);
    return family;
  }

  #found(key: string, schema: JsonSchema, children: readonly (readonly [Family, string])[]): Family {
    let size = key.length;
    for (const [child, name] of children) {
      child.uses += 1;
      child.names.set(name, (child.names.get(name) ?? 0) + 1);
      size += child.size;
    }
    const family = { number: this.#families.size, schema, size, names: new Map(), uses: 0 };
    this.#families.set(key, family);
    return family;
  }

  /** The family's schema, with references for those of its subschemas that are shared. */
  write(family: Family): JsonSchema {
    const written: Record<string, unknown> = {};
    for (const [keyword, content] of Object.entries(family.schema)) {
      if (keyword === "description") continue;
      const subschemas = subschemasOf(keyword, content, "")?.map(
        ([key, child]) => [key, this.#reference(child)] as const,
      );
      if (subschemas === undefined) written[keyword] = content;
      else if (schemaMaps.has(keyword)) written[keyword] = Object.fromEntries(subschemas);
      else if (schemaLists.has(keyword)) written[keyword] = subschemas.map(([, child]) => child);
      else written[keyword] = subschemas[0]?.[1];
    }
    return written;
  }

  /** What stands in place of `schema`: a reference to its definition, or the schema itself when it is not shared. */
  #reference(schema: JsonSchema): JsonSchema {
    const family = this.familyOf(schema, "");
    const { description } = schema;
    const words = description === undefined ? {} : { description };
    if (family.uses < 2 || family.size < worthSharing) return { ...words, ...this.write(family) };
    if (family.reference === undefined) {
      const name = this.#freeName(commonest(family.names));
      family.reference = `#/definitions/${name}`;
      // Entered first, so that a definition stands before those that it refers to.
      this.#definitions.set(name, {});
      this.#definitions.set(name, this.write(family));
    }
    return { ...words, $ref: family.reference };
  }

  #freeName(name: string): string {
    // Characters that a JSON pointer in a URI would have to escape are left out.
    const base = name.replace(/[^A-Za-z0-9_.-]/g, "") || "value";
    let free = base;
    for (let count = 2; this.#definitions.has(free); count += 1) free = `${base}${count}`;
    return free;
  }

  definitions(): ReadonlyMap<string, JsonSchema> {
    return this.#definitions;
  }
}

/** The subschemas in a keyword's content, each with its key there and the nearest property name, if it has any. */
function subschemasOf(
  keyword: string,
  content: unknown,
  name: string,
): readonly (readonly [string, JsonSchema, string])[] | undefined {
  if (schemaKeywords.has(keyword)) {
    return isObject(content) ? [["", content, keyword === "items" ? `${name}Item` : name]] : undefined;
  }
  if (schemaMaps.has(keyword) && isObject(content)) {
    const entries = Object.entries(content);
    return entries.every(([, child]) => isObject(child))
      ? entries.map(([key, child]) => [key, child as JsonSchema, key])
      : undefined;
  }
  if (schemaLists.has(keyword) && Array.isArray(content) && content.every(isObject)) {
    return content.map((child) => ["", child, name]);
  }
  return undefined;
}

function commonest(names: ReadonlyMap<string, number>): string {
  let name = "";
  let most = 0;
  for (const [candidate, count] of names) {
    if (count > most) [name, most] = [candidate, count];
  }
  return name;
}
