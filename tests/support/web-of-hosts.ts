// Hosts of the web as a process sees them through a proxy: one TLS server on loopback answers for all of them, with a
// certificate of an authority that the process is told to trust.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer as createProxy, type RequestListener } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

export interface WebOfHosts {
  /** What a process needs in its environment to see these hosts, and no others. */
  readonly environment: Readonly<Record<string, string>>;
  /** The hosts that were connected to. */
  readonly connected: readonly string[];
}

/** Starts the server and the proxy, which end with the test. */
export async function webOfHosts(hosts: readonly string[], answer: RequestListener): Promise<WebOfHosts> {
  const folder = temporaryFolder();
  const [key, certificate] = [join(folder, "tls.key"), join(folder, "tls.crt")];
  const names = hosts.map((host) => `DNS:${host}`).join(",");
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate];
  const subject = ["-subj", "/CN=web of hosts", "-addext", `subjectAltName=${names}`, "-days", "2"];
  execFileSync("openssl", [...request, ...subject], { stdio: "ignore" });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, answer);
  const port = await listening(server);
  const connected: string[] = [];
  const proxy = createProxy((_, response) => void response.writeHead(400).end());
  proxy.on("connect", ({ url = "" }, client) => {
    connected.push(url);
    const upstream = connect(port, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
    client.on("error", () => upstream.destroy());
  });
  const proxyPort = await listening(proxy);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    proxy.closeAllConnections();
    proxy.close();
  });
  return {
    environment: {
      HTTPS_PROXY: `http://127.0.0.1:${proxyPort}`,
      NODE_EXTRA_CA_CERTS: certificate,
      NO_PROXY: "",
    },
    connected,
  };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}
