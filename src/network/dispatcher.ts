// What requests go through: a connection, or the proxy that the environment names.
import { Agent, type buildConnector, type Dispatcher, EnvHttpProxyAgent } from "undici";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Through the proxies that HTTPS_PROXY, HTTP_PROXY and NO_PROXY name; `connect` is how TLS is made. */
export function dispatcherOf(
  environment: Environment,
  connect: buildConnector.BuildOptions = {},
): Dispatcher {
  const named = (name: string) => environment[name.toLowerCase()] || environment[name];
  const [httpProxy, httpsProxy, noProxy] = [named("HTTP_PROXY"), named("HTTPS_PROXY"), named("NO_PROXY")];
  if (!httpProxy && !httpsProxy) return new Agent({ connect });
  return new EnvHttpProxyAgent({
    connect,
    requestTls: connect,
    httpProxy: httpProxy ?? "",
    httpsProxy: httpsProxy ?? "",
    // As Go's client does: what runs on this machine is never asked through a proxy.
    noProxy: ["localhost", "127.0.0.1", "::1", ...(noProxy ? [noProxy] : [])].join(","),
  });
}
