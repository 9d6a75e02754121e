// The Go fixtures, four providers with shared settings in two modules, against the program itself: it registers the
// same flags and prints what Go made of them.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { readFlags } from "../../src/flags/flags.ts";
import type { Setting, SettingGroup } from "../../src/flags/setting.ts";
import { goFilesOnDisk } from "../../src/load/go-files.ts";
import { describeWithGo, runGo } from "../support/go.ts";
import { repositoryFolder } from "../support/repository.ts";
import { goParser } from "./settings.ts";

const folder = join(repositoryFolder, "tests/flags/fixtures/tide");
const providers = ["buoy", "mole", "pier", "quay"];

function readFixture(): readonly SettingGroup[] {
  const groups = Object.fromEntries(
    providers.map((name) => [name, { files: [`providers/${name}/manager.go`], include: ["shared"] }]),
  );
  const { groups: read, diagnostics } = readFlags({
    flags: { groups: { shared: { files: ["daemon/cmd/daemon"] }, ...groups } },
    folder,
    files: goFilesOnDisk,
    parser: goParser,
    shownPath: (path) => path.replace(`${folder}/`, ""),
    positionOf: () => ({ source: "chartwright.yaml", line: 1, column: 1, text: "" }),
  });
  expect(diagnostics).toEqual([]);
  expect(hasErrors(diagnostics)).toBe(false);
  return read;
}

/** A setting in the words of the recording registrar. */
function recorded({ flag, env, default: text, required, secret, description }: Setting) {
  return { flag, env: env ?? "", default: text, required, secret, usage: description };
}

describe("the fixtures", () => {
  const groups = readFixture();
  const quay = groups.find(({ name }) => name === "quay")?.settings ?? [];

  test("have a setting of every type", () => {
    const types = new Set(groups.flatMap(({ settings }) => settings.map(({ type }) => type)));
    expect([...types].toSorted()).toEqual([
      ...["bool", "custom", "duration", "float64", "int", "string", "uint", "uint64"],
    ]);
  });

  test("are read with all that a setting has", () => {
    expect(quay.find(({ env }) => env === "QUAY_TOKEN")).toEqual({
      flag: "quay-token",
      env: "QUAY_TOKEN",
      type: "string",
      default: "",
      required: true,
      secret: true,
      hidden: false,
      description: "Token of the harbour office",
      group: "quay",
      position: {
        source: "providers/quay/manager.go",
        line: 27,
        column: 2,
        text: expect.stringContaining('\treg.StringWithEnv(&config.secret, "quay-token"'),
      },
    });
  });

  test("show what is in a provider and shared once, as the provider has it", () => {
    const fog = quay.filter(({ env }) => env === "TIDE_FOG");
    expect(fog.map(({ default: text, group }) => [text, group])).toEqual([["true", "quay"]]);
  });
});

describeWithGo("the fixtures' own program", () => {
  test("registers the same settings with the same defaults", async () => {
    const printed: Record<string, { flag: string }[]> = JSON.parse(
      await runGo(join(folder, "daemon"), ["run", "./cmd/daemon"]),
    );
    for (const { name, settings } of readFixture().filter((group) => group.name !== "shared")) {
      // What is registered past the recording registrar, on the flag set, is not recorded.
      const own = settings.filter(({ flag }) => flag !== "debug" && flag !== "host").map(recorded);
      const byFlag = (a: { flag?: string | undefined }, b: { flag?: string | undefined }) =>
        (a.flag ?? "") < (b.flag ?? "") ? -1 : 1;
      expect(own.toSorted(byFlag), name).toEqual(printed[name]?.toSorted(byFlag));
    }
  });
});
