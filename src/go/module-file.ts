// go.mod and go.work (https://go.dev/ref/mod#go-mod-file, #workspaces): where import paths lead.

/** What a module or workspace file says about places. */
export interface ModuleFile {
  /** The module's path; a workspace has none. */
  readonly module?: string;
  /** Module paths whose code is in a folder, relative to the file. */
  readonly replaced: ReadonlyMap<string, string>;
  /** Folders of the modules of a workspace. */
  readonly used: readonly string[];
}

/** Reads the text of a go.mod or go.work; lines of another kind do not matter here. */
export function readModuleFile(text: string): ModuleFile {
  const directives = directivesOf(text);
  const module = directives.find(([verb]) => verb === "module")?.[1];
  const replaced = directives.flatMap(([verb, from, ...words]): (readonly [string, string])[] => {
    const to = words[words.indexOf("=>") + 1];
    return verb === "replace" && from !== undefined && to !== undefined && isFolder(to) ? [[from, to]] : [];
  });
  const used = directives.flatMap(([verb, folder]) =>
    verb === "use" && folder !== undefined ? [folder] : [],
  );
  return { ...(module === undefined ? {} : { module }), replaced: new Map(replaced), used };
}

/** Every directive as its words, the verb first; inside parentheses the verb stands once for all lines. */
function directivesOf(text: string): readonly (readonly string[])[] {
  let verb: string | undefined;
  return text.split("\n").flatMap((line) => {
    const tokens = tokensOf(line);
    const opens = verb === undefined && tokens[1] === "(";
    const closes = tokens[0] === ")";
    if (opens) verb = tokens[0];
    if (closes) verb = undefined;
    if (opens || closes || tokens.length === 0) return [];
    return [verb === undefined ? tokens : [verb, ...tokens]];
  });
}

/** A replacement that is no folder is another module, of the network. */
function isFolder(target: string): boolean {
  return /^\.{0,2}\//.test(target) || target === "." || target === ".." || /^[A-Za-z]:[\\/]/.test(target);
}

/** The words of a line; `//` begins a comment, quotes hold a word together. */
function tokensOf(line: string): readonly string[] {
  const tokens = line.match(/\/\/.*|"[^"]*"|`[^`]*`|=>|[()]|[^\s()"`]+/g) ?? [];
  const comment = tokens.findIndex((token) => token.startsWith("//"));
  return (comment === -1 ? tokens : tokens.slice(0, comment)).map((token) =>
    token.replace(/^["`](.*)["`]$/, "$1"),
  );
}
