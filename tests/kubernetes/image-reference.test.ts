import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  formatImageReference,
  type ImageReference,
  looksLikeImage,
  parseImageReference,
} from "../../src/kubernetes/image-reference.ts";

const digest = `sha256:${"0123456789abcdef".repeat(4)}`;
const image = (registry: string, repository: string, tag = "", digestOf = ""): ImageReference => ({
  registry,
  repository,
  tag,
  digest: digestOf,
});

describe("an image reference", () => {
  // https://pkg.go.dev/github.com/distribution/reference: what docker.io implies is not written out.
  test.each([
    { text: "nginx", parts: image("", "nginx") },
    { text: "nginx:1.27", parts: image("", "nginx", "1.27") },
    { text: "library/nginx", parts: image("", "library/nginx") },
    { text: "team/app:v1", parts: image("", "team/app", "v1") },
    { text: "docker.io/library/nginx:1", parts: image("docker.io", "library/nginx", "1") },
    { text: "quay.io/team/app:v1.2.3", parts: image("quay.io", "team/app", "v1.2.3") },
    { text: "localhost/app", parts: image("localhost", "app") },
    { text: "localhost:5000/app", parts: image("localhost:5000", "app") },
    { text: "registry.local:5000/team/app", parts: image("registry.local:5000", "team/app") },
    { text: "registry.local:5000/team/app:1", parts: image("registry.local:5000", "team/app", "1") },
    { text: "10.0.0.1:5000/a/b/c:x", parts: image("10.0.0.1:5000", "a/b/c", "x") },
    { text: `quay.io/team/app@${digest}`, parts: image("quay.io", "team/app", "", digest) },
    { text: `quay.io/team/app:v1@${digest}`, parts: image("quay.io", "team/app", "v1", digest) },
    { text: `r.io:443/app@${digest}`, parts: image("r.io:443", "app", "", digest) },
    { text: "app:20240501", parts: image("", "app", "20240501") },
    { text: "gcr.io/a_b/c__d/e-f--g:T.a_g-1", parts: image("gcr.io", "a_b/c__d/e-f--g", "T.a_g-1") },
    { text: "", parts: undefined },
    { text: "${IMAGE}", parts: undefined },
    { text: "quay.io/team/app:${TAG}", parts: undefined },
    { text: "ko://example.org/cmd", parts: undefined },
    { text: "Quay.io/Team/App", parts: undefined },
    { text: "quay.io/team/app:", parts: undefined },
    { text: "quay.io/team/app@sha256:short", parts: undefined },
    { text: "quay.io//app", parts: undefined },
    { text: "a b", parts: undefined },
    { text: "https://quay.io/app", parts: undefined },
  ])("$text", ({ text, parts }) => {
    expect(parseImageReference(text)).toEqual(parts);
  });

  test("is the same text again, whatever its parts", () => {
    const part = fc.stringMatching(/^[a-z0-9]{1,5}([._-][a-z0-9]{1,5})?$/);
    const reference = fc.record({
      registry: fc.constantFrom("", "quay.io", "localhost", "localhost:5000", "r.example.org:443"),
      repository: fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
      tag: fc.oneof(fc.constant(""), fc.stringMatching(/^[A-Za-z0-9_][A-Za-z0-9_.-]{0,9}$/)),
      digest: fc.constantFrom("", digest),
    });
    fc.assert(
      fc.property(reference, (parts) => {
        const text = formatImageReference(parts);
        const parsed = parseImageReference(text);
        expect(parsed && formatImageReference(parsed)).toBe(text);
        // Without a registry a first part with a dot is one: docker's own rule.
        if (parts.registry !== "" || !/[.]/.test(parts.repository.split("/")[0] ?? "")) {
          expect(parsed).toEqual(parts);
        }
      }),
    );
  });
});

describe("text outside an image field is surely an image", () => {
  test.each([
    { text: "quay.io/team/app:v1", sure: true },
    { text: `quay.io/team/app@${digest}`, sure: true },
    { text: "localhost:5000/app:v1", sure: true },
    { text: "quay.io/team/app", sure: false },
    { text: "team/app:v1", sure: false },
    { text: "nginx:1", sure: false },
    { text: "example.org:8080", sure: false },
    { text: "10.0.0.1/24", sure: false },
    { text: "", sure: false },
  ])("$text: $sure", ({ text, sure }) => {
    expect(looksLikeImage(text)).toBe(sure);
  });
});
