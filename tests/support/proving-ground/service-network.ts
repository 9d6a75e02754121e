// The way from the API server to the Services of the cluster: Pods have no network here, so the API server hands what it
// would send into the cluster to this proxy (an egress selector), and the proxy to a server on loopback.
// https://kubernetes.io/docs/tasks/extend-kubernetes/setup-konnectivity/

import { rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { makeFolder } from "../temporary-folder.ts";

/** The port on loopback that stands for an address in the cluster; undefined while nobody is there. */
export type Route = (host: string, port: number) => Promise<number | undefined>;

/** A running proxy. */
export interface ServiceNetwork {
  /** The file of its socket: what `startControlPlane` takes as its `clusterProxy`. */
  readonly socket: string;
  stop(): void;
}

/** Starts the proxy. Addresses on loopback are what they are. */
export async function startServiceNetwork(route: Route): Promise<ServiceNetwork> {
  const server = createServer();
  server.on("connect", async (request, client) => {
    client.on("error", () => client.destroy());
    const { hostname, port } = new URL(`tcp://${request.url}`);
    const target = hostname === "127.0.0.1" ? Number(port) : await route(hostname, Number(port));
    if (target === undefined) return void client.end("HTTP/1.1 503 Service Unavailable\r\n\r\n");
    const upstream = connect(target, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on("error", () => client.destroy());
  });
  const folder = makeFolder();
  const socket = join(folder, "services.sock");
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return {
    socket,
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
