// Where text names the operator's own namespace: by field where the field says so, else by token, never by
// substring.

/** A place of the namespace in a text, as offsets. */
export interface NamespaceToken {
  readonly start: number;
  readonly end: number;
}

/** What tells the namespace from a word that only looks like it. */
export interface NamespaceWords {
  readonly namespace: string;
  /** Whether nothing else of the operator has the namespace's name, so that the word alone means it. */
  readonly distinctive: boolean;
  /** Names of objects in the namespace: `<namespace>/<name>` means one of them. */
  readonly objectNames: ReadonlySet<string>;
  /** Names of roles and bindings that begin with the namespace (`<namespace>:controller`): names are kept. */
  readonly prefixedNames: ReadonlySet<string>;
}

/**
 * The tokens of the namespace in `text` that can only mean it: `service.<namespace>.svc`, `<name of an
 * object>.<namespace>`, `system:serviceaccount:<namespace>:name`, `<namespace>/<name of an object>`, the value of
 * a key or flag that ends in "namespace" or in the word "ns", that of kubectl's `-n`, and where the name is
 * distinctive every word that stands alone. A part of a path, of an image, of a longer word or of another host name
 * stays.
 */
export function findNamespaceTokens(text: string, words: NamespaceWords): readonly NamespaceToken[] {
  const { namespace } = words;
  const tokens: NamespaceToken[] = [];
  if (namespace === "") return tokens;
  for (let at = text.indexOf(namespace); at !== -1; at = text.indexOf(namespace, at + namespace.length)) {
    const end = at + namespace.length;
    if (isNamespace(text, at, end, words)) tokens.push({ start: at, end });
  }
  return tokens;
}

/** `<namespace>/<name>` by definition: https://cert-manager.io/docs/reference/annotations/ */
const injectionSource = /cert-manager\.io\/inject-ca-from(?:-secret)?: ["']?$/;

function isNamespace(
  text: string,
  start: number,
  end: number,
  { distinctive, objectNames, prefixedNames }: NamespaceWords,
): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const after = text.slice(end, end + 300);
  if (/[A-Za-z0-9_-]$/.test(before) || /^[A-Za-z0-9_-]/.test(after)) return false;
  if (before.endsWith(".") && /^\.svc(?![A-Za-z0-9-])/.test(after)) return true;
  const host = /(?<![A-Za-z0-9.-])([a-z0-9-]+)\.$/.exec(before)?.[1];
  if (host !== undefined && !/^\.[A-Za-z0-9]/.test(after)) return objectNames.has(host);
  if (/system:serviceaccounts?:$/.test(before)) return true;
  const suffix = /^:[A-Za-z0-9:._-]*/.exec(after)?.[0];
  if (suffix !== undefined && prefixedNames.has(text.slice(start, end) + suffix)) return false;
  if (!/(?:^|[\s=,:;"'`({[|])$/.test(before)) return false;
  const object = /^\/([A-Za-z0-9.-]+)(?![A-Za-z0-9.:/-])/.exec(after)?.[1];
  if (object !== undefined) return objectNames.has(object) || injectionSource.test(before);
  if (/^\.svc\.[a-z]/.test(after)) return true;
  if (!/^(?:$|[\s,:;"'`)}\]|])/.test(after)) return false;
  return distinctive || saysNamespace.test(before);
}

/** A key, a flag or a variable whose value is a namespace, or a list of them; then a flag in front of its value. */
const saysNamespace =
  /(?:namespaces?|(?<![A-Za-z0-9])ns)["']?\s*[:=]\s*["']?(?:[a-z0-9.-]+\s*,\s*)*$|(?:^|\s)(?:--namespace|-n)[\s=]["']?$/i;
