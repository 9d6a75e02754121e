// Where text names the operator's own namespace: by field where the field says so, else by token, never by
// substring.

/** A place of the namespace in a text, as offsets. */
export interface NamespaceToken {
  readonly start: number;
  readonly end: number;
}

/**
 * The tokens of `namespace` in `text` that can only mean the namespace: `service.<namespace>.svc`,
 * `system:serviceaccount:<namespace>:name`, a key or flag that ends in "namespace", and where the namespace is
 * `distinctive` (nothing else of the operator has its name) every word that stands alone. A part of a path, of
 * a longer word or of a host name stays.
 */
export function findNamespaceTokens(
  text: string,
  namespace: string,
  distinctive: boolean,
): readonly NamespaceToken[] {
  if (!text.includes(namespace)) return [];
  const tokens: NamespaceToken[] = [];
  for (let at = text.indexOf(namespace); at !== -1; at = text.indexOf(namespace, at + namespace.length)) {
    const end = at + namespace.length;
    if (isNamespace(text, at, end, distinctive)) tokens.push({ start: at, end });
  }
  return tokens;
}

function isNamespace(text: string, start: number, end: number, distinctive: boolean): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const after = text.slice(end, end + 200);
  if (/[A-Za-z0-9_-]$/.test(before) || /^[A-Za-z0-9_-]/.test(after)) return false;
  if (before.endsWith(".") && /^\.svc(?![A-Za-z0-9-])/.test(after)) return true;
  if (/system:serviceaccounts?:$/.test(before)) return true;
  const standsAlone =
    /(?:^|[\s=,:;"'`({[|])$/.test(before) && /^(?:$|[\s,:;"'`)}\]|]|\/[A-Za-z0-9])/.test(after);
  if (!standsAlone) return false;
  return distinctive || /namespaces?["']?\s*[:=]\s*["']?(?:[a-z0-9.-]+\s*,\s*)*$/i.test(before);
}
