// A source: one file of the input, standard input, or what a URL holds, as text.
import { join } from "node:path";

/** `name` is the path or URL as the user gave it, or `-` for standard input; it stands in every message. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** Whether the name of a source is an address. */
export function isUrl(name: string): boolean {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(name);
}

/** The name of a source of the project in `folder`, as seen from where the folder is. */
export function sourceBelow(folder: string, name: string): string {
  return isUrl(name) ? name : join(folder, name);
}
