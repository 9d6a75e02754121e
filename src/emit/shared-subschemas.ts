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
  readonly body: JsonSchema;
  /** The keys under which they stand, with how often; the commonest names the definition. */
  readonly names: Map<string, number>;
  uses: number;
  size: number;
  reference?: string;
}

/**
 * `root` with repeated subschemas under `definitions`. A description stays where it was, beside the `$ref`:
 * draft 7 ignores it there, which is all that validation does with a description anyway, and editors show it.
 */
export function shareSubschemas(root: JsonSchema): JsonSchema {
  const shared = new Sharing();
  const family = shared.collect(root, "values");
  const body = shared.write(family);
  const definitions = shared.definitions();
  return Object.keys(definitions).length === 0 ? body : { ...body, definitions };
}

class Sharing {
  readonly #families = new Map<string, Family>();
  readonly #definitions = new Map<string, JsonSchema>();
  /** The family of each schema object met, so that one used in many places is walked once. */
  readonly #known = new Map<JsonSchema, Family>();
  readonly #identities = new Map<Family, number>();

  /** The family of `schema`, made of its own keywords and the families of its subschemas. */
  collect(schema: JsonSchema, name: string): Family {
    const known = this.#known.get(schema);
    if (known) return known;
    const { description: _, ...body } = schema;
    let size = 0;
    const key = JSON.stringify(
      mapSubschemas(body, name, (child, childName) => {
        const family = this.collect(child, childName);
        size += family.size;
        return { family: this.#identities.get(family), description: child["description"] };
      }),
    );
    let family = this.#families.get(key);
    if (!family) {
      family = { body, names: new Map(), uses: 0, size: size + key.length };
      this.#identities.set(family, this.#families.size);
      this.#families.set(key, family);
      mapSubschemas(body, name, (child, childName) => {
        const used = this.collect(child, childName);
        used.uses += 1;
        used.names.set(childName, (used.names.get(childName) ?? 0) + 1);
        return child;
      });
    }
    this.#known.set(schema, family);
    return family;
  }

  /** The family's schema, with references for those of its subschemas that are shared. */
  write(family: Family): JsonSchema {
    return mapSubschemas(family.body, nameOf(family), (child, name) => {
      const { description } = child;
      const written = this.#referTo(this.collect(child, name));
      return description === undefined ? written : { description, ...written };
    });
  }

  #referTo(family: Family): JsonSchema {
    if (family.uses < 2 || family.size < worthSharing) return this.write(family);
    if (family.reference === undefined) {
      const name = this.#freeName(nameOf(family));
      family.reference = `#/definitions/${name}`;
      // Entered first, so that a definition stands before those that it refers to.
      this.#definitions.set(name, {});
      this.#definitions.set(name, this.write(family));
    }
    return { $ref: family.reference };
  }

  #freeName(name: string): string {
    // Characters that a JSON pointer in a URI would have to escape are left out.
    const base = name.replace(/[^A-Za-z0-9_.-]/g, "") || "value";
    let free = base;
    for (let count = 2; this.#definitions.has(free); count += 1) free = `${base}${count}`;
    return free;
  }

  definitions(): JsonSchema {
    return Object.fromEntries(this.#definitions);
  }
}

function nameOf(family: Family): string {
  let name = "values";
  let most = 0;
  for (const [candidate, count] of family.names) {
    if (count > most) [name, most] = [candidate, count];
  }
  return name;
}

/** `schema` with each direct subschema replaced; `replace` also gets the nearest property name. */
function mapSubschemas(
  schema: JsonSchema,
  name: string,
  replace: (child: JsonSchema, name: string) => JsonSchema,
): JsonSchema {
  const mapped: Record<string, unknown> = {};
  for (const [keyword, content] of Object.entries(schema)) {
    mapped[keyword] = content;
    if (schemaMaps.has(keyword) && isObject(content)) {
      mapped[keyword] = Object.fromEntries(
        Object.entries(content).map(([key, child]) => [key, isObject(child) ? replace(child, key) : child]),
      );
    } else if (schemaLists.has(keyword) && Array.isArray(content)) {
      mapped[keyword] = content.map((child) => (isObject(child) ? replace(child, name) : child));
    } else if (schemaKeywords.has(keyword) && isObject(content)) {
      mapped[keyword] = replace(content, keyword === "items" ? `${name}Item` : name);
    }
  }
  return mapped;
}
