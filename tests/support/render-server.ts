// `helm template` as a server, for thousands of renderings: tools/render-helm3 and 4.
import type { Json } from "../../src/kubernetes/object.ts";
import { type RenderedDocument, RenderedReader } from "../../src/verify/rendered.ts";
import { builtTool, JsonLines } from "./json-lines.ts";

/** What to render a chart with. */
export interface RenderRequest {
  readonly values: Json;
  readonly release: string;
  readonly namespace: string;
  readonly isUpgrade?: boolean;
  readonly includeCRDs?: boolean;
  readonly apiVersions?: readonly string[];
}

/** What Helm printed, or why it refused. What the first rendering of a chart had is the same part in later ones. */
export type Rendered =
  | { readonly ok: true; readonly parts: readonly RenderedPart[] }
  | { readonly ok: false; readonly error: string };

/** One document of the output as Helm printed it. */
export class RenderedPart {
  readonly text: string;
  #documents: readonly RenderedDocument[] | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Usually one; read when it is asked for. */
  get documents(): readonly RenderedDocument[] {
    this.#documents ??= new RenderedReader().read(this.text);
    return this.#documents;
  }
}

interface Answer {
  readonly chart?: number;
  readonly parts?: readonly (string | number)[];
  readonly error?: string;
}

/** The Helm of one generation as a server. */
export class RenderServer {
  readonly major: string;
  readonly #program: JsonLines;
  /** The texts of the charts' first renderings, which have numbers. */
  readonly #parts: RenderedPart[] = [];
  readonly #rendered = new Set<number>();

  private constructor(major: string, path: string) {
    this.major = major;
    this.#program = new JsonLines(path);
  }

  /** Undefined where tools/build.mjs has not built it. */
  static start(major: "3" | "4"): RenderServer | undefined {
    const path = builtTool(`render-helm${major}`);
    return path === undefined ? undefined : new RenderServer(major, path);
  }

  /** Takes up the chart in `folder`; throws where Helm cannot load it. */
  async open(folder: string): Promise<number> {
    const { chart, error } = (await this.#program.ask({ chart: folder })) as Answer;
    if (chart === undefined) throw new Error(`Helm ${this.major} does not load ${folder}: ${error}`);
    return chart;
  }

  async render(chart: number, request: RenderRequest): Promise<Rendered> {
    const { parts, error } = (await this.#program.ask({ chart, ...request })) as Answer;
    if (parts === undefined) return { ok: false, error: error ?? "" };
    const isFirst = !this.#rendered.has(chart);
    this.#rendered.add(chart);
    return { ok: true, parts: parts.map((part) => this.#partOf(part, isFirst)) };
  }

  stop(): void {
    this.#program.stop();
  }

  #partOf(part: string | number, isCounted: boolean): RenderedPart {
    if (typeof part === "number") {
      const found = this.#parts[part];
      if (!found) throw new Error(`Helm ${this.major} names a text that it has not sent`);
      return found;
    }
    const made = new RenderedPart(part);
    if (isCounted) this.#parts.push(made);
    return made;
  }
}
