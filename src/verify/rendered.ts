// What `helm template` printed, as documents: each with its object and the template that it came from.
import {
  isObject,
  type KubernetesObject,
  type ObjectReference,
  objectField,
  objectKey,
  referenceOf,
} from "../kubernetes/object.ts";
import { parseDocument, type YamlDocument, type YamlFault } from "../yaml/document.ts";
import { normaliseLineBreaks, splitStream } from "../yaml/stream.ts";

/** One run of Helm over all charts, with one namespace and one choice of values. */
export interface Rendering {
  /** `Helm 3.17.3`, with `, second step` and the like behind it. */
  readonly label: string;
  readonly namespace: string;
  /** The `--set` arguments for each chart. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Whether the release is there already. */
  readonly isUpgrade?: boolean;
  /** By chart name; a chart that Helm refused to render is absent. */
  readonly charts: ReadonlyMap<string, readonly RenderedDocument[]>;
}

/** One document of the output. */
export interface RenderedDocument {
  /** The template's path inside its chart: `templates/service.yaml`; a subchart's begins with `charts/`. */
  readonly templatePath: string;
  readonly text: string;
  /** Undefined when the text is no Kubernetes object. */
  readonly object: KubernetesObject | undefined;
  readonly document: YamlDocument | undefined;
  readonly faults: readonly YamlFault[];
  /** Whether it stands in a ConfigMap, from which a Job applies it: it is no part of the release. */
  readonly isCarried?: boolean;
}

type Content = Pick<RenderedDocument, "object" | "document" | "faults">;

/** Reads outputs of Helm. Equal documents of several outputs are parsed once. */
export class RenderedReader {
  readonly #contents = new Map<string, Content>();

  /** The documents, and behind them the objects in those ConfigMaps that come from one of `carriers`. */
  withCarried(
    documents: readonly RenderedDocument[],
    carriers: readonly string[],
  ): readonly RenderedDocument[] {
    const carried = documents
      .filter(({ templatePath, object }) => carriers.includes(templatePath) && object?.kind === "ConfigMap")
      .flatMap(({ templatePath, object }) =>
        Object.values(objectField(object, "data")).flatMap((text) =>
          this.read(String(text)).map((document) => ({ ...document, templatePath, isCarried: true })),
        ),
      );
    return [...documents, ...carried];
  }

  /** The documents of `stream`, as `helm template` prints them for one chart. */
  read(stream: string): readonly RenderedDocument[] {
    return splitStream(normaliseLineBreaks(stream)).map(({ text }) => {
      const templatePath = sourceComment(text);
      let content = this.#contents.get(text);
      if (!content) {
        content = readContent(text);
        this.#contents.set(text, content);
      }
      return { templatePath, text, ...content };
    });
  }
}

/** The path in Helm's comment `# Source: chart/templates/x.yaml`, without the chart's name. */
function sourceComment(text: string): string {
  const marker = "# Source: ";
  const line = text.split("\n", 3).find((candidate) => candidate.startsWith(marker));
  const path = line?.slice(marker.length).trim() ?? "";
  return path.slice(path.indexOf("/") + 1);
}

/** The text of a document without that comment. */
export function withoutSourceComment(text: string): string {
  return text.replace(/^\n*# Source: .*\n/, "");
}

function readContent(text: string): Content {
  const result = parseDocument(text);
  if (!result.ok) return { object: undefined, document: undefined, faults: [result.fault] };
  const { document, faults } = result;
  return { object: isKubernetesObject(document.data) ? document.data : undefined, document, faults };
}

function isKubernetesObject(data: unknown): data is KubernetesObject {
  if (!isObject(data)) return false;
  return (
    typeof data["apiVersion"] === "string" && typeof data["kind"] === "string" && isObject(data["metadata"])
  );
}

/** What identifies an object once a release stands in `namespace`: an object without one is in the release's. */
export function installedKey(object: KubernetesObject, namespace: string): string {
  const reference = referenceOf(object);
  return objectKey({ ...reference, namespace: reference.namespace ?? namespace });
}

/** The reference as it will stand in the cluster. */
export function installedReference(reference: ObjectReference, namespace: string): ObjectReference {
  return { ...reference, namespace: reference.namespace ?? namespace };
}
