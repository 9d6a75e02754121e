// Where a chart is in a registry: `oci://host[:port]/path`, as Helm writes it.
import type { ArchiveFault, Outcome } from "../archive/archive.ts";

/** A folder of a registry that charts are pushed to. */
export interface RegistryFolder {
  /** Host and port. */
  readonly host: string;
  /** Without a slash at either end. */
  readonly path: string;
}

/** A component of a repository's name, by the distribution specification ("Pulling manifests", `<name>`). */
const component = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const hostPattern = /^(?:[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\])(?::\d+)?$/;

/** Reads `oci://host/path`. */
export function parseRegistryFolder(text: string): Outcome<{ folder: RegistryFolder }> {
  const refuse = (found: string, hint?: string) =>
    ({
      ok: false,
      fault: {
        message: `"${text}" is no place in a registry.`,
        found,
        expected: "oci://HOST/PATH, such as oci://registry.example.com/charts",
        ...(hint === undefined ? {} : { hint }),
      } satisfies ArchiveFault,
    }) as const;
  if (!text.startsWith("oci://"))
    return refuse("no oci:// in front", `Did you mean "oci://${text.replace(/^\w+:\/\//, "")}"?`);
  const [host = "", ...parts] = text.slice("oci://".length).replace(/\/+$/, "").split("/");
  if (!hostPattern.test(host)) return refuse(`"${host}" in the place of a host`);
  const wrong = parts.find((part) => !component.test(part));
  if (wrong !== undefined) {
    const isTagged = /[:@]/.test(wrong);
    return refuse(
      `"${wrong}" in the path, which may have small letters, digits and single . _ - between them`,
      isTagged ? "The name and the version of the chart are added: give neither." : undefined,
    );
  }
  return { ok: true, folder: { host, path: parts.join("/") } };
}

/** A chart in a registry. Without a digest and a version it is the newest there. */
export interface RegistryChart {
  readonly host: string;
  readonly repository: string;
  /** As Chart.yaml has it. */
  readonly version?: string;
  /** `sha256:…` of the manifest. */
  readonly digest?: string;
}

/** Reads `oci://host/path/name`, with `:version` or `@sha256:…` behind it or not; the digest counts where both are there. */
export function parseChartReference(text: string): Outcome<{ chart: RegistryChart }> {
  const [, address = "", version, digest] = /^(.*?[^/]*?)(?::([^/@:]+))?(?:@([^/@]+))?$/.exec(text) ?? [];
  const isPort = version !== undefined && !address.slice("oci://".length).includes("/");
  const parsed = parseRegistryFolder(isPort ? text : address);
  if (!parsed.ok) return parsed;
  const { host, path } = parsed.folder;
  const refuse = (found: string) =>
    ({
      ok: false,
      fault: {
        message: `"${text}" is no chart in a registry.`,
        found,
        expected: "oci://HOST/PATH/NAME, with :VERSION or @sha256:DIGEST behind it or not",
      },
    }) as const;
  if (path === "") return refuse("no name of a chart");
  if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest))
    return refuse(`"${digest}" in the place of a digest`);
  return {
    ok: true,
    chart: {
      host,
      repository: path,
      ...(version === undefined ? {} : { version: versionOf(version) }),
      ...(digest === undefined ? {} : { digest }),
    },
  };
}

/** The repository of a chart below a folder. */
export function repositoryOf({ path }: RegistryFolder, chart: string): Outcome<{ repository: string }> {
  if (!component.test(chart)) {
    return {
      ok: false,
      fault: {
        message: `A registry cannot hold a chart called "${chart}".`,
        expected: "small letters and digits, with single . _ - between them",
      },
    };
  }
  return { ok: true, repository: path === "" ? chart : `${path}/${chart}` };
}

/**
 * The tag of a version. A tag has no `+`, which Helm writes as `_`
 * (https://helm.sh/docs/topics/registries/#oci-feature-deprecation-and-behavior-changes-with-v380).
 */
export function tagOf(version: string): Outcome<{ tag: string }> {
  const tag = version.replaceAll("+", "_");
  // The distribution specification's form of a tag.
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/.test(tag)) return { ok: true, tag };
  return {
    ok: false,
    fault: {
      message: `The version "${version}" makes no tag of a registry.`,
      expected: "at most 128 letters, digits and . _ -",
    },
  };
}

/** The version that a tag stands for. */
export function versionOf(tag: string): string {
  return tag.replaceAll("_", "+");
}
