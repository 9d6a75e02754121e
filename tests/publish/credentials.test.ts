// Who we are to a registry: from the files of Helm and Docker, and from credential helpers that are real programs.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { configFiles, findCredentials } from "../../src/publish/credentials.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const host = "registry.example.com:5000";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const basic = { kind: "basic", username: "tide", password: "a:b" };

/** A home folder with configurations, and helpers by the words that they print. */
function home(files: Readonly<Record<string, string>>, helpers: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  mkdirSync(join(folder, "bin"));
  for (const [name, script] of Object.entries(helpers)) {
    writeFileSync(join(folder, "bin", `docker-credential-${name}`), `#!/bin/sh\n${script}\n`, {
      mode: 0o755,
    });
  }
  return { HOME: folder, PATH: `${join(folder, "bin")}:/usr/bin:/bin` };
}

const helm = ".config/helm/registry/config.json";
const docker = ".docker/config.json";
const auths = (entry: object, key = host) => JSON.stringify({ auths: { [key]: entry } });
const find = (environment: Record<string, string>) =>
  findCredentials(host, configFiles(environment), environment);

test.each([
  ["nothing at all", {}, undefined],
  ["what helm registry login leaves", { [helm]: auths({ auth: base64("tide:a:b") }) }, basic],
  ["what docker login leaves", { [docker]: auths({ auth: base64("tide:a:b") }) }, basic],
  [
    "an address in place of a host",
    { [docker]: auths({ auth: base64("tide:a:b") }, `https://${host}/v2/`) },
    basic,
  ],
  ["user and password apart", { [docker]: auths({ username: "tide", password: "a:b" }) }, basic],
  ["an identity token", { [docker]: auths({ identitytoken: "t" }) }, { kind: "refresh-token", token: "t" }],
  [
    "Helm's before Docker's",
    { [helm]: auths({ auth: base64("tide:a:b") }), [docker]: auths({ auth: base64("other:c") }) },
    basic,
  ],
  [
    "another port of the host",
    { [docker]: auths({ auth: base64("tide:a:b") }, "registry.example.com") },
    undefined,
  ],
  [
    "a host that only begins so",
    { [docker]: auths({ auth: base64("tide:a:b") }, `${host}.evil.example`) },
    undefined,
  ],
  ["an empty entry, as beside a helper", { [docker]: auths({}) }, undefined],
])("%s", async (_, files, expected) => {
  expect(await find(home(files))).toEqual(expected);
});

test("a helper of the host is asked with the host on its input", async () => {
  const config = JSON.stringify({ credHelpers: { [host]: "tide" }, credsStore: "other" });
  const environment = home(
    { [docker]: config },
    { tide: `[ "$1" = get ] && [ "$(cat)" = "${host}" ] && echo '{"Username":"tide","Secret":"a:b"}'` },
  );
  expect(await find(environment)).toEqual(basic);
});

test("the helper of all hosts may answer with a token, or with nothing, and then the entry counts", async () => {
  const config = JSON.stringify({ credsStore: "tide", auths: { [host]: { auth: base64("tide:a:b") } } });
  const token = home({ [docker]: config }, { tide: `echo '{"Username":"<token>","Secret":"t"}'` });
  expect(await find(token)).toEqual({ kind: "refresh-token", token: "t" });
  const unknown = home(
    { [docker]: config },
    { tide: "echo credentials not found in native keychain; exit 1" },
  );
  expect(await find(unknown)).toEqual(basic);
});

test.each([
  ["no JSON", { [helm]: "{" }, {}, 'config.json" is no JSON object'],
  [
    "an auth that is none",
    { [docker]: auths({ auth: base64("nothing") }) },
    {},
    "not user:password in Base64",
  ],
  [
    "a helper that is not there",
    { [docker]: JSON.stringify({ credsStore: "gone" }) },
    {},
    "docker-credential-gone",
  ],
  [
    "a helper with a path",
    { [docker]: JSON.stringify({ credsStore: "../tide" }) },
    {},
    "no name of a credential helper",
  ],
  [
    "a helper that fails",
    { [docker]: JSON.stringify({ credsStore: "tide" }) },
    { tide: "echo locked; exit 3" },
    "locked",
  ],
])("%s is an error that names it", async (_, files, helpers, words) => {
  await expect(find(home(files, helpers))).rejects.toThrow(words);
});

test("the variables of Helm and Docker say where the files are", () => {
  expect(configFiles({ HOME: "/h", HELM_REGISTRY_CONFIG: "/r.json", DOCKER_CONFIG: "/d" })).toEqual([
    "/r.json",
    "/d/config.json",
  ]);
  expect(configFiles({ HOME: "/h", HELM_CONFIG_HOME: "/c" })[0]).toBe("/c/registry/config.json");
  expect(configFiles({ HOME: "/h" }, "/given.json")[0]).toBe("/given.json");
});
