// JSON as Go's encoding/json prints it, where a digest is made of it: https://pkg.go.dev/encoding/json#Marshal
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** `struct` as Go prints one with these fields: in the order given, and what HTML would read is escaped. */
export function goJsonOfStruct(struct: unknown): string {
  return JSON.stringify(struct).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `data` as Helm's function toJson prints it: the keys of a map in order, those that look like numbers among them. */
export function goJson(data: unknown): string {
  if (Array.isArray(data)) return `[${data.map(goJson).join(",")}]`;
  if (typeof data !== "object" || data === null) return goJsonOfStruct(data);
  const sorted = Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, child]) => `${goJsonOfStruct(key)}:${goJson(child)}`).join(",")}}`;
}

/** The SHA-256 of `text` in UTF-8, as 64 lower-case hexadecimal digits: Helm's function sha256sum. */
export function sha256Sum(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text)));
}
