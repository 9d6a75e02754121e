// Go source text → its syntax tree. The only place that knows the parser: tree-sitter with the grammar of Go.
import { invariant } from "../diagnostics/internal-error.ts";

/**
 * A node of the syntax tree; alive only while `GoParser.parse` runs. It is what the parser's own nodes have and is
 * used here: types of the package must not need those of the parser.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly text: string;
  /** Offsets in the text that was parsed. */
  readonly startIndex: number;
  readonly endIndex: number;
  /** Whether a rule of the grammar has its name; punctuation has none. */
  readonly isNamed: boolean;
  readonly isMissing: boolean;
  readonly isError: boolean;
  /** Whether it or a node inside could not be read. */
  readonly hasError: boolean;
  readonly children: readonly SyntaxNode[];
  readonly namedChildren: readonly SyntaxNode[];
  childForFieldName(name: string): SyntaxNode | null;
  childrenForFieldName(name: string): readonly SyntaxNode[];
  descendantsOfType(type: string): readonly SyntaxNode[];
}

export interface GoParser {
  /** What `read` makes of the tree of `text`. A fault in the text is a node of the tree, never an exception. */
  parse<Result>(text: string, read: (root: SyntaxNode) => Result): Result;
}

/** WebAssembly of two modules. */
export interface GoGrammar {
  readonly parser: Uint8Array;
  readonly language: Uint8Array;
}

/** Makes a parser from its WebAssembly. The parser's library is loaded only now. */
export async function createGoParser(grammar: GoGrammar): Promise<GoParser> {
  const { Language, Parser } = await import("web-tree-sitter");
  await Parser.init({ wasmBinary: grammar.parser });
  const parser = new Parser();
  parser.setLanguage(await Language.load(grammar.language));
  return {
    parse(text, read) {
      const tree = parser.parse(text);
      invariant(tree, "the Go parser was cancelled");
      try {
        return read(tree.rootNode);
      } finally {
        tree.delete();
      }
    },
  };
}

/** The named children of `node`, without comments. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return node.namedChildren.filter((child) => child.type !== "comment");
}

/** The child of `node` in the field `name`. */
export function field(node: SyntaxNode, name: string): SyntaxNode | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** What a Go file consists of; the grammar takes statements beside these. */
const parts: ReadonlySet<string> = new Set([
  "package_clause",
  "import_declaration",
  "const_declaration",
  "var_declaration",
  "type_declaration",
  "function_declaration",
  "method_declaration",
  "comment",
]);

/** The first place of a file that is not Go, if there is one. */
export function firstFault(file: SyntaxNode): number | undefined {
  const statement = file.children.find(({ isNamed, type }) => isNamed && !parts.has(type));
  const faults = [statement?.startIndex, firstUnreadable(file)].filter((fault) => fault !== undefined);
  return faults.length === 0 ? undefined : Math.min(...faults);
}

/** The first place that the grammar could not read, if there is one. */
function firstUnreadable(root: SyntaxNode): number | undefined {
  if (!root.hasError) return undefined;
  for (const child of root.children) {
    // A declaration in parentheses may end without a line break: the grammar wants one, Go does not.
    if (child.isMissing && !child.isNamed) {
      if (child.type.startsWith("source_file_token") || child.type === "\n") continue;
      return child.startIndex;
    }
    if (child.isError || child.isMissing) return child.startIndex;
    const inside = firstUnreadable(child);
    if (inside !== undefined) return inside;
  }
  return undefined;
}
