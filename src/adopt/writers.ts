// Whose hand a field shows: a person's (or a tool that applies what a person wrote down), or a program's that works on
// the object by itself. What a person wrote has to live on; what an operator wrote it will write again.
import {
  isObject,
  type Json,
  type KubernetesObject,
  splitApiVersion,
  stringField,
} from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { allOwners, type FieldOwner, ownersOf } from "./field-owners.ts";
import { isBuiltIn, type LivePath, liveField } from "./live-path.ts";

/**
 * Names under which people's tools write: kubectl and its commands, Helm, GitOps and infrastructure tools, consoles.
 * `before-first-apply` is what the API server calls all that was there before it kept such names.
 */
const peoplesTools: readonly RegExp[] = [
  /^kubectl(?:-|$)/,
  /^(?:helm|Helm)$/,
  /^before-first-apply$/,
  /^argocd-(?:controller|application-controller)$/,
  /^(?:kustomize|helm)-controller$/,
  /^(?:Terraform|HashiCorp|OpenTofu)/i,
  /^pulumi/i,
  /^(?:k9s|node-fetch|Mozilla|OpenAPI-Generator)$/,
  /^oc$/,
];

/** Managers that write a whole object at once, so that the defaults of the API server count as theirs. */
const creators = new Set(["kubectl-client-side-apply", "kubectl-create", "kubectl-replace", "helm", "Helm"]);

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Who wrote one field. */
export interface Writer {
  /** `person`: it must live on. `program`: it will be written again. `default`: nobody asked for it. */
  readonly kind: "person" | "program" | "default" | "unknown";
  readonly names: readonly string[];
}

/** Decides for the fields of one object of a cluster. */
export class Writers {
  readonly #object: KubernetesObject;
  readonly #programs: ReadonlySet<string>;
  readonly #applied: Json | undefined;
  readonly #hasDefaults: boolean;
  readonly #isKnown: boolean;

  constructor(object: KubernetesObject) {
    const owners = allOwners(object);
    this.#object = object;
    this.#isKnown = owners.length > 0;
    this.#hasDefaults = isBuiltIn(splitApiVersion(object.apiVersion).group, object.kind);
    this.#applied = appliedConfiguration(object);
    // Who writes status or a finalizer works on the object by itself.
    const workers = owners.filter(({ subresource }) => subresource === "status");
    const finalizing = ownersOf(object, ["metadata", "finalizers"]);
    this.#programs = new Set([...workers, ...finalizing].map(({ manager }) => manager));
  }

  /** What kubectl applied last stands beside the object, word for word. */
  writerOf(path: LivePath): Writer {
    const owners = ownersOf(this.#object, path);
    const names = [...new Set(owners.map(({ manager }) => manager))];
    // What a program has taken over since is the program's.
    const isTaken = owners.length > 0 && owners.every(({ manager }) => !isPeoplesTool(manager));
    const isApplied = !isTaken && liveField(this.#applied, path) !== undefined;
    if (!this.#isKnown) return { kind: isApplied ? "person" : "unknown", names: [] };
    if (isApplied || owners.some((owner) => this.#isPerson(owner))) return { kind: "person", names };
    if (owners.some(({ manager }) => !isPeoplesTool(manager))) return { kind: "program", names };
    return { kind: "default", names };
  }

  /** Whether a person wrote through this owner; a creator's fields hold defaults, where the kind has any. */
  #isPerson({ manager, operation }: FieldOwner): boolean {
    if (this.#programs.has(manager) && !isPeoplesTool(manager)) return false;
    if (!isPeoplesTool(manager)) return false;
    if (operation === "Apply" || !creators.has(manager)) return true;
    if (manager === "kubectl-client-side-apply" && this.#applied !== undefined) return false;
    return !this.#hasDefaults;
  }
}

/** Whether people write under this name. */
export function isPeoplesTool(manager: string): boolean {
  return peoplesTools.some((pattern) => pattern.test(manager));
}

function appliedConfiguration(object: KubernetesObject): Json | undefined {
  const text = stringField(object, "metadata", "annotations", lastApplied);
  const read = text === undefined ? undefined : parseDocument(text);
  return read?.ok && isObject(read.document.data) ? read.document.data : undefined;
}
