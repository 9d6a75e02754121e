// Names of operators → the files of a repository of charts: their projects, and what publishes them. Writes nothing.
import type { Diagnostic } from "./diagnostics/diagnostic.ts";
import { nearest } from "./diagnostics/suggestion.ts";
import { type PackagedPath, readPackagedFile } from "./load/packaged-file.ts";
import { projectFileName } from "./project/project.ts";
import { projectTemplateNames, projectTemplates } from "./project/templates.ts";

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
  /** Scripts to run before sources can be pinned. */
  readonly scripts: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The files of a repository with the operators `names`. */
export function initRepository(names: readonly string[]): InitRepositoryResult {
  const unknown = names.filter((name) => projectTemplates[name] === undefined);
  if (unknown.length > 0 || names.length === 0) {
    const diagnostics = names.length === 0 ? [unnamed()] : unknown.map(noTemplate);
    return { files: new Map(), scripts: [], diagnostics };
  }
  const whole = names.flatMap((name) => [...(projectTemplates[name]?.needs ?? []), name]);
  const chosen = [...new Set(whole)].flatMap((name) => {
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
  const scripts = chosen.flatMap(({ name, script }) => {
    if (!script) return [];
    const path = `${script.folder}/${script.name}`;
    files.set(path, textOf(`templates/projects/${name}/${script.name}`));
    return [path];
  });
  return { files, scripts, diagnostics: [] };
}

function ownVersion(): string {
  const { version } = JSON.parse(textOf("package.json")) as { readonly version: string };
  return version;
}

function textOf(path: PackagedPath): string {
  return new TextDecoder().decode(readPackagedFile(path));
}

function unnamed(): Diagnostic {
  return {
    severity: "error",
    code: "project/unknown-template",
    message: "A repository of charts needs an operator.",
    found: "no name",
    expected: `some of ${projectTemplateNames.join(", ")}`,
    hint: "Name them: `chartwright init repository kubevirt cdi`.",
  };
}

function noTemplate(name: string): Diagnostic {
  const meant = nearest(name, projectTemplateNames);
  return {
    severity: "error",
    code: "project/unknown-template",
    message: `There is no project file for "${name}" to begin with.`,
    found: name,
    expected: `one of ${projectTemplateNames.join(", ")}`,
    hint:
      meant === undefined
        ? `Write one for its manifests: \`chartwright init MANIFEST… -o ${name}/${projectFileName}\`.`
        : `Write "${meant}".`,
  };
}
