// A server in front of a registry, which answers some requests itself.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { Registry } from "./registry.ts";

/** Answers a request, or returns false to have it answered by the registry. */
export type Answer = (asked: IncomingMessage, response: ServerResponse) => boolean;

/** Starts one, for the running test, in front of a registry without TLS; resolves to its host and port. */
export async function startInFrontOf({ host }: Registry, answer: Answer): Promise<string> {
  const server = createServer((asked, response) => {
    if (answer(asked, response)) {
      asked.resume();
      return;
    }
    const [hostname, port] = host.split(":");
    const { method, url: path, headers } = asked;
    const forwarded = request(
      { hostname, port, method, path, headers: { ...headers, host: `127.0.0.1:${ownPort()}` } },
      (given) => {
        response.writeHead(given.statusCode ?? 500, given.headers);
        given.pipe(response);
      },
    );
    asked.pipe(forwarded);
  });
  const ownPort = () => (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${ownPort()}`;
}
