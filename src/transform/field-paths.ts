// Paths in the fields of a custom resource, as the named templates walk them.

/** The step of a path that stands for every item of a list. */
export const anyItem = "[]";

/** `paths` without the repeated ones. */
export function eachOnce(paths: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(paths.map((path) => [path.join("\0"), path])).values()];
}
