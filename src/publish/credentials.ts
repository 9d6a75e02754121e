// Who we are to a registry: what `helm registry login` and `docker login` have left, in files or with a credential helper.
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { isObject, objectField, stringField } from "../kubernetes/object.ts";
import type { Environment } from "../network/dispatcher.ts";

/** A user and a password, or a token that stands for both. */
export type Credentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  /** OAuth2: exchanged at the token server. */
  | { readonly kind: "refresh-token"; readonly token: string };

/** A configuration that says nothing anybody can use; `message` names the file or the helper. */
export class CredentialsError extends Error {
  override readonly name = "CredentialsError";
}

/** What a helper answers when it knows no such registry (docker-credential-helpers, credentials/error.go). */
const unknownToHelper = "credentials not found in native keychain";
/** The user that stands for a refresh token in answers of helpers. */
const tokenUser = "<token>";

/**
 * The files that may know: Helm's own, then Docker's, as Helm looks (its flag --registry-config in place of the first).
 * Helm's folder is that of the operating system, https://helm.sh/docs/helm/helm/.
 */
export function configFiles(environment: Environment, given?: string): readonly string[] {
  const home = environment["HOME"] ?? homedir();
  const configHome = environment["XDG_CONFIG_HOME"] || defaultConfigHome(home, environment);
  const helmHome = environment["HELM_CONFIG_HOME"] || join(configHome, "helm");
  const helm = given ?? (environment["HELM_REGISTRY_CONFIG"] || join(helmHome, "registry", "config.json"));
  return [helm, join(environment["DOCKER_CONFIG"] || join(home, ".docker"), "config.json")];
}

function defaultConfigHome(home: string, environment: Environment): string {
  if (process.platform === "darwin") return join(home, "Library", "Preferences");
  if (process.platform === "win32") return environment["APPDATA"] ?? home;
  return join(home, ".config");
}

/** The credentials for `host`, from the first file that has some. Throws CredentialsError for a file that is broken. */
export async function findCredentials(
  host: string,
  files: readonly string[],
  environment: Environment,
): Promise<Credentials | undefined> {
  for (const file of files) {
    const found = await readConfig(host, file, environment);
    if (found) return found;
  }
  return undefined;
}

async function readConfig(
  host: string,
  file: string,
  environment: Environment,
): Promise<Credentials | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch {
    return undefined;
  }
  let config: unknown;
  try {
    config = JSON.parse(text);
  } catch {
    config = undefined;
  }
  if (!isObject(config))
    throw new CredentialsError(`"${file}" is no JSON object, as the configuration of a registry client is.`);
  const helper = stringField(config, "credHelpers", host) ?? stringField(config, "credsStore");
  if (helper) {
    const found = await askHelper(helper, serverOf(host), environment);
    if (found) return found;
  }
  const entry = Object.entries(objectField(config, "auths")).find(([key]) => hostOfKey(key) === host)?.[1];
  return entry === undefined ? undefined : fromEntry(entry, file);
}

/** Docker Hub's entry has a name of its own. */
function serverOf(host: string): string {
  return host === "registry-1.docker.io" || host === "docker.io" ? "https://index.docker.io/v1/" : host;
}

/** An entry is a host, or an address of one. */
function hostOfKey(key: string): string {
  const host = key.replace(/^https?:\/\//, "").split("/")[0] ?? "";
  return host === "index.docker.io" ? "registry-1.docker.io" : host;
}

function fromEntry(entry: unknown, file: string): Credentials | undefined {
  const token = stringField(entry, "identitytoken");
  if (token) return { kind: "refresh-token", token };
  const [username, password] = [stringField(entry, "username"), stringField(entry, "password")];
  if (username && password !== undefined) return { kind: "basic", username, password };
  const auth = stringField(entry, "auth");
  if (!auth) return undefined;
  const text = Buffer.from(auth, "base64").toString("utf8");
  const colon = text.indexOf(":");
  if (colon < 1)
    throw new CredentialsError(`"${file}" has an entry whose \`auth\` is not user:password in Base64.`);
  return { kind: "basic", username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** Asks `docker-credential-<helper>` (https://github.com/docker/docker-credential-helpers: the server goes to its input). */
function askHelper(
  helper: string,
  server: string,
  environment: Environment,
): Promise<Credentials | undefined> {
  if (!/^[\w.-]+$/.test(helper)) throw new CredentialsError(`"${helper}" is no name of a credential helper.`);
  const program = `docker-credential-${helper}`;
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      ["get"],
      { env: { ...environment }, timeout: 60_000 },
      (error, stdout, stderr) => {
        if (error) {
          if (`${stdout}${stderr}`.includes(unknownToHelper)) return resolve(undefined);
          const words = `${stdout}${stderr}`.trim() || error.message;
          return reject(new CredentialsError(`"${program}" has no answer for ${server}: ${words}`));
        }
        try {
          const answer: unknown = JSON.parse(stdout);
          const [username, secret] = [stringField(answer, "Username"), stringField(answer, "Secret")];
          if (!username || secret === undefined) return resolve(undefined);
          if (username === tokenUser) return resolve({ kind: "refresh-token", token: secret });
          return resolve({ kind: "basic", username, password: secret });
        } catch {
          return reject(new CredentialsError(`"${program}" answers no JSON for ${server}.`));
        }
      },
    );
    // A helper that does not read its input closes it: its answer tells more.
    child.stdin?.on("error", () => {});
    child.stdin?.end(server);
  });
}
