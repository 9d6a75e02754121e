import { describe, expect, test } from "vitest";
import { findNamespaceTokens } from "../../src/kubernetes/own-namespace.ts";

/** The text with each token of the namespace in angle brackets. */
function marked(text: string, distinctive: boolean): string {
  const objectNames = new Set(["ferry-manager", "ferry-webhook", "serving-cert"]);
  let result = "";
  let at = 0;
  for (const { start, end } of findNamespaceTokens(text, {
    namespace: "quay-side",
    distinctive,
    objectNames,
    prefixedNames: new Set(["quay-side:crew"]),
  })) {
    result += `${text.slice(at, start)}<${text.slice(start, end)}>`;
    at = end;
  }
  return result + text.slice(at);
}

describe("the own namespace in a text is told", () => {
  test.each([
    { name: "by the key that holds it", text: "namespace: quay-side", marks: "namespace: <quay-side>" },
    {
      name: "by a key that ends in namespace",
      text: "watchNamespace: 'quay-side'",
      marks: "watchNamespace: '<quay-side>'",
    },
    {
      name: "by a JSON key",
      text: '{"resourceNamespace": "quay-side"}',
      marks: '{"resourceNamespace": "<quay-side>"}',
    },
    {
      name: "by a flag",
      text: "--leader-election-namespace=quay-side",
      marks: "--leader-election-namespace=<quay-side>",
    },
    {
      name: "by a flag with a list, its own entry only",
      text: "--watch-namespaces=pier,quay-side,dock",
      marks: "--watch-namespaces=pier,<quay-side>,dock",
    },
    {
      name: "by the word ns",
      text: "--ns=quay-side POD_NS: quay-side",
      marks: "--ns=<quay-side> POD_NS: <quay-side>",
    },
    {
      name: "by kubectl's flags in a script",
      text: "kubectl -n quay-side get pods --namespace quay-side",
      marks: "kubectl -n <quay-side> get pods --namespace <quay-side>",
    },
    { name: "by a variable", text: "WATCH_NAMESPACE=quay-side", marks: "WATCH_NAMESPACE=<quay-side>" },
    {
      name: "by the service in front and .svc behind",
      text: "https://any.quay-side.svc:443/x",
      marks: "https://any.<quay-side>.svc:443/x",
    },
    {
      name: "by .svc behind a leading dot",
      text: "10.0.0.0/8,.quay-side.svc,.svc",
      marks: "10.0.0.0/8,.<quay-side>.svc,.svc",
    },
    {
      name: "in the full name of a service",
      text: "any.quay-side.svc.cluster.local",
      marks: "any.<quay-side>.svc.cluster.local",
    },
    {
      name: "by an object of the operator in front",
      text: "http://ferry-webhook.quay-side:8080/",
      marks: "http://ferry-webhook.<quay-side>:8080/",
    },
    {
      name: "by the user name of an account",
      text: "system:serviceaccount:quay-side:ferry",
      marks: "system:serviceaccount:<quay-side>:ferry",
    },
    {
      name: "by the group of all its accounts",
      text: "system:serviceaccounts:quay-side",
      marks: "system:serviceaccounts:<quay-side>",
    },
    {
      name: "by an object of the operator behind a slash",
      text: "a: quay-side/ferry-manager",
      marks: "a: <quay-side>/ferry-manager",
    },
    {
      name: "by cert-manager's annotation for a certificate",
      text: "cert-manager.io/inject-ca-from: quay-side/serving-cert",
      marks: "cert-manager.io/inject-ca-from: <quay-side>/serving-cert",
    },
    {
      name: "by cert-manager's annotation for a Secret, which no source holds",
      text: 'cert-manager.io/inject-ca-from-secret: "quay-side/made-later"',
      marks: 'cert-manager.io/inject-ca-from-secret: "<quay-side>/made-later"',
    },
    {
      name: "by the user of an account, whatever roles are called",
      text: "system:serviceaccount:quay-side:crew",
      marks: "system:serviceaccount:<quay-side>:crew",
    },
    {
      name: "more than once",
      text: "any.quay-side.svc and system:serviceaccount:quay-side:a",
      marks: "any.<quay-side>.svc and system:serviceaccount:<quay-side>:a",
    },
  ])("$name", ({ text, marks }) => {
    expect(marked(text, false)).toBe(marks);
    expect(marked(text, true)).toBe(marks);
  });
});

describe("what only looks like the own namespace stays", () => {
  test.each([
    { name: "a longer word behind", text: "namespace: quay-sides" },
    { name: "a longer word in front", text: "namespace: old-quay-side" },
    { name: "a longer word with an underscore", text: "quay-side_2" },
    { name: "a part of a path", text: "/etc/quay-side/config.yaml" },
    { name: "a part of a path, in front", text: "quay-side/config.yaml" },
    { name: "a part of an image", text: "example.org/quay-side/ferry:v1" },
    { name: "an image's own name", text: "example.org/quay-side:v1" },
    { name: "a part of another host name", text: "docs.quay-side.example.org" },
    { name: "a host name without an object of the operator", text: "unknown.quay-side:80" },
    { name: "the first part of a label's key", text: "quay-side.example.org/name: x" },
    { name: "an object in no list of ours", text: "quay-side/stranger" },
    { name: "an image of several parts", text: "quay-side/ferry-manager:v1" },
    { name: "a service called like it", text: "quay-side.pier.svc" },
    { name: "a word with .svc in its name", text: "any.quay-side.svcs" },
    { name: "the beginning of a role's name", text: "quay-side:crew" },
    {
      name: "the beginning of a role's name in a longer text",
      text: "the roles quay-side:crew, quay-side:crew",
    },
  ])("$name", ({ text }) => {
    expect(marked(text, true)).toBe(text);
    expect(marked(text, false)).toBe(text);
  });
});

describe("a word that stands alone means the namespace only where nothing else has its name", () => {
  test.each([
    { name: "a whole text", text: "quay-side", marks: "<quay-side>" },
    { name: "a word of a list", text: "pier, quay-side, dock", marks: "pier, <quay-side>, dock" },
    {
      name: "a quoted word",
      text: 'in "quay-side" and `quay-side`',
      marks: 'in "<quay-side>" and `<quay-side>`',
    },
    {
      name: "a flag without the word namespace",
      text: "--watch=quay-side,harbour",
      marks: "--watch=<quay-side>,harbour",
    },
  ])("$name", ({ text, marks }) => {
    expect(marked(text, true)).toBe(marks);
    expect(marked(text, false)).toBe(text);
  });
});

test("an empty namespace is nowhere", () => {
  const words = {
    namespace: "",
    distinctive: true,
    objectNames: new Set<string>(),
    prefixedNames: new Set<string>(),
  };
  expect(findNamespaceTokens("a b", words)).toEqual([]);
});
