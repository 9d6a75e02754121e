// The release files of the example for several providers are what kustomize makes of its overlays.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { load } from "../../src/load/load.ts";
import { describeWithEachKustomize, pathWith } from "../support/kustomize.ts";
import { repositoryFolder } from "../support/repository.ts";

const folder = join(repositoryFolder, "examples/mooring");

afterEach(() => {
  vi.unstubAllEnvs();
});

describeWithEachKustomize("the release of an overlay", (program) => {
  test.each(["pier", "buoy", "quay", "dock"])("%s", async (provider) => {
    vi.stubEnv("PATH", pathWith(program));
    const { sources } = await load([{ path: `deploy/overlays/${provider}` }], { folder });
    const release = readFileSync(join(folder, "release", `${provider}.yaml`), "utf8");
    expect(sources.map(({ text }) => text)).toEqual([release]);
  });
});
