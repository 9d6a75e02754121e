// Charts pulled from a real registry: what Helm pushed, what we pushed, and what a registry may give instead.

import { readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { digestOf } from "../../src/archive/archive.ts";
import { findCredentials } from "../../src/publish/credentials.ts";
import { pullChart } from "../../src/publish/pull-chart.ts";
import type { RegistryAccess } from "../../src/publish/registry-client.ts";
import { parseChartReference } from "../../src/publish/registry-reference.ts";
import { call } from "../cli/called.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import {
  describeWithRegistry,
  needsPlainHttp,
  publish,
  type Registry,
  startRegistry,
} from "../support/registry.ts";
import { makeFolder, temporaryFolder } from "../support/temporary-folder.ts";

function writeChart(version: string, folder = temporaryFolder()): string {
  writeFiles(folder, {
    "tide/Chart.yaml": `apiVersion: v2\nname: tide\nversion: ${version}\nappVersion: v7\n`,
    "tide/templates/map.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: { name: tide }\n",
  });
  return join(folder, "tide");
}

/** As the options of the command line would have it. */
function accessTo(registry: Registry): RegistryAccess {
  const { certificateFile, credentialsFile } = registry;
  return {
    credentials: (host) => findCredentials(host, [credentialsFile], {}),
    connection: {
      environment: {},
      ...(certificateFile === undefined ? { plainHttp: true } : { ca: readFileSync(certificateFile) }),
    },
  };
}

describe("a reference", () => {
  const digest = `sha256:${"a".repeat(64)}`;
  test.each([
    ["oci://r.example.com/charts/tide", { repository: "charts/tide" }],
    ["oci://r.example.com/tide:1.0.0", { repository: "tide", version: "1.0.0" }],
    ["oci://r.example.com:5000/a/b/tide:1.0.0_build.7", { repository: "a/b/tide", version: "1.0.0+build.7" }],
    ["oci://r.example.com:5000/tide", { repository: "tide" }],
    [`oci://[::1]:5000/tide@${digest}`, { repository: "tide", digest }],
    [`oci://r.example.com/tide:1.0.0@${digest}`, { repository: "tide", version: "1.0.0", digest }],
  ])("%s is read", (text, expected) => {
    const host = text.slice("oci://".length).split("/")[0];
    expect(parseChartReference(text)).toEqual({ ok: true, chart: { host, ...expected } });
  });

  test.each([
    ["oci://r.example.com", "no name of a chart"],
    ["oci://r.example.com:5000", "no name of a chart"],
    ["oci://r.example.com/tide@sha256:12", '"sha256:12" in the place of a digest'],
    ["oci://r.example.com/Tide:1.0.0", '"Tide" in the path, which may have small letters'],
    ["oci:///tide", '"" in the place of a host'],
  ])("%s is refused", (text, found) => {
    expect(parseChartReference(text)).toMatchObject({
      ok: false,
      fault: { found: expect.stringContaining(found) },
    });
  });
});

describeWithRegistry("a registry", () => {
  describeWithEachHelm("what Helm pushed", (helm) => {
    const kinds: readonly { title: string; options: Parameters<typeof startRegistry>[0] & object }[] = [
      { title: "with TLS", options: {} },
      { title: "without TLS", options: { isPlain: true } },
      { title: "with tokens", options: { withTokens: true } },
    ];
    const reachable = kinds.filter(({ options }) => options.isPlain || !needsPlainHttp(helm));
    test.each(reachable)("is pulled by version, by digest and as the newest, $title", async ({ options }) => {
      const registry = await startRegistry(options);
      onTestFinished(() => registry.stop());
      for (const version of ["1.2.0", "1.10.0+build.7", "2.0.0-rc.1"])
        await publish(helm, registry, writeChart(version), "charts");
      const access = accessTo(registry);
      const reference = `oci://${registry.host}/charts/tide`;
      const { pulled, diagnostics } = await pullChart(reference, access);
      expect(diagnostics).toEqual([]);
      // The highest version that is no pre-release, as `helm pull` without --version.
      expect(pulled?.archive).toMatchObject({ name: "tide", version: "1.10.0+build.7" });
      expect(pulled?.reference).toBe(`${reference}:1.10.0_build.7`);
      const shown = await helm.run(["pull", reference, "-d", temporaryFolder(), ...registry.helmFlags]);
      expect(shown.stdout + shown.stderr).toContain(pulled?.digest);
      const byTag = await pullChart(`${reference}:2.0.0-rc.1`, access);
      expect(byTag.pulled?.archive.version).toBe("2.0.0-rc.1");
      const byDigest = await pullChart(`${reference}@${pulled?.digest}`, access);
      expect(byDigest.pulled?.archive.bytes).toEqual(pulled?.archive.bytes);
    });
  });

  describe("with a chart", () => {
    let registry: Registry;
    const folder = makeFolder();
    beforeAll(async () => {
      registry = await startRegistry();
      const pushed = await call(
        ["push", writeChart("1.0.0", folder), `oci://${registry.host}/charts`, ...registry.helmConnection],
        { folder, environment: { HELM_REGISTRY_CONFIG: registry.credentialsFile } },
      );
      expect(pushed).toMatchObject({ code: 0 });
    });
    afterAll(async () => {
      rmSync(folder, { recursive: true, force: true });
      await registry?.stop();
    });

    test.each([
      ["another version", ":9.0.0", "charts/tide:9.0.0 is not there."],
      ["another digest", `@sha256:${"0".repeat(64)}`, "is not there."],
      ["another name", "-and-time", "charts/tide-and-time is not there."],
    ])("is told where %s is wanted", async (_, end, message) => {
      const { pulled, diagnostics } = await pullChart(
        `oci://${registry.host}/charts/tide${end}`,
        accessTo(registry),
      );
      expect(pulled).toBeUndefined();
      expect(diagnostics).toMatchObject([
        { code: "publish/registry", message: expect.stringContaining(message) },
      ]);
    });

    test("gives nothing to who does not log in", async () => {
      const { connection } = accessTo(registry);
      const { diagnostics } = await pullChart(`oci://${registry.host}/charts/tide:1.0.0`, {
        connection,
        credentials: async () => undefined,
      });
      expect(diagnostics[0]?.hint).toContain(`helm registry login ${registry.host}`);
    });
  });
});

