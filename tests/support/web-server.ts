// A web server on loopback for tests of downloads: what it answers is up to the test.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** What stands at a path: a text, or how to answer. */
export type Page =
  | string
  | Uint8Array
  | ((request: IncomingMessage, response: ServerResponse, count: number) => void);

export interface WebServer {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** What stands at a path from now on. */
  put(path: string, page: Page): void;
}

/** Starts a server that ends with the test. */
export async function webServer(pages: Readonly<Record<string, Page>> = {}): Promise<WebServer> {
  const known = new Map(Object.entries(pages));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    asked.push(path);
    const page = known.get(path);
    if (page === undefined) response.writeHead(404).end("no such page\n");
    else if (typeof page === "function") page(request, response, asked.filter((one) => one === path).length);
    else response.end(page);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, asked, put: (path, page) => known.set(path, page) };
}
