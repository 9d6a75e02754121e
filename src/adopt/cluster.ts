// What a cluster is asked for: its kinds, its objects, what it would make of an object, and what Helm keeps in it.
import {
  field,
  groupKind,
  isObject,
  type Json,
  type KubernetesObject,
  listField,
  type ObjectReference,
  objectKey,
  referenceOf,
  stringField,
} from "../kubernetes/object.ts";
import type { Scope } from "../kubernetes/scope.ts";
import { RenderedReader } from "../verify/rendered.ts";
import { HelmError } from "../verify/run-helm.ts";
import { isKubernetesObject } from "./dump.ts";
import { placedReference } from "./live-index.ts";
import type { LiveSource, Probe } from "./live-source.ts";
import type { ReleaseName } from "./ownership.ts";
import type { Programs } from "./programs.ts";
import type { KnownRelease } from "./releases.ts";

/** A kind as the API server serves it. */
interface ServedKind {
  readonly scope: Scope;
  /** `deployments.v1.apps`: the name that kubectl takes for this kind and no other. */
  readonly resource: string;
}

/** A cluster, read with kubectl; Helm tells what its releases hold. */
export class Cluster implements LiveSource {
  readonly kind = "cluster";
  readonly #programs: Programs;
  readonly #helm: string;
  readonly #served = new Map<string, Promise<ReadonlyMap<string, ServedKind>>>();

  constructor(programs: Programs, helm: string) {
    this.#programs = programs;
    this.#helm = helm;
  }

  /** Throws HelmError when the cluster does not answer. */
  async version(): Promise<string> {
    const outcome = await this.#programs.kubectl(["get", "--raw", "/version"]);
    const version = outcome.passed ? stringField(parseJson(outcome.stdout), "gitVersion") : undefined;
    if (version !== undefined) return version;
    throw new HelmError({
      code: "adopt/no-cluster",
      message: "the cluster does not answer",
      found: outcome.stderr.trim().split("\n").at(-1) ?? "nothing",
      hint: "Give the right --kubeconfig and --context, or a dump of the live objects with --live.",
    });
  }

