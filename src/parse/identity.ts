// What an object is called: apiVersion, kind, name and namespace as the API server accepts them.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { field, type Json, type KubernetesObject, splitApiVersion } from "../kubernetes/object.ts";
import { nodeAt } from "../yaml/tree.ts";
import { positionAtOffset } from "./manifest.ts";
import type { ParsedDocument } from "./parse.ts";

/** What a field of the identity may hold. */
interface Rule {
  readonly path: readonly string[];
  readonly pattern: RegExp;
  readonly expected: string;
}

/** https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#names */
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const part = "[a-z0-9](?:[a-z0-9-]*[a-z0-9])?";
const subdomain = `${part}(?:\\.${part})*`;

const apiVersion: Rule = {
  path: ["apiVersion"],
  pattern: new RegExp(`^(?:${subdomain}/)?${label}$`),
  expected: "a version, or a group, a slash and a version: apps/v1",
};

const kind: Rule = {
  path: ["kind"],
  pattern: /^[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/,
  expected: "a kind: letters and digits",
};

const namespace: Rule = {
  path: ["metadata", "namespace"],
  pattern: new RegExp(`^${label}$`),
  expected: "at most 63 lower-case letters, digits and dashes, with a letter or digit at both ends",
};

/** Of every kind, since a name is a part of the object's URL. */
const segment = { pattern: /^(?!\.{1,2}$)[^/%]+$/, expected: "a name without slashes and percent signs" };

const dnsName = {
  pattern: new RegExp(`^(?=.{1,253}$)${subdomain}$`),
  expected: "at most 253 lower-case letters, digits, dashes and dots, with a letter or digit at both ends",
};

/** Groups whose kinds all have DNS names. Roles are freer, and so may be kinds that are not known here. */
const dnsNamedGroups = new Set(["", "apps", "autoscaling", "batch", "policy", "apiextensions.k8s.io"]);

/** The rule for names of the object's kind. */
function nameRule(object: KubernetesObject): Rule {
  const known = dnsNamedGroups.has(splitApiVersion(object.apiVersion).group);
  return { path: ["metadata", "name"], ...(known ? dnsName : segment) };
}

/**
 * What the API server refuses in the identity of an object, each at its place. A text with a placeholder (`${NAME}`)
 * is a warning: whoever fills it in makes a name of it, and its chart can be looked at before.
 */
export function identityFaults(parsed: ParsedDocument, object: KubernetesObject): readonly Diagnostic[] {
  return [apiVersion, kind, nameRule(object), namespace].flatMap(({ path, pattern, expected }) => {
    const found = field(object, ...path);
    if (found === undefined || found === null || found === "") return [];
    if (typeof found === "string" && pattern.test(found)) return [];
    const node = nodeAt(parsed.document.root, path);
    const written = node?.kind === "scalar" ? parsed.document.text.slice(node.start, node.end) : undefined;
    const isPlaceholder = typeof found === "string" && /\$\{?[A-Za-z_]/.test(found);
    return [
      {
        severity: isPlaceholder ? "warning" : "error",
        code: "parse/invalid-name",
        message: `The API server refuses the ${path.at(-1)} of this ${object.kind}.`,
        position: positionAtOffset(parsed, node?.start ?? 0),
        found: describe(found, written),
        expected,
        hint: hintFor(found, written),
      },
    ];
  });
}

/** A scalar that YAML reads as no text is told as it is written: `n` is a boolean, and "false" is not there to see. */
function describe(found: Json, written: string | undefined): string {
  if (typeof found === "string") return JSON.stringify(found);
  return written === undefined ? JSON.stringify(found) : `the ${typeof found} ${written}`;
}

function hintFor(found: Json, written: string | undefined): string {
  if (typeof found !== "string") {
    return written === undefined ? "Write a text." : `Quote it, so that YAML reads it as text: "${written}".`;
  }
  if (/\{\{/.test(found))
    return "Give the rendered manifests: `helm template`, or what fills the template in.";
  if (found.includes("$")) return "Fill the placeholders in first: `envsubst`, `clusterctl generate`.";
  return "Correct it in the sources, or leave the file out.";
}
