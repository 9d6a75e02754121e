// Bytes → text: only UTF-8 text goes on, anything else is reported with the place of the first wrong byte.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { type Position, positionAt } from "../diagnostics/position.ts";

/** The text of a source, or why it is none. */
export type Decoded =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Reads `bytes` of the source `name` as UTF-8 text that holds something. */
export function decode(name: string, bytes: Uint8Array): Decoded {
  const diagnostic = bytes.length === 0 ? empty(name) : otherEncoding(name, bytes);
  if (diagnostic) return { ok: false, diagnostic };
  try {
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { ok: false, diagnostic: notUtf8(name, bytes) };
  }
}

function empty(name: string): Diagnostic {
  return {
    severity: "error",
    code: "load/empty",
    message: name === "-" ? "Standard input is empty." : `"${name}" is empty.`,
    position: { source: name, line: 1, column: 1, text: "" },
    found: "0 bytes",
    expected: "YAML or JSON with at least one Kubernetes object",
    hint:
      name === "-"
        ? "Check that the command before the pipe succeeds and prints manifests."
        : "Download or generate the file again, or leave it out.",
  };
}

/** UTF-16 by its byte-order mark or by the zero bytes around ASCII, archives by their first bytes, else NUL bytes. */
function otherEncoding(name: string, bytes: Uint8Array): Diagnostic | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString("hex");
  if (/^fffe|^[2-7].00[2-7].00$/.test(start)) return utf16(name, bytes, "little-endian", "UTF-16LE");
  if (/^feff|^00[2-7].00[2-7].$/.test(start)) return utf16(name, bytes, "big-endian", "UTF-16BE");
  if (start.startsWith("1f8b")) {
    return notText(name, bytes, 0, "a gzip archive", "Unpack it first and give the manifests inside.");
  }
  const nul = bytes.indexOf(0);
  if (nul === -1) return undefined;
  const hint = "Give the YAML or JSON file itself; this is a binary file or a damaged download.";
  return notText(name, bytes, nul, `a zero byte at offset ${nul}`, hint);
}

function utf16(name: string, bytes: Uint8Array, order: string, encoding: string): Diagnostic {
  const hint = `Convert it: \`iconv -f ${encoding} -t UTF-8 ${name} > utf8.yaml\`.`;
  return notText(name, bytes, 0, `UTF-16 text, ${order}`, hint);
}

function notUtf8(name: string, bytes: Uint8Array): Diagnostic {
  const offset = firstInvalidByte(bytes);
  const byte = (bytes[offset] ?? 0).toString(16).padStart(2, "0");
  const hint = `Save it as UTF-8; if it is Latin-1, \`iconv -f ISO-8859-1 -t UTF-8\` converts it.`;
  return notText(name, bytes, offset, `byte 0x${byte} at offset ${offset}, which is not UTF-8`, hint);
}

function notText(name: string, bytes: Uint8Array, offset: number, found: string, hint: string): Diagnostic {
  return {
    severity: "error",
    code: "load/not-text",
    message: `${name === "-" ? "Standard input" : `"${name}"`} is not UTF-8 text.`,
    position: bytePosition(name, bytes, offset),
    found,
    expected: "YAML or JSON as UTF-8 text",
    hint,
  };
}

/** The offset of the first byte that is not part of a UTF-8 character. */
function firstInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  // Halving, since a prefix of a valid prefix is valid, save for a character that it cuts.
  while (valid < invalid) {
    const middle = (valid + invalid + 1) >> 1;
    if (isUtf8(bytes.subarray(0, middle), { cut: true })) valid = middle;
    else invalid = middle - 1;
  }
  while (!isUtf8(bytes.subarray(0, valid), { cut: false })) valid -= 1;
  return valid;
}

/** Whether `bytes` are UTF-8; with `cut` the last character may be unfinished. */
function isUtf8(bytes: Uint8Array, { cut }: { readonly cut: boolean }): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: cut });
    return true;
  } catch {
    return false;
  }
}

/** Line and column of a byte; binary content is not shown. */
function bytePosition(source: string, bytes: Uint8Array, offset: number): Position {
  const decoder = new TextDecoder("utf-8");
  const before = decoder.decode(bytes.subarray(0, offset));
  const line = decoder.decode(bytes.subarray(offset, offset + 200)).split("\n", 1)[0] ?? "";
  const position = positionAt(source, before, before.length);
  // A control character is what tells binary content from text in an old encoding.
  const text = position.text + line;
  return { ...position, text: /[\u0000-\u0008\u000e-\u001f]/.test(text) || offset === 0 ? "" : text };
}
