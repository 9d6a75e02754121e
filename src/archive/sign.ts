// Signs texts with OpenPGP. The library is loaded only where something is signed; it is not among the dependencies that
// come along, since its licence (LGPL) is not everyone's.
import type { PrivateKey } from "openpgp";
import type { Outcome } from "./archive.ts";

/** With what to sign. */
export interface SigningKey {
  /** The keyring: keys in binary or armoured form. */
  readonly keyring: Uint8Array;
  /** A part of the user id of the key, such as a mail address, or its fingerprint; optional where there is one key. */
  readonly name?: string;
  readonly passphrase?: string;
}

/**
 * `text` clear-signed by a key of the keyring, as `gpg --clearsign` does it. `date` is the signature's time: the same key and date
 * give the same bytes.
 */
export async function clearSign(
  text: string,
  { keyring, name, passphrase }: SigningKey,
  date: Date,
): Promise<Outcome<{ signed: string }>> {
  const openpgp = await import("openpgp").catch(() => undefined);
  if (!openpgp) {
    return {
      ok: false,
      fault: {
        message: "Signing needs the package openpgp.",
        found: "no such package",
        hint: "Install it beside chartwright: `npm install openpgp@6`. The executable that is one file cannot sign.",
      },
    };
  }
  const config = { nonDeterministicSignaturesViaNotation: false };
  try {
    const isArmoured = new TextDecoder("latin1").decode(keyring.subarray(0, 10)) === "-----BEGIN";
    const keys = isArmoured
      ? await openpgp.readPrivateKeys({ armoredKeys: new TextDecoder().decode(keyring) })
      : await openpgp.readPrivateKeys({ binaryKeys: keyring });
    const chosen = keys.filter((key) => name === undefined || isCalled(key, name));
    const [key, second] = chosen;
    if (!key || second) return wrongKey(keys, chosen, name);
    const unlocked = key.isDecrypted()
      ? key
      : await openpgp.decryptKey({ privateKey: key, passphrase: passphrase ?? "" });
    const message = await openpgp.createCleartextMessage({ text });
    return { ok: true, signed: await openpgp.sign({ message, signingKeys: unlocked, date, config }) };
  } catch (error) {
    return {
      ok: false,
      fault: {
        message: "The key cannot sign.",
        found: error instanceof Error ? error.message : String(error),
        expected:
          "a keyring with a private key, its passphrase where it has one, and a time at which it is valid",
        hint: "Export it with `gpg --export-secret-keys NAME > keyring.gpg`.",
      },
    };
  }
}

function isCalled(key: PrivateKey, name: string): boolean {
  if (key.getUserIDs().some((id) => id.includes(name))) return true;
  return name.length >= 8 && key.getFingerprint().endsWith(name.replace(/^0x|\s/g, "").toLowerCase());
}

function wrongKey(
  keys: readonly PrivateKey[],
  chosen: readonly PrivateKey[],
  name: string | undefined,
): Outcome<never> {
  const ids = (all: readonly PrivateKey[]) =>
    all.map((key) => key.getUserIDs()[0] ?? key.getFingerprint()).join(", ");
  return {
    ok: false,
    fault: {
      message:
        chosen.length > 1
          ? "More than one key of the keyring is meant."
          : `The keyring holds no private key${name === undefined ? "" : ` of "${name}"`}.`,
      found: keys.length === 0 ? "none" : ids(chosen.length > 1 ? chosen : keys),
      expected: "one key, named with --key",
    },
  };
}
