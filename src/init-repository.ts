// Names of operators → the files of a repository of charts: their projects, and what publishes them. Writes nothing.
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { nearest } from "./diagnostics/suggestion.ts";
import { type PackagedPath, readPackagedFile } from "./load/packaged-file.ts";
import { projectFileName } from "./project/project.ts";

interface ProjectTemplate {
  /** The folders of its projects: one for most. */
  readonly folders: readonly string[];
  readonly about: string;
}

/** The operators that chartwright has project files for. */
const projectTemplates: Readonly<Record<string, ProjectTemplate>> = {
  kubevirt: { folders: ["kubevirt"], about: "KubeVirt: virtual machines on Kubernetes" },
  cdi: { folders: ["cdi"], about: "the Containerized Data Importer: disks for virtual machines" },
  "peer-pods": {
    folders: ["peer-pods", "peerpod-ctrl", "peer-pods-webhook"],
    about: "peer pods: pods in virtual machines of a cloud, with their controller and webhook",
  },
};

/** What a repository has beside its projects, by the template's name. */
const repositoryFiles = {
  "README.md": "README.md",
  gitignore: ".gitignore",
  "charts.yaml": ".github/workflows/charts.yaml",
  "artifacthub-repo.yml": "artifacthub-repo.yml",
} as const;

/** The files by path; none with an error among the diagnostics. */
export interface InitRepositoryResult {
  readonly files: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The files of a repository with the operators `names`. */
export function initRepository(names: readonly string[]): InitRepositoryResult {
  const unknown = names.filter((name) => projectTemplates[name] === undefined);
  if (unknown.length > 0 || names.length === 0) {
    return { files: new Map(), diagnostics: names.length === 0 ? [unnamed()] : unknown.map(noTemplate) };
  }
  const chosen = [...new Set(names)].flatMap((name) => {
    const template = projectTemplates[name];
    return template ? [{ name, ...template }] : [];
  });
  const files = new Map<string, string>();
  for (const [template, path] of Object.entries(repositoryFiles)) {
    const lines = chosen.map(
      ({ folders, about }) =>
        `- ${folders.map((folder) => `[\`${folder}\`](${folder}/${projectFileName})`).join(", ")}: ${about}`,
    );
    const text = textOf(`templates/repository/${template}`)
      .replace("<!-- projects -->", lines.join("\n"))
      .replace("<!-- version -->", ownVersion());
    files.set(path, text);
  }
  for (const { name, folders } of chosen) {
    for (const folder of folders) {
      const place = folders.length === 1 ? name : `${name}/${folder}`;
      files.set(`${folder}/${projectFileName}`, textOf(`templates/projects/${place}/${projectFileName}`));
    }
  }
  return { files, diagnostics: [] };
}

function ownVersion(): string {
  const { version } = JSON.parse(textOf("package.json")) as { readonly version: string };
  return version;
}

function textOf(path: PackagedPath): string {
  return new TextDecoder().decode(readPackagedFile(path));
}

const known = Object.keys(projectTemplates);

function unnamed(): Diagnostic {
  return {
    severity: "error",
    code: "project/unknown-template",
    message: "A repository of charts needs an operator.",
    found: "no name",
    expected: `some of ${known.join(", ")}`,
    hint: "Name them: `chartwright init repository kubevirt cdi`.",
  };
}

function noTemplate(name: string): Diagnostic {
  const meant = nearest(name, known);
  return {
    severity: "error",
    code: "project/unknown-template",
    message: `There is no project file for "${name}" to begin with.`,
    found: name,
    expected: `one of ${known.join(", ")}`,
    hint:
      meant === undefined
        ? `Write one for its manifests: \`chartwright init MANIFEST… -o ${name}/${projectFileName}\`.`
        : `Write "${meant}".`,
  };
}
