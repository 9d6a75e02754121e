// The project files of the package against their real addresses: through a proxy, with TLS, to a server that stands for
// those hosts. The whole process, as users run it.
import { expect, test } from "vitest";
import { customResource, operator } from "../cli/small-operator.ts";
import { runCli } from "../support/cli.ts";
import { readFiles } from "../support/folder-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { webOfHosts } from "../support/web-of-hosts.ts";

const hosts = ["github.com", "release-assets.githubusercontent.com"];
const contents: Readonly<Record<string, string>> = {
  "kubevirt-operator.yaml": operator,
  "kubevirt-cr.yaml": customResource,
};

test("the sources of KubeVirt are downloaded from where it publishes them", async () => {
  const asked: string[] = [];
  const web = await webOfHosts(hosts, (request, response) => {
    const { host = "" } = request.headers;
    const path = request.url ?? "";
    asked.push(`${host}${path}`);
    const file = path.slice(path.lastIndexOf("/") + 1);
    // As GitHub does it: the address of a release leads to a store.
    if (host === "github.com") {
      response
        .writeHead(302, { location: `https://release-assets.githubusercontent.com/store/${file}` })
        .end();
    } else if (asked.filter((one) => one === `${host}${path}`).length === 1) {
      response.writeHead(503, { "retry-after": "0" }).end();
    } else response.end(contents[file]);
  });
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const run = (...argv: readonly string[]) =>
    runCli(argv, { cwd: folder, env: { ...web.environment, HOME: home, XDG_CACHE_HOME: home } });
  expect(await run("init", "repository", "kubevirt")).toMatchObject({ status: 0 });
  const pinned = await run("update", "--pin");
  expect(pinned).toMatchObject({ status: 0, stderr: "" });
  const releases = "github.com/kubevirt/kubevirt/releases/download/v1.9.0";
  expect(asked).toContain(`${releases}/kubevirt-operator.yaml`);
  expect(asked).toContain(`${releases}/kubevirt-cr.yaml`);
  expect(new Set(web.connected)).toEqual(new Set(hosts.map((host) => `${host}:443`)));
  expect(readFiles(folder)["kubevirt/chartwright.lock"]).toContain(
    `url: https://${releases}/kubevirt-cr.yaml\n`,
  );
  const before = asked.length;
  expect(await run("build")).toMatchObject({ status: 0, stderr: "" });
  expect(asked.length).toBe(before);
});

test("a server whose certificate nobody vouches for is not believed, nor one that leads away from TLS", async () => {
  const web = await webOfHosts(hosts, (_, response) => {
    response.writeHead(302, { location: "http://github.com/kubevirt-operator.yaml" }).end();
  });
  const [folder, home] = [temporaryFolder(), temporaryFolder()];
  const run = (environment: Readonly<Record<string, string>>) =>
    runCli(["update", "--pin"], { cwd: folder, env: { ...environment, HOME: home, XDG_CACHE_HOME: home } });
  await runCli(["init", "repository", "kubevirt"], { cwd: folder });
  const away = await run(web.environment);
  expect(away.status).toBe(2);
  expect(away.stderr).toContain("found:    a redirect to http://github.com/kubevirt-operator.yaml\n");
  const unknown = await run({ ...web.environment, NODE_EXTRA_CA_CERTS: "" });
  expect(unknown.status).toBe(2);
  // Node 24 goes on with advice of its own.
  expect(unknown.stderr).toMatch(/^ {2}found: {4}self-signed certificate(;.*)?$/m);
  expect(unknown.stderr).toContain(
    "hint:     Name the certificate authority that signed it in NODE_EXTRA_CA_CERTS.\n",
  );
});
