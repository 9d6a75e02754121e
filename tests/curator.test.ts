// docs/curator.md, every command of it: a real registry, a real web server, both Helms.
import { readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, normalize } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { chartwrightProgram } from "./support/cli.ts";
import { describeWithEachHelm } from "./support/helm.ts";
import { runProcess } from "./support/process.ts";
import { describeWithRegistry, startRegistry } from "./support/registry.ts";
import { repositoryFolder } from "./support/repository.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const page = readFileSync(join(repositoryFolder, "docs/curator.md"), "utf8");
const blocks = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = ""]) => commands);

describeWithRegistry("the curator's day", () => {
  describeWithEachHelm("in", (helm) => {
    test("goes as the page says", async () => {
      const folder = temporaryFolder();
      const registry = await startRegistry({ isPlain: true });
      onTestFinished(() => registry.stop());
      const site = await serve(join(folder, "charts/site"));
      const environment = {
        ...process.env,
        CHARTWRIGHT: repositoryFolder,
        NO_COLOR: "1",
        PATH: `${chartwrightProgram()}:${helmProgram(helm.path)}:${process.env["PATH"]}`,
        HOME: folder,
        HELM_REGISTRY_CONFIG: registry.credentialsFile,
        GIT_AUTHOR_NAME: "curator",
        GIT_AUTHOR_EMAIL: "curator@example.org",
        GIT_COMMITTER_NAME: "curator",
        GIT_COMMITTER_EMAIL: "curator@example.org",
        SOURCE_DATE_EPOCH: "1700000000",
      };
      // The first block goes into the folder that it makes; each block is a shell of its own.
      for (const [index, block] of blocks.entries()) {
        const script = block.replaceAll("localhost:5000", registry.host).replaceAll("localhost:8080", site);
        const cwd = index === 0 ? folder : join(folder, "charts");
        const { status, stdout, stderr } = await runProcess("bash", ["-euo", "pipefail", "-c", script], {
          cwd,
          env: environment,
        });
        expect(status, `${script}\n${stdout}\n${stderr}`).toBe(0);
      }
      // Each command is a process of its own, and verifies and renders with Helm: minutes, on a machine with much to do.
    }, 600_000);
  });
});

/** A folder with the Helm under the name that the page calls it by. */
function helmProgram(helm: string): string {
  const folder = temporaryFolder();
  symlinkSync(helm, join(folder, "helm"));
  return folder;
}

/** Serves the files of `folder`; resolves to host and port. */
async function serve(folder: string): Promise<string> {
  const server = createServer((request, response) => {
    try {
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      response.end(readFileSync(join(folder, normalize(pathname))));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
