// `chartwright push` to a real registry, and Helm pulling what it left there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Called, call } from "../cli/called.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { describeWithRegistry, needsPlainHttp, type Registry, startRegistry } from "../support/registry.ts";
import { type Answer, startInFrontOf } from "../support/registry-front.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A small chart, packaged with a file beside it that stands for its provenance. */
async function packagedChart(version: string, word = "one"): Promise<{ folder: string; archive: string }> {
  const folder = temporaryFolder();
  writeFiles(folder, {
    "tide/Chart.yaml": `apiVersion: v2\nname: tide\nversion: ${version}\ndescription: Ebb & flood\nannotations: { word: ${word} }\n`,
    "tide/templates/map.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: tide }\ndata: { word: ${word} }\n`,
  });
  expect(await call(["package", "tide"], { folder })).toMatchObject({ code: 0 });
  return { folder, archive: `tide-${version}.tgz` };
}

/** Pushes with the login that `helm registry login` would have left. */
function push(registry: Registry, folder: string, ...args: readonly string[]): Promise<Called> {
  return call(["push", ...args, ...registry.helmConnection], {
    folder,
    environment: { HELM_REGISTRY_CONFIG: registry.credentialsFile, HOME: folder },
  });
}

interface Kind {
  readonly title: string;
  readonly options: NonNullable<Parameters<typeof startRegistry>[0]>;
}

const kinds: readonly Kind[] = [
  { title: "with a password and TLS", options: {} },
  { title: "with a password, without TLS", options: { isPlain: true } },
  { title: "with tokens and TLS", options: { withTokens: true } },
];

/** A registry for the tests of a suite. */
function useRegistry(options: Kind["options"]): () => Registry {
  let registry: Registry | undefined;
  beforeAll(async () => {
    registry = await startRegistry(options);
  });
  afterAll(() => registry?.stop());
  return () => {
    if (!registry) throw new Error("the registry is not started yet");
    return registry;
  };
}

