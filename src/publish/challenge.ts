// The header WWW-Authenticate (RFC 9110, section 11.6.1): which way of authentication a registry asks for.

/** A challenge; what it does not say is "". */
export interface Challenge {
  /** In small letters: `bearer`, `basic`. */
  readonly scheme: string;
  readonly realm: string;
  readonly service: string;
}

/** Reads the first challenge of the header. */
export function parseChallenge(header: string): Challenge {
  const scheme = /^\s*([\w-]+)/.exec(header)?.[1] ?? "";
  const parameters = new Map<string, string>();
  // A value is a token or a quoted text, in which a backslash stands before what is meant as it is.
  const pattern = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;
  for (const [, name = "", quoted, token = ""] of header.matchAll(pattern)) {
    const value = quoted === undefined ? token : quoted.replace(/\\(.)/g, "$1");
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  const said = (name: string) => parameters.get(name) ?? "";
  return { scheme: scheme.toLowerCase(), realm: said("realm"), service: said("service") };
}
