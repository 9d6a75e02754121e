// The text of a Go file → GoFile.
import type { Declaration, GoFile, GoImport } from "./go-file.ts";
import { readDeclaration, readFunction } from "./read-declarations.ts";
import { childrenOf, field, firstFault, type GoParser, type SyntaxNode } from "./syntax.ts";

/** Reads a file. A fault in it is told in `fault`; what can be read beside it is there. */
export function readGoFile(path: string, text: string, parser: GoParser): GoFile {
  return parser.parse(text, (root) => {
    const nodes = childrenOf(root);
    const clause = nodes.find(({ type }) => type === "package_clause");
    const fault = firstFault(root);
    return {
      path,
      text,
      packageName: (clause && childrenOf(clause)[0]?.text) ?? "",
      imports: nodes.filter(({ type }) => type === "import_declaration").flatMap(readImports),
      declarations: new Map(
        nodes.flatMap(declarationsOf).map((declaration) => [declaration.name, declaration]),
      ),
      methods: new Map(
        nodes
          .filter(({ type }) => type === "method_declaration")
          .map((node) => [nameOfMethod(node), readFunction(node)]),
      ),
      ...(fault === undefined ? {} : { fault }),
    };
  });
}

function declarationsOf(node: SyntaxNode): readonly Declaration[] {
  return node.type === "function_declaration" ? [readFunction(node)] : readDeclaration(node);
}

/** `Type.Method`. */
export function nameOfMethod(method: SyntaxNode): string {
  return `${receiverOf(method)}.${field(method, "name")?.text ?? ""}`;
}

/** The name of the type that a method belongs to. */
function receiverOf(method: SyntaxNode): string {
  const [receiver] = childrenOf(field(method, "receiver") ?? method);
  let type = receiver && field(receiver, "type");
  while (type && type.type !== "type_identifier") [type] = childrenOf(type);
  return type?.text ?? "";
}

function readImports(node: SyntaxNode): readonly GoImport[] {
  return node.descendantsOfType("import_spec").flatMap((spec) => {
    const path = field(spec, "path")?.text.slice(1, -1);
    const name = field(spec, "name")?.text;
    return path === undefined ? [] : [{ path, ...(name === undefined ? {} : { name }) }];
  });
}