describe("a registry that answers otherwise", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value));
  const config = { mediaType: "application/vnd.cncf.helm.config.v1+json" };
  const chart = "application/vnd.cncf.helm.chart.content.v1.tar+gzip";

  /** A registry with these answers, by path below `/v2/tide/`; anything else is not there. */
  async function answering(answers: Readonly<Record<string, Buffer>>): Promise<string> {
    const server = createServer(({ url = "" }, response: ServerResponse) => {
      const body = answers[url.replace("/v2/tide/", "")];
      response.writeHead(body ? 200 : 404).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return `oci://127.0.0.1:${(server.address() as AddressInfo).port}/tide`;
  }
  const access: RegistryAccess = {
    credentials: async () => undefined,
    connection: { environment: {}, plainHttp: true },
  };

  test("with a manifest that is not of the digest", async () => {
    const digest = `sha256:${"1".repeat(64)}`;
    const reference = await answering({ [`manifests/${digest}`]: encode({ layers: [] }) });
    const { diagnostics } = await pullChart(`${reference}@${digest}`, access);
    expect(diagnostics).toMatchObject([
      {
        message: expect.stringMatching(/^The registry gives other bytes for the manifest of /),
        expected: digest,
      },
    ]);
  });

  test("with an archive that is not of the digest", async () => {
    const digest = `sha256:${digestOf(encode("a chart"))}`;
    const reference = await answering({
      "manifests/1.0.0": encode({ config, layers: [{ mediaType: chart, digest }] }),
      [`blobs/${digest}`]: encode("another chart"),
    });
    const { pulled, diagnostics } = await pullChart(`${reference}:1.0.0`, access);
    expect(pulled).toBeUndefined();
    expect(diagnostics).toMatchObject([
      { message: expect.stringContaining("other bytes for the archive"), expected: digest },
    ]);
  });

  test("with an archive that is no chart", async () => {
    const digest = `sha256:${digestOf(encode("no chart"))}`;
    const reference = await answering({
      "manifests/1.0.0": encode({ config, layers: [{ mediaType: chart, digest }] }),
      [`blobs/${digest}`]: encode("no chart"),
    });
    const { diagnostics } = await pullChart(`${reference}:1.0.0`, access);
    expect(diagnostics).toMatchObject([{ message: "It is no packaged chart." }]);
  });

  test.each([
    ["an image", { config: { mediaType: "application/vnd.oci.image.config.v1+json" }, layers: [{}] }],
    ["a list of images", { mediaType: "application/vnd.oci.image.index.v1+json", manifests: [] }],
    ["two charts", { config, layers: [{ mediaType: chart }, { mediaType: chart }] }],
  ])("with %s", async (_, manifest) => {
    const reference = await answering({ "manifests/1.0.0": encode(manifest) });
    const { diagnostics } = await pullChart(`${reference}:1.0.0`, access);
    expect(diagnostics).toMatchObject([
      { message: expect.stringMatching(/tide:1\.0\.0 is no Helm chart\.$/) },
    ]);
  });

  test.each([
    ["none", { tags: null }, "no tags"],
    ["a pre-release", { tags: ["1.0.0-rc.1", "latest"] }, "the tags 1.0.0-rc.1, latest"],
  ])("with %s of the versions that a reference without one means", async (_, tags, found) => {
    const reference = await answering({ "tags/list": encode(tags) });
    const { diagnostics } = await pullChart(reference, access);
    expect(diagnostics).toMatchObject([{ found, hint: `Name one: ${reference}:VERSION` }]);
  });
});
