// The token server of a test registry: gives a signed token for the password, as the registry's documentation wants it
// (https://distribution.github.io/distribution/spec/auth/jwt/).

import { createSign, randomUUID, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

/** A running token server. */
export interface TokenServer {
  /** What the registry's configuration has below `auth`. */
  readonly configuration: string;
  stop(): void;
}

const service = "charts";
const issuer = "tests";

/** Starts one with the certificate in `folder`; `login` is `user:password`. */
export async function startTokenServer(folder: string, login: string): Promise<TokenServer> {
  const [key, cert] = [readFileSync(join(folder, "tls.key")), readFileSync(join(folder, "tls.crt"))];
  const authorization = `Basic ${Buffer.from(login).toString("base64")}`;
  const server = createServer({ key, cert }, (asked, response) => {
    const { searchParams } = new URL(asked.url ?? "", "https://localhost");
    const isKnown = asked.headers.authorization === authorization && searchParams.get("service") === service;
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(
      isKnown ? JSON.stringify({ token: tokenFor(searchParams.get("scope") ?? "", key, cert) }) : "{}",
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const realm = `https://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  const bundle = join(folder, "tls.crt");
  return {
    configuration: `token: { realm: "${realm}", service: ${service}, issuer: ${issuer}, rootcertbundle: ${bundle} }`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A token for `repository:<name>:<actions>`. */
function tokenFor(scope: string, key: Buffer, cert: Buffer): string {
  const [type = "", name = "", actions = ""] = scope.split(":");
  const now = Math.floor(Date.now() / 1000);
  const header = { typ: "JWT", alg: "RS256", x5c: [new X509Certificate(cert).raw.toString("base64")] };
  const claims = {
    iss: issuer,
    aud: service,
    sub: "",
    exp: now + 60,
    nbf: now - 10,
    iat: now,
    jti: randomUUID(),
    access: scope === "" ? [] : [{ type, name, actions: actions.split(",") }],
  };
  const text = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  return `${text}.${createSign("RSA-SHA256").update(text).sign(key).toString("base64url")}`;
}
