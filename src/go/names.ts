// What a name means where it stands (https://go.dev/ref/spec#Declarations_and_scope).
import type { Expression, Selector } from "./expression.ts";
import { type Declaration, type GoFile, type GoImport, lookUp, type Place } from "./go-file.ts";
import { declarationIn, type Found, type GoPackage, type GoPackages } from "./packages.ts";

/** A package that a file imports; without `content` it is not in the repository. */
export interface Imported {
  readonly path: string;
  readonly content?: GoPackage;
}

/** The declaration of `name`: local, in the package, or in one that is imported with a dot. */
export function resolveName(
  packages: GoPackages,
  name: string,
  place: Place,
): Found<Declaration> | undefined {
  const local = lookUp(place.scope, name);
  if (local) return { file: place.file, declaration: local };
  const own = declarationIn(packages.packageOf(place.file), name);
  if (own) return own;
  for (const { path } of place.file.imports.filter((each) => each.name === ".")) {
    const content = packages.imported(path, place.file);
    const found = content && declarationIn(content, name);
    if (found) return found;
  }
  return undefined;
}

/** The packages outside the repository whose names the file has without a package in front. */
export function foreignImports(packages: GoPackages, { file }: Place): readonly string[] {
  return file.imports.flatMap(({ name, path }) =>
    name === "." && packages.imported(path, file) === undefined ? [path] : [],
  );
}

/** The package that `expression` names, if it names one and nothing hides the name. */
export function importedPackage(
  packages: GoPackages,
  expression: Expression,
  place: Place,
): Imported | undefined {
  if (expression.kind !== "name") return undefined;
  const { name } = expression;
  if (resolveName(packages, name, place)) return undefined;
  const found = importNamed(packages, name, place);
  if (!found) return undefined;
  const content = packages.imported(found.path, place.file);
  return { path: found.path, ...(content ? { content } : {}) };
}

/** The import of the name; packages are read only where the last word of their path does not tell their name. */
function importNamed(packages: GoPackages, name: string, { file }: Place): GoImport | undefined {
  const named = file.imports.find((each) => each.name === name);
  if (named) return named;
  const unnamed = file.imports.filter((each) => each.name === undefined);
  const nameOf = ({ path }: GoImport) => packages.imported(path, file)?.name;
  const likely = unnamed.find(({ path }) => likelyName(path) === name);
  if (likely && (nameOf(likely) ?? name) === name) return likely;
  return unnamed.find((each) => nameOf(each) === name);
}

/** The declaration that `package.name` means, where its package is in the repository. */
export function resolveMember(
  packages: GoPackages,
  selector: Selector,
  place: Place,
): { readonly imported: Imported; readonly found?: Found<Declaration> } | undefined {
  const imported = importedPackage(packages, selector.operand, place);
  if (!imported) return undefined;
  const found = imported.content && declarationIn(imported.content, selector.name);
  return { imported, ...(found ? { found } : {}) };
}

/** The declaration that a name, or a member of a package, means. */
export function resolveDeclaration(
  packages: GoPackages,
  expression: Expression,
  place: Place,
): Found<Declaration> | undefined {
  if (expression.kind === "name") return resolveName(packages, expression.name, place);
  return expression.kind === "selector" ? resolveMember(packages, expression, place)?.found : undefined;
}

/** Where the expressions of a declaration are read. */
export function placeOf({ file, declaration }: Found<Declaration>): {
  readonly file: GoFile;
  readonly scope: Place["scope"];
} {
  return { file, scope: declaration.scope };
}

/** The name of a package that cannot be read: by custom the last word of its path, without a version. */
function likelyName(path: string): string {
  const words = path.split("/");
  const last = words.at(-1) ?? "";
  const word = /^v\d+$/.test(last) && words.length > 1 ? (words.at(-2) ?? "") : last;
  return word.replace(/\.v\d+$/, "").replace(/^go-|-go$/, "");
}
