// chartwright.lock: what each source held when it was pinned, so that a build takes that and nothing else.
import { isObject, stringField } from "../kubernetes/object.ts";
import { parseDocument } from "../yaml/document.ts";
import { printYaml } from "../yaml/print.ts";
import { nodeAt } from "../yaml/tree.ts";

/** The name of the lock beside a project file. */
export const lockFileName = "chartwright.lock";

/** What a source held. `name` is its URL, or its path as seen from the project. */
export interface Pin {
  readonly name: string;
  readonly isUrl: boolean;
  /** The release of the operator; absent where the name does not follow it. */
  readonly version?: string;
  /** In hexadecimal digits: of a file its bytes', of a folder that of the list of its files and theirs. */
  readonly sha256: string;
  /** In bytes; of a folder, of all its files. */
  readonly size: number;
}

/** The pins of a project by name. */
export type Lock = ReadonlyMap<string, Pin>;

/** A fault in a lock, at an offset. */
export interface LockFault {
  readonly offset: number;
  readonly found: string;
  readonly expected: string;
}

export type ParsedLock =
  | { readonly ok: true; readonly lock: Lock }
  | { readonly ok: false; readonly fault: LockFault };

const header = `# What the sources of this project held when \`chartwright update\` pinned them. Commit this file:
# \`chartwright build\` takes nothing else.
`;

/** The text of a lock, sorted by name, so that git merges it by entry. */
export function printLock(pins: Iterable<Pin>): string {
  const sources = [...pins]
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, isUrl, version, sha256, size }) => ({
      [isUrl ? "url" : "path"]: name,
      ...(version === undefined ? {} : { version }),
      sha256,
      size,
    }));
  return `${header}${printYaml({ sources })}\n`;
}

/** Reads a lock. */
export function parseLock(text: string): ParsedLock {
  const parsed = parseDocument(text);
  if (!parsed.ok) {
    const { offset, message } = parsed.fault;
    return {
      ok: false,
      fault: { offset, found: message, expected: "YAML as `chartwright update` writes it" },
    };
  }
  const { data, root } = parsed.document;
  const sources = isObject(data) ? data["sources"] : undefined;
  if (!Array.isArray(sources)) {
    return {
      ok: false,
      fault: { offset: 0, found: "no list `sources`", expected: "a list of pinned sources" },
    };
  }
  const lock = new Map<string, Pin>();
  for (const [index, entry] of sources.entries()) {
    const pin = pinOf(entry);
    if (!pin || lock.has(pin.name)) {
      return {
        ok: false,
        fault: {
          offset: nodeAt(root, ["sources", index])?.start ?? 0,
          found: pin ? `${pin.name} again` : "an entry that says too little",
          expected: "url or path once, with sha256 and size",
        },
      };
    }
    lock.set(pin.name, pin);
  }
  return { ok: true, lock };
}

function pinOf(entry: unknown): Pin | undefined {
  const url = stringField(entry, "url");
  const name = url ?? stringField(entry, "path");
  const sha256 = stringField(entry, "sha256");
  const size = isObject(entry) ? entry["size"] : undefined;
  const version = stringField(entry, "version");
  if (name === undefined || sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return undefined;
  if (typeof size !== "number" || !Number.isSafeInteger(size) || size < 0) return undefined;
  return { name, isUrl: url !== undefined, ...(version === undefined ? {} : { version }), sha256, size };
}