  /** The kind as it is served; undefined for one that the cluster does not know. */
  async #kindOf(reference: ObjectReference): Promise<ServedKind | undefined> {
    const { group, version, kind } = reference;
    const path = group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
    let kinds = this.#served.get(path);
    if (!kinds) {
      kinds = this.#readKinds(path, group, version);
      this.#served.set(path, kinds);
    }
    return (await kinds).get(kind);
  }

  async #readKinds(path: string, group: string, version: string): Promise<ReadonlyMap<string, ServedKind>> {
    const outcome = await this.#programs.kubectl(["get", "--raw", path]);
    const kinds = new Map<string, ServedKind>();
    for (const resource of outcome.passed ? listField(parseJson(outcome.stdout), "resources") : []) {
      const name = stringField(resource, "name") ?? "";
      if (name.includes("/")) continue;
      kinds.set(stringField(resource, "kind") ?? "", {
        scope: field(resource, "namespaced") === true ? "Namespaced" : "Cluster",
        resource: group === "" ? name : `${name}.${version}.${group}`,
      });
    }
    return kinds;
  }

  /** The live objects of these names. Throws HelmError when reading is not allowed. */
  async read(references: readonly ObjectReference[]): Promise<readonly KubernetesObject[]> {
    const groups = new Map<string, { readonly args: readonly string[]; readonly names: string[] }>();
    for (const reference of references) {
      const served = await this.#kindOf(reference);
      if (!served) continue;
      const namespace =
        served.scope === "Namespaced" ? ["--namespace", reference.namespace ?? "default"] : [];
      const args = [served.resource, ...namespace];
      const key = args.join(" ");
      const group = groups.get(key) ?? { args, names: [] };
      groups.set(key, group);
      if (!group.names.includes(reference.name)) group.names.push(reference.name);
    }
    const lists = await Promise.all(
      Array.from(groups.values(), ({ args: [resource = "", ...rest], names }) =>
        this.#get([resource, ...names, ...rest, "--ignore-not-found"]),
      ),
    );
    return lists.flat();
  }

  async relatives(
    kinds: readonly ObjectReference[],
    namespace: string,
    labels: readonly string[],
  ): Promise<readonly KubernetesObject[]> {
    // Nobody else's business, and Helm's own records are among them.
    const readable = kinds.filter((kind) => groupKind(kind) !== "/Secret");
    const distinct = new Map(readable.map((kind) => [groupKind(kind), kind]));
    const served = await Promise.all(Array.from(distinct.values(), (kind) => this.#kindOf(kind)));
    const resourcesOf = (scope: Scope) =>
      served.flatMap((kind) => (kind?.scope === scope ? [kind.resource] : [])).join(",");
    const requests: (readonly string[])[] = [];
    const [namespaced, clusterWide] = [resourcesOf("Namespaced"), resourcesOf("Cluster")];
    if (namespaced !== "") requests.push([namespaced, "--namespace", namespace]);
    if (clusterWide !== "") {
      for (const label of labels) requests.push([clusterWide, "--selector", label]);
    }
    const lists = await Promise.all(requests.map((request) => this.#get(request)));
    const objects = new Map(lists.flat().map((object) => [objectKey(referenceOf(object)), object]));
    return [...objects.values()];
  }

  async namespacesOf(reference: ObjectReference): Promise<readonly string[]> {
    const served = await this.#kindOf(reference);
    if (!served) return [];
    const selector = `metadata.name=${reference.name}`;
    const found = await this.#get([served.resource, "--all-namespaces", "--field-selector", selector]);
    return found.flatMap((object) => stringField(object, "metadata", "namespace") ?? []);
  }

  async #get(args: readonly string[]): Promise<readonly KubernetesObject[]> {
    const outcome = await this.#programs.kubectl(["get", ...args, "--output=json", "--show-managed-fields"]);
    if (!outcome.passed) {
      throw new HelmError({
        code: "adopt/no-cluster",
        message: `kubectl cannot read ${args[0]}`,
        found: outcome.stderr.trim(),
        hint: "Adopting needs the right to get what the chart holds; a dump from somebody who may goes to --live.",
      });
    }
    const read = outcome.stdout.trim() === "" ? undefined : parseJson(outcome.stdout);
    const objects = stringField(read, "kind") === "List" ? listField(read, "items") : [read];
    return objects.filter(isKubernetesObject);
  }

  /** Asks as Helm 4 will. Fields that a newer CRD brings are not known yet, which is no reason to refuse. */
  async probe(object: KubernetesObject): Promise<Probe> {
    const apply = ["apply", "--server-side", "--field-manager=helm", "--dry-run=server", "--validate=warn"];
    const input = JSON.stringify(object);
    const output = ["--filename=-", "--output=json", "--show-managed-fields"];
    const first = await this.#programs.kubectl([...apply, ...output], input);
    if (first.passed) return { result: parseJson(first.stdout) as KubernetesObject };
    const forced = await this.#programs.kubectl([...apply, ...output, "--force-conflicts"], input);
    if (!forced.passed) return { refusal: serverWords(forced.stderr) };
    return { result: parseJson(forced.stdout) as KubernetesObject, conflict: serverWords(first.stderr) };
  }

  async releases(names: readonly ReleaseName[]): Promise<readonly KnownRelease[]> {
    const reader = new RenderedReader();
    const found = await Promise.all(
      names.map(async ({ name, namespace }): Promise<readonly KnownRelease[]> => {
        const manifest = ["get", "manifest", name, "--namespace", namespace];
        const outcome = await this.#programs.helm(this.#helm, manifest);
        if (!outcome.passed) return [];
        const objects = reader.read(outcome.stdout).flatMap(({ object }) => (object ? [object] : []));
        return [{ name, namespace, objects: objects.map((object) => placedReference(object, namespace)) }];
      }),
    );
    return found.flat();
  }

  async unknownKinds(references: readonly ObjectReference[]): Promise<readonly ObjectReference[]> {
    const served = await Promise.all(references.map((reference) => this.#kindOf(reference)));
    return references.filter((_, index) => served[index] === undefined);
  }
}

/** The first paragraph of what kubectl says, without its own advice. */
function serverWords(text: string): string {
  const lines = text.split("\n").filter((line) => !line.startsWith("Warning: "));
  const end = lines.findIndex((line) => line.startsWith("Please review the fields above"));
  return lines
    .slice(0, end === -1 ? undefined : end)
    .join("\n")
    .replace(/^error: /, "")
    .trim();
}

function parseJson(text: string): Json | undefined {
  try {
    const data: unknown = JSON.parse(text);
    return isObject(data) ? data : undefined;
  } catch {
    return undefined;
  }
}
