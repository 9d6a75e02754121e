// The actions of a Go template, `{{ … }}`, as tokens: what text/template's own lexer sees, with offsets.
// Grammar: https://pkg.go.dev/text/template and text/template/parse/lex.go

/** One token inside an action. `text` of a string is its value, of everything else what stands there. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `field` is `.name`, `variable` is `$` or `$name`, `word` a function or keyword. */
type TokenKind = "field" | "dot" | "variable" | "word" | "string" | "constant" | "punctuation";

/** One action; a comment is none. */
export interface ActionTokens {
  readonly start: number;
  readonly tokens: readonly Token[];
}

/** A text that text/template would refuse too. */
export class TemplateSyntaxError extends Error {
  override readonly name = "TemplateSyntaxError";
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

/** The actions of `text` in order. */
export function readActions(text: string): readonly ActionTokens[] {
  const actions: ActionTokens[] = [];
  for (let start = text.indexOf("{{"); start !== -1; ) {
    let at = start + 2;
    if (/^-[ \t\r\n]/.test(text.slice(at, at + 2))) at += 2;
    let end: number;
    if (text.startsWith("/*", at)) end = commentEnd(text, at);
    else {
      const tokens: Token[] = [];
      end = readTokens(text, at, tokens);
      actions.push({ start, tokens });
    }
    start = text.indexOf("{{", end);
  }
  return actions;
}

function commentEnd(text: string, at: number): number {
  const close = text.indexOf("*/", at);
  const delimiter = close === -1 ? null : /^(?:[ \t\r\n]+-)?\}\}/.exec(text.slice(close + 2, close + 200));
  if (!delimiter) throw new TemplateSyntaxError("a comment is not closed", at);
  return close + 2 + delimiter[0].length;
}

/** Every kind of token but strings, each tried at the current offset. */
const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ["constant", /'(?:[^'\\\n]|\\.)+'/y],
  ["constant", /[-+]?(?:\.[0-9]|[0-9])[0-9A-Za-z_.]*(?:(?<=[eEpP])[-+][0-9]+)?i?/y],
  ["field", /\.[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ["dot", /\./y],
  ["variable", /\$[\p{L}\p{Nd}_]*/uy],
  ["word", /[\p{L}_][\p{L}\p{Nd}_]*/uy],
  ["punctuation", /:=|[=|(),]/y],
];

/** Reads tokens from `at` up to the action's end, which it returns. */
function readTokens(text: string, at: number, tokens: Token[]): number {
  let offset = at;
  while (offset < text.length) {
    const close = /(?:[ \t\r\n]+-)?\}\}/y;
    close.lastIndex = offset;
    if (close.test(text)) return close.lastIndex;
    if (/[ \t\r\n]/.test(text[offset] ?? "")) {
      offset += 1;
      continue;
    }
    const token = readString(text, offset) ?? readPattern(text, offset);
    if (!token) throw new TemplateSyntaxError(`unexpected "${text[offset]}" in an action`, offset);
    tokens.push(token);
    offset = token.end;
  }
  throw new TemplateSyntaxError("an action is not closed", at);
}

function readPattern(text: string, offset: number): Token | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = offset;
    const match = pattern.exec(text);
    if (match) return { kind, text: match[0], start: offset, end: pattern.lastIndex };
  }
  return undefined;
}

function readString(text: string, start: number): Token | undefined {
  const quote = text[start];
  if (quote === "`") {
    const close = text.indexOf("`", start + 1);
    if (close === -1) throw new TemplateSyntaxError("a raw string is not closed", start);
    return { kind: "string", text: text.slice(start + 1, close), start, end: close + 1 };
  }
  if (quote !== '"') return undefined;
  const pattern = /"(?:[^"\\\n]|\\.)*"/y;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) throw new TemplateSyntaxError("a string is not closed", start);
  return { kind: "string", text: unquote(match[0]), start, end: pattern.lastIndex };
}

/** The value of a Go string literal; escapes that JSON lacks do not occur in keys and stay as they are. */
function unquote(literal: string): string {
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}
