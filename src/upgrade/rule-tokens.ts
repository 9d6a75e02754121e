// The words of a CEL expression: https://github.com/google/cel-spec/blob/master/doc/langdef.md#syntax

/** Raw texts, texts, comments and white space, words and numbers, signs. */
const lexeme =
  /[bB]?[rR][bB]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*"|'[^'\n]*')|[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|\/\/[^\n]*|\s+|\w+|&&|\|\||[<>=!]=|\?\.|\[\?|[\s\S]/g;

/** The words, signs and texts of an expression, without white space and comments. */
export function tokensOf(expression: string): readonly string[] {
  return (expression.match(lexeme) ?? []).filter((token) => !/^(?:\s|\/\/)/.test(token));
}
