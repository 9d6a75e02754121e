// A project → the text of a project file that explains itself.
import { printYaml } from "../yaml/print.ts";
import type { Project, ProjectChart, ProjectSource } from "./project.ts";

/** The text of a project file. Keys that the project leaves out are shown commented out. */
export function printProject(project: Project): string {
  const { name, version, sources, customResources, layout, sourceNamespace, fieldValidation, chart, output } =
    project;
  return `${[
    "# What `chartwright build` compiles, and how. Paths are relative to this file.",
    "apiVersion: chartwright/v1",
    "kind: ChartProject",
    "",
    "# The charts are called after it.",
    line("name", name),
    "",
    "# The operator's release: {version} below stands for it, and `chartwright update --to VERSION` changes it.",
    optional("version", version, "v0.1.0"),
    "",
    "# The operator's published manifests: files, folders of .yaml, .yml and .json files, kustomize directories,",
    "# or `url: https://…`, which `chartwright update --pin` pins.",
    "sources:",
    ...paths(sources ?? []),
    "",
    "# Custom resources of your own to put into the charts.",
    ...(customResources
      ? ["customResources:", ...paths(customResources)]
      : ["# customResources:", "#   - path: cr.yaml"]),
    "",
    "# crds-and-main: the CRDs in a chart of their own, to be installed first.",
    "# one-chart: everything in one chart; a custom resource is switched on by a second `helm upgrade`.",
    optional("layout", layout, "crds-and-main"),
    "",
    "# The namespace that the manifests call the operator's own; the release's takes its place.",
    optional("sourceNamespace", sourceNamespace, "my-operator-system"),
    "",
    "# A field of a custom resource that its CRD does not have: strict, an error; warn, left out of the chart.",
    optional("fieldValidation", fieldValidation, "strict"),
    "",
    "# What Chart.yaml says. Raise the version with every change that you publish.",
    "chart:",
    ...chartLines(chart ?? {}),
    "",
    "# The folder that receives one folder for each chart.",
    optional("output", output, "charts"),
  ].join("\n")}\n`;
}

function paths(sources: readonly ProjectSource[]): readonly string[] {
  return sources.map(
    ({ path, url }) => `  - ${url === undefined ? line("path", path ?? "") : line("url", url)}`,
  );
}

function chartLines(chart: ProjectChart): readonly string[] {
  return [
    optional("version", chart.version, "0.1.0"),
    "# The operator's version: the tag of its image, unless another is written here.",
    optional("appVersion", chart.appVersion, "v0.1.0"),
    optional("kubeVersion", chart.kubeVersion, ">=1.30.0-0"),
    optional("description", chart.description, "One sentence on what the operator does"),
    optional("home", chart.home, "https://example.org"),
    optional("icon", chart.icon, "https://example.org/icon.svg"),
    "# sources:",
    "#   - https://example.org/source-code",
    "# keywords:",
    "#   - operator",
    "# maintainers:",
    "#   - name: A Name",
    "#     email: name@example.org",
  ].map((text) => `  ${text}`);
}

function optional(key: string, value: string | undefined, example: string): string {
  return value === undefined ? `# ${line(key, example)}` : line(key, value);
}

function line(key: string, value: string): string {
  return `${key}: ${printYaml(value)}`;
}
