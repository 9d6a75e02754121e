// What real shells make of the completion scripts: the words that they offer.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCli } from "../support/cli.ts";
import { runProcess } from "../support/process.ts";
import { describeWith } from "../support/requirement.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What a shell offers where the cursor is at the end of `line`; `offered` is what is waited for. */
type Offer = (script: string, line: string, offered: readonly string[]) => Promise<string>;

const shells: Readonly<Record<string, Offer>> = { bash: offersOfBash, zsh: offersOfZsh, fish: offersOfFish };

for (const [shell, offersOf] of Object.entries(shells)) {
  const isThere = spawnSync(shell, ["-c", ":"]).status === 0;
  const missing = isThere ? undefined : `install ${shell} with the packages of your system`;
  const requiredInCi = process.env["CHARTWRIGHT_DEBIAN_PACKAGES"] === "required";
  describeWith({ name: shell, missing, requiredInCi }, `${shell} completes`, () => {
    test.each([
      { line: "chartwright ver", offered: ["verify"], kept: ["build"] },
      { line: "chartwright convert --lay", offered: ["--layout"], kept: ["--name"] },
      {
        line: "chartwright convert x.yaml --layout ",
        offered: ["crds-and-main", "single"],
        kept: ["--name"],
      },
      { line: "chartwright convert x.yaml --layout=cr", offered: ["crds-and-main"], kept: ["single"] },
      { line: "chartwright build --", offered: ["--check", "--json", "--force"], kept: ["--layout"] },
      { line: "chartwright flags ", offered: ["list", "values", "check"], kept: ["convert"] },
      { line: "chartwright init repos", offered: ["repository"], kept: ["kubevirt"] },
      {
        line: "chartwright init repository ",
        offered: ["kubevirt", "cdi", "peer-pods", "virtualization"],
        kept: ["README.md"],
      },
      { line: "chartwright init repository kubevirt c", offered: ["cdi"], kept: ["peer-pods"] },
      { line: "chartwright init README.m", offered: ["README.md"], kept: ["repository"] },
      { line: "chartwright completion ", offered: ["bash", "zsh", "fish"], kept: ["convert"] },
    ])("$line", async ({ line, offered, kept }) => {
      const { status, stdout, stderr } = await runCli(["completion", shell]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      const script = join(temporaryFolder(), `chartwright.${shell}`);
      writeFileSync(script, stdout);
      const words = (await offersOf(script, line, offered)).split(/[\s,()]+/);
      expect(words).toEqual(expect.arrayContaining(offered));
      expect(words.filter((word) => kept.includes(word))).toEqual([]);
    });
  });
}

async function offersOfBash(script: string, line: string): Promise<string> {
  // The words as readline gives them to a function of completion, which makes one of the sign of equality.
  const words = line.replaceAll("=", " = ").split(" ");
  const lines = [
    `source ${script}`,
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")})`,
    `COMP_CWORD=${words.length - 1}`,
    "_chartwright",
    'printf "%s\\n" "${COMPREPLY[@]}"',
  ];
  return said(await runProcess("bash", ["--norc", "-c", lines.join("\n")]));
}

/** zsh completes only where somebody types: a terminal, in which the key lists what there is. */
async function offersOfZsh(script: string, line: string, offered: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const setUp = [
    "autoload -Uz compinit; compinit -D -u",
    `source ${script}`,
    "bindkey '^I' list-choices; PROMPT=''",
    "LISTMAX=9999; zstyle ':completion:*' list-packed no; print -r -- SET-UP",
  ];
  writeFileSync(join(folder, "README.md"), "");
  writeFileSync(join(folder, ".zshrc"), `${setUp.join("\n")}\n`);
  const driver = [
    "zmodload zsh/zpty",
    "zpty -b terminal env COLUMNS=200 LINES=200 TERM=dumb zsh -i",
    "until [[ $seen == *SET-UP* ]]; do zpty -r terminal part && seen+=$part; done",
    `zpty -w -n terminal ${quoted(line)}$'\\t'`,
    // zsh prints no list while more is typed: so it is waited for what is asked for.
    `seen=""; until ${offered.map((word) => `[[ $seen == *${word}* ]]`).join(" && ")}; do`,
    "zpty -r terminal part && seen+=$part; done",
    'zpty -d terminal; print -r -- "$seen"',
  ];
  const text = said(
    await runProcess("zsh", ["-f", "-c", driver.join("\n")], {
      env: { ...process.env, ZDOTDIR: folder },
      cwd: folder,
      timeoutSeconds: 60,
    }),
  );
  // What was typed is in the terminal, too.
  return text.replaceAll(line, "");
}

async function offersOfFish(script: string, line: string): Promise<string> {
  return (
    said(await runProcess("fish", ["--no-config", "-c", `source ${script}; complete -C ${quoted(line)}`]))
      // fish gives the whole word, with the option in front.
      .replaceAll("--layout=", "")
  );
}

function quoted(text: string): string {
  return `'${text}'`;
}

function said({ status, stdout, stderr }: { status: number; stdout: string; stderr: string }): string {
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout;
}
