// What a Kubernetes API server has against objects, by its own code and without a cluster: tools/validate-objects.
import { afterAll, beforeAll } from "vitest";
import type { Json } from "../../src/kubernetes/object.ts";
import { builtTool, JsonLines } from "./json-lines.ts";
import { describeWith, type Requirement } from "./requirement.ts";

type Faults = readonly (readonly string[] | null)[];

/** An object as it is stored, and as somebody writes it. */
export interface Update {
  readonly before: Json;
  readonly after: Json;
}

/** What somebody asks the API server for; `path` instead of a resource for another URL. */
export interface AccessRequest {
  readonly user: string;
  readonly groups: readonly string[];
  readonly verb: string;
  readonly namespace?: string;
  readonly group?: string;
  readonly resource?: string;
  readonly subresource?: string;
  readonly name?: string;
  readonly path?: string;
}

/** Somebody writes an object, or its subresource. */
export interface Write {
  readonly operation: string;
  readonly group: string;
  readonly version: string;
  readonly resource: string;
  readonly subresource: string;
  /** "" for an object of the cluster. */
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** What webhooks are asked in: the resources that are served, and the labels of namespaces. */
export interface AskedCluster {
  readonly served: readonly {
    readonly group: string;
    readonly versions: readonly string[];
    readonly resource: string;
    /** "" for the resource itself. */
    readonly subresources: readonly string[];
  }[];
  readonly namespaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The API server's rules. */
export class ObjectRules {
  readonly #program: JsonLines;

  private constructor(path: string) {
    this.#program = new JsonLines(path);
  }

  /** Undefined where tools/build.mjs has not built it. */
  static start(): ObjectRules | undefined {
    const path = builtTool("validate-objects");
    return path === undefined ? undefined : new ObjectRules(path);
  }

  /** Takes CRDs up in the place of those before; what is wrong with each. */
  define(definitions: readonly Json[]): Promise<Faults> {
    return this.#ask({ definitions });
  }

  /** What is wrong with each object, as if it were created in `namespace`. Nothing is known of kinds without a CRD. */
  judge(objects: readonly Json[], namespace: string): Promise<Faults> {
    return this.#ask({ objects, namespace });
  }

  /** What is wrong with each update of a custom resource that is there, as far as it was not so before. */
  update(updates: readonly Update[]): Promise<Faults> {
    return this.#ask({ updates });
  }

  /** Whether `roles`, which are roles and bindings, allow each request. */
  async authorise(roles: readonly Json[], requests: readonly AccessRequest[]): Promise<readonly boolean[]> {
    const answer = await this.#program.ask({ roles, requests });
    return (answer as { readonly allowed?: readonly boolean[] }).allowed ?? [];
  }

  /** For each webhook whether it is asked about each write; conditions are not looked at. */
  async dispatch(
    webhooks: readonly Json[],
    writes: readonly Write[],
    cluster: AskedCluster,
  ): Promise<readonly (readonly boolean[])[]> {
    const answer = await this.#program.ask({ asked: { webhooks, writes, ...cluster } });
    return (answer as { readonly called: readonly (readonly boolean[])[] }).called;
  }

  stop(): void {
    this.#program.stop();
  }

  async #ask(request: unknown): Promise<Faults> {
    return ((await this.#program.ask(request)) as { readonly faults: Faults }).faults;
  }
}

/** A `describe` for tests that ask Kubernetes' own code; skipped loudly where it is not built. `rules` is for tests and hooks. */
export function describeWithObjectRules(title: string, body: (rules: () => ObjectRules) => void): void {
  const requirement: Requirement = {
    name: "validate-objects",
    missing:
      builtTool("validate-objects") === undefined ? "run: node tools/build.mjs validate-objects" : undefined,
    requiredInCi: process.env["CHARTWRIGHT_CONTROL_PLANE"] === "required",
  };
  describeWith(requirement, title, () => {
    let running: ObjectRules | undefined;
    beforeAll(() => {
      running = ObjectRules.start();
    });
    afterAll(() => running?.stop());
    body(() => {
      if (!running) throw new Error("validate-objects did not start");
      return running;
    });
  });
}
