// Objects as an API server would take them, by server-side apply without storing: `dryRun=All`, with admission, defaults,
// the schemas of CRDs that are really there, and unknown fields refused.
import { setTimeout as sleep } from "node:timers/promises";
import { field, type JsonObject, listField, stringField } from "../../../src/kubernetes/object.ts";
import type { RenderedDocument } from "../../../src/verify/rendered.ts";
import { wakeCrdFinalizer } from "./dying-crds.ts";
import { ApiError, type KubernetesApi } from "./kubernetes-api.ts";

type Rendered = NonNullable<RenderedDocument["object"]>;

interface Resource {
  readonly plural: string;
  readonly isNamespaced: boolean;
}

const crdPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const owner = "fieldManager=chartwright&force=true";
const establishedMilliseconds = 60_000;
/** After how many looks, twenty a second, at CRDs that were deleted. */
const looksUntilWoken = 200;

/** One API server, on which nothing but CRDs and namespaces is stored. */
export class DryRun {
  readonly #api: KubernetesApi;
  readonly #resources = new Map<string, ReadonlyMap<string, Resource>>();
  readonly #namespaces = new Set<string>();

  constructor(api: KubernetesApi) {
    this.#api = api;
  }

  /** Stores CRDs and resolves when they are served; the names of those that the server refuses. */
  async define(crds: readonly Rendered[]): Promise<readonly string[]> {
    const refused: string[] = [];
    for (const crd of crds) {
      const name = nameOf(crd);
      try {
        await this.#api.apply(`${crdPath}/${name}?${owner}`, withoutWebhook(crd));
        await this.#established(name);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refused.push(name);
      }
    }
    this.#resources.clear();
    return refused;
  }

  /** Takes CRDs away again. */
  async undefine(crds: readonly Rendered[]): Promise<void> {
    for (const crd of crds) await this.#api.remove(`${crdPath}/${nameOf(crd)}`);
    for (const crd of crds) {
      for (let looks = 1; await this.#api.get(`${crdPath}/${nameOf(crd)}`); looks += 1) {
        if (looks % looksUntilWoken === 0) await wakeCrdFinalizer(this.#api);
        await sleep(50);
      }
    }
  }

  /** What the server says against the object; undefined where it takes it, or knows nothing of its kind. */
  async refusal(object: Rendered, namespace: string): Promise<string | undefined> {
    const resource = (await this.#resourcesOf(object.apiVersion)).get(object.kind);
    if (!resource) return undefined;
    const own = stringField(object, "metadata", "namespace") || namespace;
    if (resource.isNamespaced) await this.#create(own);
    const place = resource.isNamespaced ? `/namespaces/${own}` : "";
    const path = `${versionPath(object.apiVersion)}${place}/${resource.plural}/${nameOf(object)}`;
    try {
      await this.#api.apply(`${path}?${owner}&dryRun=All&fieldValidation=Strict`, object);
      return undefined;
    } catch (error) {
      if (error instanceof ApiError && error.status !== 404) return error.message;
      throw error;
    }
  }

  async #create(namespace: string): Promise<void> {
    if (this.#namespaces.has(namespace)) return;
    const object = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    await this.#api.apply(`/api/v1/namespaces/${namespace}?${owner}`, object);
    this.#namespaces.add(namespace);
  }

  async #resourcesOf(apiVersion: string): Promise<ReadonlyMap<string, Resource>> {
    const known = this.#resources.get(apiVersion);
    if (known) return known;
    const found = await this.#api.get<JsonObject>(versionPath(apiVersion));
    const resources = new Map(
      listField(found, "resources")
        .filter((one) => !stringField(one, "name")?.includes("/"))
        .map((one): [string, Resource] => [
          stringField(one, "kind") ?? "",
          { plural: stringField(one, "name") ?? "", isNamespaced: field(one, "namespaced") === true },
        ]),
    );
    this.#resources.set(apiVersion, resources);
    return resources;
  }

  async #established(name: string): Promise<void> {
    const deadline = Date.now() + establishedMilliseconds;
    for (;;) {
      const crd = await this.#api.get<JsonObject>(`${crdPath}/${name}`);
      const isServed = listField(crd, "status", "conditions").some(
        (one) => field(one, "type") === "Established" && field(one, "status") === "True",
      );
      if (isServed) return;
      if (Date.now() > deadline) throw new Error(`the CRD ${name} is not established`);
      await sleep(50);
    }
  }
}

/** Nobody answers for a conversion here. */
function withoutWebhook(crd: Rendered): JsonObject {
  const { conversion: _conversion, ...spec } = crd["spec"] as JsonObject;
  const { status: _status, ...rest } = crd;
  return { ...rest, spec } as JsonObject;
}

function versionPath(apiVersion: string): string {
  return apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
}

function nameOf(object: Rendered): string {
  return stringField(object, "metadata", "name") ?? "";
}
