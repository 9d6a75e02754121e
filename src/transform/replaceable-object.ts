// An object of the chart that one from outside can take the place of.
import type { Manifest } from "../parse/manifest.ts";
import type { Value } from "./value.ts";

/** Its section at `path`, whether the chart holds it, and its name; `noun` is what people call it ("account"). */
export function replaceableObject(
  manifest: Manifest,
  path: readonly string[],
  title: string,
  noun: string,
): readonly Value[] {
  const { name } = manifest.reference;
  return [
    { path, role: "section", description: `${title} "${name}".`, schema: {}, position: manifest.position },
    {
      path: [...path, "create"],
      default: true,
      description: `When false, name must say which ${noun} to use.`,
      schema: { type: "boolean" },
    },
    {
      path: [...path, "name"],
      default: "",
      description: `The ${noun}'s name; empty for "${name}", which the operator expects.`,
      schema: { type: "string" },
    },
  ];
}
