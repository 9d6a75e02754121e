// Names of values and files made from names of objects.

/** `virt-operator` → `virtOperator`, `KubeVirt` → `kubeVirt`, `CDI` → `cdi`, `2nd.thing` → `_2ndThing`. */
export function lowerCamelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map((word, index) => (index === 0 ? lowerFirst(word) : word.charAt(0).toUpperCase() + word.slice(1)))
    .join("");
  return /^[A-Za-z_]/.test(joined) ? joined : `_${joined}`;
}

/** Lowers a leading capital, or a leading run of capitals up to the word that follows: `HTTPRoute` → `httpRoute`. */
function lowerFirst(word: string): string {
  const capitals = /^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/.exec(word)?.[0] ?? "";
  return capitals.toLowerCase() + word.slice(capitals.length);
}

/** `ENV_STYLE_NAME` → `envStyleName`. */
export function camelFromUpperSnake(name: string): string {
  return lowerCamelCase(name.toLowerCase());
}

/**
 * A generated name without the hash of its content, which kustomize appends to the names of ConfigMaps and Secrets and which
 * is another one in each release: ten characters of an alphabet without vowels and with few digits
 * (kustomize, api/hasher/hasher.go).
 */
export function withoutContentHash(name: string): string {
  return name.replace(/(?<=.)-[bcdfghkmt2456789]{10}$/, "");
}

/** A name made safe for a file name: path separators and colons become dashes, nothing hidden, never empty. */
export function fileNameOf(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[.-]+|[.-]+$/g, "");
  return safe === "" ? "unnamed" : safe;
}

/** What every cluster has: https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/ */
const initialNamespaces: ReadonlySet<string | undefined> = new Set([
  "default",
  "kube-node-lease",
  "kube-public",
  "kube-system",
]);

/** Whether `namespace` is one that every cluster has from its start: nobody creates it, and it is no operator's own. */
export function isInitialNamespace(namespace: string | undefined): boolean {
  return initialNamespaces.has(namespace);
}

/** Orders names by their characters, the same on every machine. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
