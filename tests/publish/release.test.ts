// `chartwright release`: which step ends it, that nothing is published then, and what Helm finds where it went through.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Called, call } from "../cli/called.ts";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { writeFiles } from "../support/folder-content.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { describeWithRegistry, needsPlainHttp, type Registry, startRegistry } from "../support/registry.ts";
import { startInFrontOf } from "../support/registry-front.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const environment = { SOURCE_DATE_EPOCH: "1700000000" };

/** A folder with the project in version 1.2.3, its charts built. */
async function builtProject(): Promise<string> {
  const folder = temporaryFolder();
  writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
  await built(folder);
  return folder;
}

async function built(folder: string): Promise<void> {
  const { code, stderr } = await call(["build"], { folder });
  expect(code, stderr).toBe(0);
}

/** Makes another release of the operator: its image says so, and the charts' version follows. */
async function nextRelease(
  folder: string,
  change: (manifests: string) => string = (text) => text,
): Promise<void> {
  writeFileSync(join(folder, "operator.yaml"), change(operator).replaceAll("v1.2.3", "v1.3.0"));
  await built(folder);
}

describeWithEachHelm("release with", (helm) => {
  const release = (folder: string, ...args: readonly string[]): Promise<Called> =>
    call(["release", "--helm", helm.path, ...args], { folder, environment });

  describe("a chart repository", () => {
    test("publishes, leaves what is published, and compares the next release with it", async () => {
      const folder = await builtProject();
      const first = await release(folder, "--repository", "site");
      expect(first).toEqual({
        code: 0,
        stderr: "",
        stdout:
          "Built .: tide-crd 1.2.3, tide 1.2.3\n" +
          "Verified .: the charts equal their source\n" +
          "Compared .: nothing was published before\n" +
          "Packaged tide-crd-1.2.3.tgz\nPackaged tide-1.2.3.tgz\n" +
          "Added to the index: tide-crd-1.2.3.tgz, tide-1.2.3.tgz\n",
      });
      const index = readFileSync(join(folder, "site/index.yaml"), "utf8");
      expect((await release(folder, "--repository", "site")).stdout).toContain(
        "The index has them already\n",
      );
      expect(readFileSync(join(folder, "site/index.yaml"), "utf8")).toBe(index);
      await nextRelease(folder);
      const next = await release(folder, "--repository", "site");
      expect(next.code, next.stderr).toBe(0);
      expect(next.stdout).toMatch(/^Compared \. with tide-crd 1\.2\.3, tide 1\.2\.3: 0 errors, /m);
      expect(readdirSync(join(folder, "site"))).toEqual([
        "index.yaml",
        "tide-1.2.3.tgz",
        "tide-1.3.0.tgz",
        "tide-crd-1.2.3.tgz",
        "tide-crd-1.3.0.tgz",
      ]);
    });
  });

  // What ends a release is decided before Helm has a say: one Helm will do.
  const describeOnce: typeof describe | (() => void) = helm.major === "4" ? describe : () => undefined;
  describeOnce("a chart repository, in special cases", () => {
    test("reads the archives that were published before from where the index says that they are", async () => {
      const folder = await builtProject();
      expect(await release(folder, "--repository", "site")).toMatchObject({ code: 0 });
      const url = await serve(join(folder, "site"));
      const elsewhere = join(folder, "pages");
      const text = readFileSync(join(folder, "site/index.yaml"), "utf8");
      writeFiles(elsewhere, { "index.yaml": text.replaceAll("- tide", `- ${url}/tide`) });
      await nextRelease(folder);
      const next = await release(folder, "--repository", "pages");
      expect(next.code, next.stderr).toBe(0);
      expect(next.stdout).toContain("Compared . with tide-crd 1.2.3, tide 1.2.3: 0 errors");
    });

    test.each([
      {
        title: "stale charts",
        change: (folder: string) =>
          writeFileSync(join(folder, "operator.yaml"), operator.replaceAll("v1.2.3", "v2.0.0")),
        says: /are not what the project says/,
      },
      {
        title: "a chart that differs from its source",
        change: (folder: string) => {
          const file = join(folder, "charts/tide/templates/serviceaccount-tide-operator.yaml");
          writeFileSync(file, `${readFileSync(file, "utf8")}automountServiceAccountToken: false\n`);
        },
        says: /Stopped at verify: nothing was published\.\n$/,
      },
    ])("stops at $title", async ({ change, says }) => {
      const folder = await builtProject();
      change(folder);
      const stopped = await release(folder, "--repository", "site");
      expect(stopped.code, stopped.stdout).toBe(1);
      expect(stopped.stderr).toMatch(says);
      expect(existsSync(join(folder, "site"))).toBe(false);
    });

    test("stops at an upgrade that fails, unless that is no matter", async () => {
      const folder = await builtProject();
      expect(await release(folder, "--repository", "site")).toMatchObject({ code: 0 });
      // A Deployment's selector cannot be changed.
      await nextRelease(folder, (text) => text.replaceAll("app: tide}", "app: ebb}"));
      const stopped = await release(folder, "--repository", "site");
      expect(stopped).toMatchObject({
        code: 1,
        stderr: "Stopped at upgrade-check: nothing was published.\n",
      });
      expect(stopped.stdout).toContain("spec.selector");
      expect(existsSync(join(folder, "site/tide-1.3.0.tgz"))).toBe(false);
      const forced = await release(folder, "--repository", "site", "--fail-on", "none");
      expect(forced.code, forced.stderr).toBe(0);
    });

    test("refuses other bytes under a version that is published", async () => {
      const folder = await builtProject();
      expect(await release(folder, "--repository", "site")).toMatchObject({ code: 0 });
      writeFileSync(join(folder, "cr.yaml"), customResource.replace("level: 3", "level: 4"));
      await built(folder);
      const refused = await release(folder, "--repository", "site");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toMatch(/error: tide(?:-crd)? 1\.2\.3 is published already, with other bytes\./);
    });

    test("writes archives again that are gone or broken, and compares with none that the index does not mean", async () => {
      const folder = await builtProject();
      expect(await release(folder, "--repository", "site")).toMatchObject({ code: 0 });
      const [crds, main] = ["tide-crd", "tide"].map((name) => join(folder, `site/${name}-1.2.3.tgz`));
      const published = [crds, main].map((file) => readFileSync(file as string));
      rmSync(crds as string);
      writeFileSync(main as string, "cut off");
      expect(await release(folder, "--repository", "site")).toMatchObject({ code: 0 });
      expect([crds, main].map((file) => readFileSync(file as string))).toEqual(published);
      writeFileSync(main as string, "forged");
      await nextRelease(folder);
      const refused = await release(folder, "--repository", "site");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain("tide-1.2.3.tgz, is not the one in the index.");
      expect(existsSync(join(folder, "site/tide-1.3.0.tgz"))).toBe(false);
    });

    test.each([
      { title: "an empty index", path: "site/index.yaml", says: "is none of a chart repository" },
      {
        title: "a file in the place of the folder",
        path: "site",
        says: 'The output folder "site" cannot be written',
      },
    ])("refuses $title", async ({ path, says }) => {
      const folder = await builtProject();
      writeFiles(folder, { [path]: "" });
      const refused = await release(folder, "--repository", "site");
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(says);
    });

    test("publishes nothing in a dry run, and tells its steps as JSON", async () => {
      const folder = await builtProject();
      const { code, stdout } = await release(folder, "--repository", "site", "--dry-run", "--json");
      expect(code).toBe(0);
      const steps: readonly { readonly step: string }[] = JSON.parse(stdout);
      expect(steps.map(({ step }) => step)).toEqual(["build", "verify", "upgrade-check", "package"]);
      expect(existsSync(join(folder, "site"))).toBe(false);
    });
  });

  describeWithRegistry("a registry", () => {
    let registry: Registry;
    beforeAll(async () => {
      registry = await startRegistry({ isPlain: true });
    });
    afterAll(() => registry.stop());

    test.each([
      { title: "where it is not let in", password: "ebb", isPushing: false, says: "nothing was published" },
      {
        title: "at a push that is refused",
        password: "",
        isPushing: true,
        says: "the rest was not published",
      },
    ])(
      "stops $title, and the index stays without what was not pushed",
      async ({ password, isPushing, says }) => {
        // Who may push CRDs may push no operator.
        const host = await startInFrontOf(registry, (asked, response) => {
          if (asked.method !== "PUT" || !asked.url?.includes("/tide/manifests/")) return false;
          response.writeHead(403).end("not yours");
          return true;
        });
        const folder = await builtProject();
        const remote = `oci://${host}/charts/closed${helm.major}`;
        const login = ["--username", registry.user, "--password-stdin", "--plain-http"];
        const { code, stdout, stderr } = await call(
          ["release", "--helm", helm.path, "--registry", remote, "--repository", "site", ...login],
          { folder, environment: { ...environment, HOME: folder }, stdin: password || registry.password },
        );
        expect(code).toBe(2);
        expect(stdout.includes(`Pushed: ${host}/charts/closed${helm.major}/tide-crd:1.2.3\n`)).toBe(
          isPushing,
        );
        expect(stderr).toMatch(new RegExp(`1 error; ${says}\\.\n$`));
        expect(existsSync(join(folder, "site/index.yaml"))).toBe(false);
      },
    );

    test("pushes charts and the repository's metadata, compares with the last, and refuses other bytes", async () => {
      const folder = await builtProject();
      writeFileSync(join(folder, "artifacthub-repo.yml"), "repositoryID: 0042\n");
      const remote = `oci://${registry.host}/charts/helm${helm.major}`;
      const push = (...args: readonly string[]) =>
        call(["release", "--helm", helm.path, "--registry", remote, ...registry.helmConnection, ...args], {
          folder,
          environment: { ...environment, HELM_REGISTRY_CONFIG: registry.credentialsFile, HOME: folder },
        });
      const first = await push();
      expect(first.code, first.stderr).toBe(0);
      expect(first.stdout).toContain(`Pushed: ${registry.host}/charts/helm${helm.major}/tide:1.2.3\n`);
      const again = await push();
      expect(again.stdout).toContain(
        `Already there: ${registry.host}/charts/helm${helm.major}/tide-crd:1.2.3\n`,
      );
      await nextRelease(folder);
      const next = await push();
      expect(next.code, next.stderr).toBe(0);
      // The tag of the metadata is no version.
      expect(next.stdout).toContain("Compared . with tide-crd 1.2.3, tide 1.2.3: ");
      writeFileSync(join(folder, "cr.yaml"), customResource.replace("level: 3", "level: 4"));
      await built(folder);
      const refused = await push();
      expect(refused.code).toBe(2);
      expect(refused.stderr).toContain(`${remote}/tide:1.3.0 is published already, with other content.`);
      expect(refused.stdout).not.toContain("Pushed");
      if (needsPlainHttp(helm)) return;
      const shown = await helm.run([
        "show",
        "chart",
        `${remote}/tide`,
        "--version",
        "1.3.0",
        ...registry.helmFlags,
      ]);
      expect(shown.status, shown.stderr).toBe(0);
    });
  });
});

/** Serves the files of `folder`; resolves to its address. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    response.end(readFileSync(join(folder, new URL(request.url ?? "/", "http://localhost").pathname)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
