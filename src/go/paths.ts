// Paths with forward slashes, without a file system: how packages and modules find each other.

/** The folder that holds `path`; of a bare name it is ".". */
export function folderOf(path: string): string {
  const at = path.lastIndexOf("/");
  if (at === -1) return ".";
  return at === 0 ? "/" : path.slice(0, at);
}

/** `folder/path` with `.` and `..` worked out; an absolute `path` stays what it is. */
export function joinPath(folder: string, path: string): string {
  const joined = path.startsWith("/") || /^[A-Za-z]:\//.test(path) ? path : `${folder}/${path}`;
  const parts: string[] = [];
  for (const part of joined.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const root = joined.startsWith("/") ? "/" : "";
  return root + parts.join("/") || ".";
}
