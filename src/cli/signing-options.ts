// The options that say with which key archives are signed.
import type { Command } from "commander";
import type { SigningKey } from "../archive/sign.ts";
import type { Cli } from "./cli.ts";
import { readGivenFile } from "./given-file.ts";

export interface SigningFlags {
  readonly sign?: boolean;
  readonly key?: string;
  readonly keyring?: string;
  readonly passphraseFile?: string;
}

/** Adds `--sign` and what it needs. */
export function addSigningOptions(command: Command): Command {
  return command
    .option("--sign", "write a provenance file beside each archive, for `helm verify`")
    .option("--key <name>", "the key: a part of its user id, or its fingerprint")
    .option("--keyring <file>", "the keyring with the private key, as `gpg --export-secret-keys` writes it")
    .option("--passphrase-file <file>", "a file with the passphrase of the key; - for standard input");
}

/** The key that the flags name; undefined where nothing is to be signed. Reads the files that they name. */
export async function signingKey(
  flags: SigningFlags,
  command: Command,
  cli: Cli,
): Promise<SigningKey | undefined> {
  const { sign, keyring, key, passphraseFile } = flags;
  if (!sign) return undefined;
  if (keyring === undefined) {
    return command.error("error: --sign needs --keyring\n  expected: a file of `gpg --export-secret-keys`");
  }
  const passphrase =
    passphraseFile === undefined
      ? undefined
      : passphraseFile === "-"
        ? await textOf(cli.stdin)
        : new TextDecoder().decode(readGivenFile(cli, "--passphrase-file", passphraseFile));
  return {
    keyring: readGivenFile(cli, "--keyring", keyring),
    ...(key === undefined ? {} : { name: key }),
    ...(passphrase === undefined ? {} : { passphrase: passphrase.replace(/\r?\n$/, "") }),
  };
}

async function textOf(input: Cli["stdin"]): Promise<string> {
  let text = "";
  for await (const part of input) text += typeof part === "string" ? part : new TextDecoder().decode(part);
  return text;
}
