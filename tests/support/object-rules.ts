// What a Kubernetes API server has against objects, by its own code and without a cluster: tools/validate-objects.
import type { Json } from "../../src/kubernetes/object.ts";
import { builtTool, JsonLines } from "./json-lines.ts";

type Faults = readonly (readonly string[] | null)[];

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

  stop(): void {
    this.#program.stop();
  }

  async #ask(request: unknown): Promise<Faults> {
    return ((await this.#program.ask(request)) as { readonly faults: Faults }).faults;
  }
}
