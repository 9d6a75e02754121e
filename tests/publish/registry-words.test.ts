// The words of registries: where a chart is, what its tag is, and what a 401 asks for.
import { expect, test } from "vitest";
import { parseChallenge } from "../../src/publish/challenge.ts";
import { parseRegistryFolder, repositoryOf, tagOf } from "../../src/publish/registry-reference.ts";

test.each([
  ["oci://registry.example.com/charts", "registry.example.com", "charts"],
  ["oci://localhost:5000/a/b-c/d__e/", "localhost:5000", "a/b-c/d__e"],
  ["oci://127.0.0.1:5000", "127.0.0.1:5000", ""],
  ["oci://[::1]:5000/charts", "[::1]:5000", "charts"],
])("%s is a place", (text, host, path) => {
  expect(parseRegistryFolder(text)).toEqual({ ok: true, folder: { host, path } });
});

test.each([
  ["registry.example.com/charts", "no oci:// in front"],
  ["https://registry.example.com/charts", "no oci:// in front"],
  ["oci:///charts", "in the place of a host"],
  ["oci://user@host/charts", "in the place of a host"],
  ["oci://host/Charts", '"Charts" in the path'],
  ["oci://host/a//b", '"" in the path'],
  ["oci://host/charts/../x", '".." in the path'],
  ["oci://host/charts/tide:1.0.0", '"tide:1.0.0" in the path'],
])("%s is none", (text, words) => {
  expect(parseRegistryFolder(text)).toMatchObject({
    ok: false,
    fault: { found: expect.stringContaining(words) },
  });
});

test("a repository is the chart's name below the place", () => {
  const folder = { host: "h", path: "charts" };
  expect(repositoryOf(folder, "tide")).toEqual({ ok: true, repository: "charts/tide" });
  expect(repositoryOf({ host: "h", path: "" }, "tide")).toEqual({ ok: true, repository: "tide" });
  expect(repositoryOf(folder, "Tide")).toMatchObject({ ok: false });
});

test("a tag has no plus", () => {
  expect(tagOf("1.0.0+build.7")).toEqual({ ok: true, tag: "1.0.0_build.7" });
  expect(tagOf("1".repeat(129))).toMatchObject({ ok: false });
});

test.each([
  [
    'Bearer realm="https://auth.example.com/token",service="r",scope="repository:a:pull"',
    "bearer",
    "https://auth.example.com/token",
    "r",
  ],
  ['BASIC realm="a \\"quoted\\" place"', "basic", 'a "quoted" place', ""],
  ["Basic realm=plain, charset=utf-8", "basic", "plain", ""],
  ["", "", "", ""],
])("%s", (header, scheme, realm, service) => {
  expect(parseChallenge(header)).toEqual({ scheme, realm, service });
});