describeWithRegistry("a registry", () => {
  describeWithEachHelm("what was pushed", (helm) => {
    // Helm 3.17 takes everything on loopback for plain HTTP.
    const reachable = kinds.filter(({ options }) => options.isPlain || !needsPlainHttp(helm));
    describe.each(reachable)("$title", ({ options }) => {
      const registry = useRegistry(options);
      test("pulls the same bytes, and renders from there", async () => {
        const version = `1.${helm.major}.0+build.7`;
        const { folder, archive } = await packagedChart(version);
        writeFileSync(join(folder, `${archive}.prov`), "a provenance file\n");
        const pushed = await push(registry(), folder, archive, `oci://${registry().host}/charts/north`);
        expect(pushed).toMatchObject({ code: 0, stderr: "" });
        const tag = version.replace("+", "_");
        expect(pushed.stdout).toMatch(
          new RegExp(`^Pushed: ${registry().host}/charts/north/tide:${tag}\nDigest: sha256:[0-9a-f]{64}\n$`),
        );
        const into = temporaryFolder();
        const reference = `oci://${registry().host}/charts/north/tide`;
        const pulled = await helm.run([
          "pull",
          reference,
          "--version",
          version,
          "--prov",
          "-d",
          into,
          ...registry().helmFlags,
        ]);
        expect(pulled).toMatchObject({ status: 0 });
        // Helm prints the digest, which has to be ours.
        expect(pulled.stdout + pulled.stderr).toContain(/Digest: (\S+)/.exec(pushed.stdout)?.[1]);
        for (const file of [archive, `${archive}.prov`]) {
          expect(readFileSync(join(into, file)).equals(readFileSync(join(folder, file))), file).toBe(true);
        }
        const rendered = await helm.template(["r", reference, "--version", version, ...registry().helmFlags]);
        expect(rendered.stdout).toContain("word: one");
      });
    });
  });

  describe.each(kinds)("$title", ({ options }) => {
    const registry = useRegistry(options);
    const path = () => `oci://${registry().host}/charts/north`;
    test("has it already the second time, and never other content under one tag", async () => {
      const { folder, archive } = await packagedChart("2.0.0");
      const first = await push(registry(), folder, archive, path());
      const again = await push(registry(), folder, archive, path());
      expect(again).toMatchObject({ code: 0, stdout: first.stdout.replace("Pushed", "Already there") });
      const other = await packagedChart("2.0.0", "two");
      const refused = await push(registry(), other.folder, other.archive, path());
      expect(refused).toMatchObject({ code: 2, stdout: "" });
      expect(refused.stderr).toContain("charts/north/tide:2.0.0 is published already, with other content.");
      expect(await push(registry(), folder, archive, path())).toMatchObject({ stdout: again.stdout });
      const moved = await push(registry(), other.folder, other.archive, path(), "--overwrite", "--json");
      expect(JSON.parse(moved.stdout)).toMatchObject([{ name: "tide", version: "2.0.0", wasThere: false }]);
    });

    test("takes no one without credentials, or with wrong ones", async () => {
      const { folder, archive } = await packagedChart("3.0.0");
      const environment = { HOME: folder };
      const args = ["push", archive, path(), ...registry().helmConnection];
      const unknown = await call(args, { folder, environment });
      expect(unknown).toMatchObject({ code: 2, stdout: "" });
      expect(unknown.stderr).toContain(`helm registry login ${registry().host}`);
      const wrong = await call([...args, "--username", registry().user, "--password-stdin"], {
        folder,
        environment,
        stdin: "high-tide\n",
      });
      expect(wrong).toMatchObject({ code: 2, stdout: "" });
      expect(wrong.stderr).toMatch(/status 401|gives no token/);
      const right = await call([...args, "--username", registry().user, "--password-stdin"], {
        folder,
        environment,
        stdin: `${registry().password}\n`,
      });
      expect(right).toMatchObject({ code: 0 });
    });
  });

  test("that is not trusted, or speaks another protocol, is told", async () => {
    const registry = await startRegistry();
    onTestFinished(() => registry.stop());
    const { folder, archive } = await packagedChart("1.0.0");
    const args = ["push", archive, `oci://${registry.host}/charts`];
    const untrusted = await call(args, { folder });
    expect(untrusted).toMatchObject({ code: 2, stdout: "" });
    expect(untrusted.stderr).toContain(`${registry.host} does not answer.`);
    expect(untrusted.stderr).toContain("--ca-file");
    const insecure = await call([...args, "--insecure-skip-tls-verify"], { folder });
    expect(insecure.stderr).toContain("wants to know who you are");
    expect(await call([...args, "--plain-http"], { folder })).toMatchObject({ code: 2, stdout: "" });
  });

  describe("behind something that fails", () => {
    let registry: Registry;
    beforeAll(async () => {
      registry = await startRegistry({ isPlain: true });
    });
    afterAll(() => registry?.stop());

    const inFront = (answer: Answer) => startInFrontOf(registry, answer);
    const pushTo = async (host: string, version: string): Promise<Called> => {
      const { folder, archive } = await packagedChart(version);
      const args = [
        "push",
        archive,
        `oci://${host}/charts`,
        "--plain-http",
        "--username",
        registry.user,
        "--password-stdin",
      ];
      return call(args, { folder, environment: { HOME: folder }, stdin: registry.password });
    };

    test("for a while: it is asked again", async () => {
      const refusals = [503, 429, 500, 502];
      const seen: string[] = [];
      const host = await inFront((asked, response) => {
        seen.push(`${asked.method} ${asked.url}`);
        // Every second request is refused, until all refusals are used up.
        const status = seen.length % 2 === 0 ? refusals.shift() : undefined;
        if (status === undefined) return false;
        response.writeHead(status, { "retry-after": "0" }).end();
        return true;
      });
      expect(await pushTo(host, "1.0.0")).toMatchObject({ code: 0, stderr: "" });
      expect(refusals).toEqual([]);
    });

    test("always: it is given up, and nothing is called pushed", async () => {
      const host = await inFront((_, response) => {
        response.writeHead(503, { "retry-after": "0" }).end("out of tide");
        return true;
      });
      const called = await pushTo(host, "1.0.1");
      expect(called).toMatchObject({ code: 2, stdout: "" });
      expect(called.stderr).toContain("status 503: out of tide");
    }, 60_000);

    test("at the upload: the tag is not there", async () => {
      const host = await inFront((asked, response) => {
        if (asked.method !== "PUT" || asked.url?.includes("/manifests/")) return false;
        response.writeHead(400).end("no room");
        return true;
      });
      expect(await pushTo(host, "1.0.2")).toMatchObject({ code: 2, stdout: "" });
      expect(await pushTo(registry.host, "1.0.2")).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("Pushed: "),
      });
    });

    test("with a redirect to another host: that one is told no password", async () => {
      const authorizations: (string | undefined)[] = [];
      const other = await inFront((asked, response) => {
        authorizations.push(asked.headers.authorization);
        response.writeHead(404).end();
        return true;
      });
      const host = await inFront((asked, response) => {
        const isLookup = asked.method === "GET" && asked.headers.authorization !== undefined;
        if (!isLookup) return false;
        response.writeHead(307, { location: `http://${other}${asked.url}` }).end();
        return true;
      });
      expect(await pushTo(host, "1.0.3")).toMatchObject({ code: 0 });
      expect(authorizations).toEqual([undefined]);
    });
  });
});
