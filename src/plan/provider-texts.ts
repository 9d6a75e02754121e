// What ConfigMaps and Secrets hold, as plain text by key.
import { namespaceWordsOf } from "../classify/namespace-words.ts";
import type { Operator } from "../classify/operator.ts";
import { objectField } from "../kubernetes/object.ts";
import { findNamespaceTokens } from "../kubernetes/own-namespace.ts";
import type { Manifest } from "../parse/manifest.ts";
import type { ProjectProviders } from "../project/providers.ts";
import type { ProviderTexts } from "./providers.ts";

/** What the overlay of a provider holds of its settings and secrets; the provider's own name goes without saying. */
export function overlayTexts(
  operator: Operator,
  provider: string,
  { configMap, secret, variable }: ProjectProviders,
): ProviderTexts {
  const find = (kind: string, name: string | undefined) =>
    operator.manifests.find(({ object, reference }) => object.kind === kind && reference.name === name);
  const [settings, secrets] = [find("ConfigMap", configMap), find("Secret", secret)];
  const isName = ([key, text]: readonly [string, string]) => key === variable && text === provider;
  const own = Object.entries(settings ? textsIn(settings) : {}).filter((entry) => !isName(entry));
  return {
    settings: Object.fromEntries(own),
    secrets: secrets ? secretTextsIn(secrets) : {},
    namespaces: namespacesIn(own, operator),
  };
}

/** Where texts name the own namespace; only those that do. */
export function namespacesIn(
  texts: readonly (readonly [key: string, text: string])[],
  operator: Operator,
): ProviderTexts["namespaces"] {
  const words = namespaceWordsOf(operator);
  if (!words) return {};
  const found = texts.flatMap(([key, text]) => {
    // The key in front of a text says what a word in it means.
    const lead = `${key}: `;
    const tokens = findNamespaceTokens(lead + text, words).filter(({ start }) => start >= lead.length);
    const shifted = tokens.map(({ start, end }) => ({ start: start - lead.length, end: end - lead.length }));
    return shifted.length === 0 ? [] : [[key, shifted] as const];
  });
  return Object.fromEntries(found);
}

/** What a ConfigMap holds. */
export function textsIn({ object }: Manifest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectField(object, "data")).map(([key, text]) => [key, String(text ?? "")]),
  );
}

/** What a Secret holds, decoded. */
export function secretTextsIn({ object }: Manifest): Readonly<Record<string, string>> {
  const encoded = Object.entries(objectField(object, "data"));
  const plain = Object.entries(objectField(object, "stringData"));
  return Object.fromEntries([
    ...encoded.map(([key, text]) => [key, decodeBase64(String(text ?? ""))]),
    ...plain.map(([key, text]) => [key, String(text ?? "")]),
  ]);
}

/** Line breaks inside are allowed: https://pkg.go.dev/encoding/base64#Encoding.DecodeString */
function decodeBase64(text: string): string {
  const bytes = Uint8Array.from(atob(text.replace(/[\r\n]/g, "")), (character) => character.charCodeAt(0));
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

/** Text in the canonical form of base64, as a Secret holds it. */
export function encodeBase64(held: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(held)));
}
