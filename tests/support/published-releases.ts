// The releases of the corpus as they are published: by the addresses that the project files of the package name, and in a
// cache as a download would have left them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SourceCache } from "../../src/load/source-cache.ts";
import type { Corpus } from "./corpus.ts";

/** The releases of an operator, the oldest first, and the address of each of their files. */
export interface PublishedOperator {
  readonly name: string;
  readonly versions: readonly string[];
  readonly files: readonly string[];
  address(version: string, file: string): string;
}

const github = "https://github.com/kubevirt";

export const publishedOperators: readonly PublishedOperator[] = [
  {
    name: "kubevirt",
    versions: ["v1.7.4", "v1.8.4", "v1.9.0"],
    files: ["kubevirt-operator.yaml", "kubevirt-cr.yaml"],
    address: (version, file) => `${github}/kubevirt/releases/download/${version}/${file}`,
  },
  {
    name: "cdi",
    versions: ["v1.64.0", "v1.65.0", "v1.66.0"],
    files: ["cdi-operator.yaml", "cdi-cr.yaml"],
    address: (version, file) => `${github}/containerized-data-importer/releases/download/${version}/${file}`,
  },
];

/** What the corpus has of each address. */
function publishedPages(corpus: Corpus): ReadonlyMap<string, Uint8Array> {
  const pages = publishedOperators.flatMap(({ name, versions, files, address }) =>
    versions.flatMap((version) =>
      files.map(
        (file) =>
          [address(version, file), readFileSync(corpus.path(`corpus/${name}/${version}/${file}`))] as const,
      ),
    ),
  );
  const webhooks = ["v0.21.1", "v0.22.0"].map(
    (version) =>
      [
        `https://raw.githubusercontent.com/confidential-containers/cloud-api-adaptor/${version}/src/webhook/hack/webhook-deploy.yaml`,
        readFileSync(corpus.path(`corpus/peerpods/${version}/webhook-deploy.yaml`)),
      ] as const,
  );
  return new Map([...pages, ...webhooks]);
}

/** A cache in `home` with all of them; resolves to the environment that names it. */
export function filledCache(corpus: Corpus, home: string): Readonly<Record<string, string>> {
  const cache = new SourceCache(join(home, "chartwright/sources"));
  for (const [url, bytes] of publishedPages(corpus)) cache.write(url, bytes);
  return { XDG_CACHE_HOME: home, HOME: home };
}
