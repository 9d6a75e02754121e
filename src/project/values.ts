// The section `values` of the project file: what the project changes of the values that its charts would have. Its schema
// is values-schema.ts.
import type { Json } from "../kubernetes/object.ts";

/**
 * What a project says of its charts' values. A path is keys with dots between them; a dot in a key has a backslash in
 * front, as in `--set`. Paths in `rename` are those that chartwright gives; all others are those of the finished chart.
 */
export interface ProjectValues {
  /** New paths of values and of whole blocks, by the path that chartwright gives them. */
  readonly rename?: Readonly<Record<string, string>>;
  /** Other paths that set a value as well, with that value's path. */
  readonly alias?: Readonly<Record<string, string | ProjectAlias>>;
  /** Values for fields that have none. */
  readonly add?: Readonly<Record<string, ProjectAddedValue>>;
  /** Values of an earlier chart that can only be what this one does anyway, with what that is. */
  readonly accept?: Readonly<Record<string, Json>>;
  /** Values that nobody is to set: what the sources say stays in the templates. */
  readonly hide?: readonly string[];
  /** The project's own words for values. */
  readonly describe?: Readonly<Record<string, string>>;
}

/** An alias; with `choices` its values are called otherwise as well. */
export interface ProjectAlias {
  /** The path of the value that it sets. */
  readonly value: string;
  /** What it sets there, by what it is given. */
  readonly choices?: Readonly<Record<string, string | number | boolean>>;
}

/** The types that an added value can have. */
export const addedTypes = ["string", "integer", "boolean", "map", "list"] as const;

export type AddedType = (typeof addedTypes)[number];

/** A value of the project's own: the fields that it sets have what the sources say until somebody sets it. */
export interface ProjectAddedValue {
  readonly description: string;
  /** Default: the type of what the sources have there. */
  readonly type?: AddedType;
  /** Default: any of its type. */
  readonly choices?: readonly string[];
  readonly fields: readonly ProjectField[];
}

/** A field of an object of the sources. */
export interface ProjectField {
  /** `Kind/name`, or `Kind/namespace/name`. */
  readonly object: string;
  /** Keys with dots between them; `[name]` or `[0]` chooses an item of a list. */
  readonly field: string;
}

/** Keys with dots between them; a key may hold anything, with a backslash in front of a dot or a backslash. */
export const projectValuePath: RegExp = /^(?:[^.\\]|\\[.\\])+(?:\.(?:[^.\\]|\\[.\\])+)*$/;
export const expectedProjectValuePath = "keys with dots between them, such as daemonset.podLabels";

/** Such keys as a project may choose: values files, --set and templates read them as they stand. */
export const newValuePath: RegExp = /^(?:[\w/@:+-]|\\[.\\])+(?:\.(?:[\w/@:+-]|\\[.\\])+)*$/;
export const expectedNewValuePath =
  "keys with dots between them, of letters, digits, dashes and underscores, such as daemonset.podLabels";

/** Such keys, and items of lists in brackets. */
export const projectFieldPath: RegExp = /^(?:[^.[\]\\]|\\.)+(?:\.(?:[^.[\]\\]|\\.)+|\[(?:[^\]\\]|\\.)+\])*$/;
export const expectedProjectFieldPath =
  "keys with dots between them and items in brackets, such as spec.template.spec.containers[manager].tty";

export const objectAddress: RegExp = /^[A-Z][A-Za-z0-9]*(?:\/[^/\s]+){1,2}$/;
export const expectedObjectAddress = "Kind/name, such as Deployment/controller-manager";

/** The keys of a path. */
export function splitValuePath(path: string): readonly string[] {
  const keys: string[] = [""];
  for (let at = 0; at < path.length; at += 1) {
    if (path[at] === ".") keys.push("");
    else {
      if (path[at] === "\\") at += 1;
      keys[keys.length - 1] += path[at] ?? "";
    }
  }
  return keys;
}

/** The path of `keys`, as `--set` wants it. */
export function joinValuePath(keys: readonly string[]): string {
  return keys.map((key) => key.replaceAll(/[.\\]/g, "\\$&")).join(".");
}
