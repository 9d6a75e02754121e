// How a registry is reached, and as who: the options of the commands that push or pull, in Helm's words.
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import type { Connection, RegistryAccess } from "../publish/registry-client.ts";
import type { Cli } from "./cli.ts";
import { readGivenFile } from "./given-file.ts";

/** What the options parse to. */
export interface RegistryFlags {
  readonly username?: string;
  readonly passwordStdin?: boolean;
  readonly registryConfig?: string;
  readonly plainHttp?: boolean;
  readonly insecureSkipTlsVerify?: boolean;
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Adds them. */
export function addRegistryOptions(command: Command): Command {
  return command
    .option("--username <name>", "the user, in place of what the configuration says")
    .option("--password-stdin", "read the user's password from standard input")
    .option("--registry-config <file>", "Helm's registry configuration (default: as Helm finds it)")
    .addOption(new Option("--plain-http", "the registry has no TLS").conflicts("insecureSkipTlsVerify"))
    .option("--insecure-skip-tls-verify", "take any certificate")
    .option("--ca-file <file>", "the certificate authority of the registry")
    .option("--cert-file <file>", "our own certificate")
    .option("--key-file <file>", "the key of our own certificate");
}

/** What the options mean for `references`, of which some are `oci://…`. Reads the files that the options name. */
export async function registryAccess(
  flags: RegistryFlags,
  references: readonly string[],
  command: Command,
  cli: Cli,
): Promise<RegistryAccess> {
  const hosts = new Set(references.flatMap((reference) => /^oci:\/\/([^/]+)/.exec(reference)?.[1] ?? []));
  if (flags.username !== undefined && hosts.size > 1) {
    const found = [...hosts].join(" and ");
    return command.error(
      `error: --username is for one registry\n  found: ${found}\n  expected: logins that \`helm registry login\` has left`,
    );
  }
  return {
    connection: connectionOf(flags, command, cli),
    credentials: await credentialsFor(flags, command, cli),
  };
}

function connectionOf(flags: RegistryFlags, command: Command, cli: Cli): Connection {
  const { certFile, keyFile, caFile, plainHttp, insecureSkipTlsVerify } = flags;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    return command.error("error: --cert-file and --key-file go together");
  }
  return {
    environment: cli.environment,
    plainHttp: plainHttp ?? false,
    insecureSkipTlsVerify: insecureSkipTlsVerify ?? false,
    ...(caFile === undefined ? {} : { ca: readGivenFile(cli, "--ca-file", caFile) }),
    ...(certFile === undefined || keyFile === undefined
      ? {}
      : {
          clientCertificate: {
            certificate: readGivenFile(cli, "--cert-file", certFile),
            key: readGivenFile(cli, "--key-file", keyFile),
          },
        }),
  };
}

/** Who we are, asked only when the registry wants to know; the files are read once for all charts of a host. */
async function credentialsFor(
  flags: RegistryFlags,
  command: Command,
  cli: Cli,
): Promise<RegistryAccess["credentials"]> {
  const { username } = flags;
  if ((username === undefined) === (flags.passwordStdin ?? false)) {
    return command.error("error: --username and --password-stdin go together");
  }
  if (username !== undefined) {
    let password = "";
    for await (const part of cli.stdin) password += part.toString();
    const given = { kind: "basic", username, password: password.replace(/\r?\n$/, "") } as const;
    return async () => given;
  }
  const { configFiles, findCredentials } = await import("../publish/credentials.ts");
  const files = configFiles(
    cli.environment,
    flags.registryConfig && resolve(cli.workingFolder, flags.registryConfig),
  );
  const found = new Map<string, ReturnType<typeof findCredentials>>();
  return (host) => {
    const answer = found.get(host) ?? findCredentials(host, files, cli.environment);
    found.set(host, answer);
    return answer;
  };
}
