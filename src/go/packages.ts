// The packages of a repository: files are read when somebody asks for a name in them.
import { type BuildContext, isGoSource, isInBuild } from "./build-context.ts";
import type { Declaration, FunctionDeclaration, GoFile } from "./go-file.ts";
import { type ModuleFile, readModuleFile } from "./module-file.ts";
import { folderOf, joinPath } from "./paths.ts";
import { readGoFile } from "./read-file.ts";
import type { GoParser } from "./syntax.ts";

/** The files that packages are read from; paths have forward slashes. */
export interface GoFiles {
  /** The names of the files in a folder; none where there is no such folder. */
  list(folder: string): readonly string[];
  /** The text of a file; undefined where there is none. */
  read(path: string): string | undefined;
}

/** The files of one folder that belong to the build. */
export interface GoPackage {
  /** The import path; the folder where no module tells it. */
  readonly path: string;
  readonly name: string;
  readonly files: readonly GoFile[];
}

/** A package-level declaration and its file. */
export interface Found<Kind> {
  readonly file: GoFile;
  readonly declaration: Kind;
}

interface Module extends ModuleFile {
  readonly folder: string;
}

export class GoPackages {
  readonly #files: GoFiles;
  readonly #parser: GoParser;
  readonly build: BuildContext;
  readonly #read = new Map<string, GoFile | undefined>();
  readonly #packages = new Map<string, GoPackage | undefined>();
  readonly #modules = new Map<string, Module | undefined>();
  /** The modules of the files that were asked for by path: theirs are the replacements that count. */
  readonly #main = new Set<Module>();

  constructor(files: GoFiles, parser: GoParser, build: BuildContext) {
    this.#files = files;
    this.#parser = parser;
    this.build = build;
  }

  /** The file at `path`, or undefined; with it its module becomes a main module. */
  open(path: string): GoFile | undefined {
    const module = this.#moduleAt(folderOf(path), "go.mod");
    if (module) this.#main.add(module);
    return this.#file(path);
  }

  /** Whether a file that was opened is part of the build. */
  isInBuild(file: GoFile): boolean {
    return isInBuild(file.path.split("/").at(-1) ?? "", file.text, this.build);
  }

  /** The package that `file` belongs to: with the files of its folder that have the same package name. */
  packageOf(file: GoFile): GoPackage {
    const folder = folderOf(file.path);
    const found = this.#packageAt(folder);
    if (found?.files.includes(file)) return found;
    const files = (found?.files ?? []).filter(({ packageName }) => packageName === file.packageName);
    return { path: this.#importPath(folder), name: file.packageName, files: [file, ...files] };
  }

  /** The package that `file` means by the import path `path`; undefined where it is not in the repository. */
  imported(path: string, file: GoFile): GoPackage | undefined {
    const folder = this.#folderFor(path, file);
    return folder === undefined ? undefined : this.#packageAt(folder);
  }

  #file(path: string): GoFile | undefined {
    if (!this.#read.has(path)) {
      const text = this.#files.read(path);
      this.#read.set(path, text === undefined ? undefined : readGoFile(path, text, this.#parser));
    }
    return this.#read.get(path);
  }

  #packageAt(folder: string): GoPackage | undefined {
    if (!this.#packages.has(folder)) this.#packages.set(folder, this.#readPackage(folder));
    return this.#packages.get(folder);
  }

  #readPackage(folder: string): GoPackage | undefined {
    const files = this.#files
      .list(folder)
      .filter(isGoSource)
      .toSorted()
      .flatMap((name) => this.#file(joinPath(folder, name)) ?? [])
      .filter((file) => this.isInBuild(file));
    const [first] = files;
    if (!first) return undefined;
    return {
      path: this.#importPath(folder),
      name: first.packageName,
      files: files.filter(({ packageName }) => packageName === first.packageName),
    };
  }

  /** The path by which the folder's package is imported: a module that replaces another one goes by that one's name. */
  #importPath(folder: string): string {
    const vendored = /^(?:.*\/)?vendor\/(.+)$/.exec(folder)?.[1];
    if (vendored !== undefined) return vendored;
    const module = this.#moduleAt(folder, "go.mod");
    if (module?.module === undefined) return folder;
    const below = folder.slice(module.folder.length).replace(/^\//, "");
    const name = this.#replacedBy(module.folder) ?? module.module;
    return below === "" || module.folder === "." ? name : `${name}/${below}`;
  }

  #replacedBy(folder: string): string | undefined {
    for (const module of this.#main) {
      for (const [from, to] of module.replaced) if (joinPath(module.folder, to) === folder) return from;
    }
    return undefined;
  }

  /** The folder of a package: in the file's own module, in a workspace, by a replacement, or vendored. */
  #folderFor(path: string, file: GoFile): string | undefined {
    const folder = folderOf(file.path);
    const own = this.#moduleAt(folder, "go.mod");
    const workspace = this.#moduleAt(folder, "go.work");
    const places = new Map<string, string>();
    for (const module of [...(own ? [own] : []), ...this.#main, ...(workspace ? [workspace] : [])]) {
      for (const [from, to] of module.replaced) places.set(from, joinPath(module.folder, to));
    }
    for (const used of workspace?.used ?? []) {
      const module = this.#moduleAt(joinPath(workspace?.folder ?? ".", used), "go.mod");
      if (module?.module !== undefined) places.set(module.module, module.folder);
    }
    if (own?.module !== undefined) places.set(own.module, own.folder);
    const prefix = [...places.keys()]
      .filter((module) => path === module || path.startsWith(`${module}/`))
      .toSorted((a, b) => b.length - a.length)[0];
    if (prefix !== undefined) return joinPath(places.get(prefix) ?? ".", path.slice(prefix.length + 1));
    const vendored = [...(own ? [own] : []), ...this.#main].map((module) =>
      joinPath(module.folder, `vendor/${path}`),
    );
    return vendored.find((candidate) => this.#files.list(candidate).some(isGoSource));
  }

  /** The nearest go.mod or go.work in `folder` or above it. */
  #moduleAt(folder: string, name: "go.mod" | "go.work"): Module | undefined {
    const key = `${folder}/${name}`;
    if (!this.#modules.has(key)) {
      const text = this.#files.read(joinPath(folder, name));
      const above = parentOf(folder);
      const found =
        text === undefined ? above && this.#moduleAt(above, name) : { ...readModuleFile(text), folder };
      this.#modules.set(key, found || undefined);
    }
    return this.#modules.get(key);
  }
}

/** The folder above; relative ones go on with `..`, which the files end by having nothing there. */
function parentOf(folder: string): string | undefined {
  if (folder === "/" || /^[A-Za-z]:$/.test(folder)) return undefined;
  return folder.startsWith("/") || /^[A-Za-z]:/.test(folder) ? folderOf(folder) : undefined;
}

/** The declaration of `name` in a package. */
export function declarationIn(pkg: GoPackage, name: string): Found<Declaration> | undefined {
  for (const file of pkg.files) {
    const declaration = file.declarations.get(name);
    if (declaration) return { file, declaration };
  }
  return undefined;
}

/** The declaration of a method in a package. */
export function methodIn(pkg: GoPackage, type: string, name: string): Found<FunctionDeclaration> | undefined {
  for (const file of pkg.files) {
    const declaration = file.methods.get(`${type}.${name}`);
    if (declaration) return { file, declaration };
  }
  return undefined;
}
