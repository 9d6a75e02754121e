// Requests to one registry, by the OCI distribution specification: authenticated as it asks, repeated where it is busy.
import { setTimeout as wait } from "node:timers/promises";
import { type buildConnector, type Dispatcher, request } from "undici";
import type { ArchiveFault } from "../archive/archive.ts";
import { stringField } from "../kubernetes/object.ts";
import { dispatcherOf, type Environment } from "../network/dispatcher.ts";
import { attempts, isBusy, isPassing, pauseBefore } from "../network/repeat.ts";
import { type Challenge, parseChallenge } from "./challenge.ts";
import type { Credentials } from "./credentials.ts";

/** How the connection is made; the words are Helm's. */
export interface Connection {
  readonly plainHttp?: boolean;
  readonly insecureSkipTlsVerify?: boolean;
  /** In PEM form. */
  readonly ca?: Uint8Array;
  readonly clientCertificate?: { readonly certificate: Uint8Array; readonly key: Uint8Array };
  /** Where the proxies are named (HTTPS_PROXY, NO_PROXY). */
  readonly environment: Environment;
}

/** How a registry is reached, and as who. */
export interface RegistryAccess {
  /** Who we are to a host; asked when the registry wants to know. Throws CredentialsError. */
  readonly credentials: (host: string) => Promise<Credentials | undefined>;
  readonly connection: Connection;
}

/** What a registry answered, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** One request. `address` is a path below the registry, or what a `Location` says. */
export interface Asked {
  readonly method: "GET" | "HEAD" | "POST" | "PUT";
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A registry that cannot be asked, or says no. */
export class RegistryError extends Error {
  override readonly name = "RegistryError";
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}

const answerTimeoutMilliseconds = 120_000;
const maxRedirects = 5;

/** A client of one registry for one repository. Credentials go to this host, and to the token server that it names. */
export class RegistryClient {
  readonly #origin: string;
  readonly #scope: string;
  readonly #credentials: () => Promise<Credentials | undefined>;
  readonly #dispatcher: Dispatcher;
  readonly #pause: (milliseconds: number) => Promise<unknown>;
  #authorization: string | undefined;

  constructor(
    host: string,
    repository: string,
    actions: "pull" | "pull,push",
    { credentials, connection }: RegistryAccess,
    pause: (milliseconds: number) => Promise<unknown> = wait,
  ) {
    this.#origin = `${connection.plainHttp ? "http" : "https"}://${host}`;
    this.#scope = `repository:${repository}:${actions}`;
    this.#credentials = () => credentials(host);
    this.#dispatcher = dispatcherOf(connection.environment, connectorOf(connection));
    this.#pause = pause;
  }

  async close(): Promise<void> {
    await this.#dispatcher.close();
  }

  /** Asks, authenticated where the registry wants it. Throws RegistryError where no answer comes. */
  async ask(asked: Asked): Promise<Answer> {
    const answer = await this.#follow(asked);
    if (answer.status !== 401) return answer;
    this.#authorization = await this.#authenticate(answer);
    return this.#follow(asked);
  }

  /** Follows redirects of what only reads; to another host without credentials. */
  async #follow(asked: Asked): Promise<Answer> {
    let address = new URL(asked.address, this.#origin);
    for (let count = 0; count <= maxRedirects; count += 1) {
      const answer = await this.#send(asked, address);
      const location = answer.headers["location"];
      const isRedirect = answer.status >= 301 && answer.status <= 308 && location !== undefined;
      if (!isRedirect || asked.method === "POST" || asked.method === "PUT") return answer;
      address = new URL(location, address);
    }
    throw new RegistryError({ message: `${address.host} redirects in a circle.` });
  }

  async #send({ method, headers, body }: Asked, address: URL): Promise<Answer> {
    const isOwn = address.origin === new URL(this.#origin).origin;
    const authorization = isOwn && this.#authorization ? { authorization: this.#authorization } : {};
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#sendOnce(address, {
        method,
        headers: { ...headers, ...authorization },
        ...(body === undefined ? {} : { body }),
      }).catch((error: Error) => error);
      const isLast = attempt === attempts;
      if (answer instanceof Error) {
        if (isLast || !isPassing(answer)) throw unreachable(address, answer);
      } else if (isLast || !isBusy(answer.status)) return answer;
      await this.#pause(
        pauseBefore(attempt, answer instanceof Error ? undefined : answer.headers["retry-after"]),
      );
    }
  }

  async #sendOnce(
    address: URL,
    options: Pick<Asked, "method"> & { readonly headers: Record<string, string>; readonly body?: Uint8Array },
  ): Promise<Answer> {
    const { statusCode, headers, body } = await request(address, {
      ...options,
      dispatcher: this.#dispatcher,
      headersTimeout: answerTimeoutMilliseconds,
      bodyTimeout: answerTimeoutMilliseconds,
    });
    const single = Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? (value[0] ?? "") : (value ?? ""),
    ]);
    return { status: statusCode, headers: Object.fromEntries(single), body: await body.bytes() };
  }

  /** What `Authorization` has to say, by the challenge of a 401. */
  async #authenticate({ headers }: Answer): Promise<string> {
    const challenge = parseChallenge(headers["www-authenticate"] ?? "");
    const credentials = await this.#credentials();
    const host = new URL(this.#origin).host;
    if (challenge.scheme === "bearer") return `Bearer ${await this.#token(challenge, credentials)}`;
    if (challenge.scheme === "basic" && credentials?.kind === "basic") return basic(credentials);
    throw new RegistryError({
      message: `${host} wants to know who you are.`,
      found: credentials ? `credentials that do not fit "${challenge.scheme}"` : "no credentials",
      expected: challenge.scheme === "basic" ? "a user and a password" : `a way that is known: basic, bearer`,
      hint: `Run \`helm registry login ${host}\` or \`docker login ${host}\` first.`,
    });
  }

  /** A token for the repository (https://distribution.github.io/distribution/spec/auth/). */
  async #token({ realm, service }: Challenge, credentials: Credentials | undefined): Promise<string> {
    const address = URL.canParse(realm) ? new URL(realm) : undefined;
    const isSafe =
      address?.protocol === "https:" || (address?.protocol === "http:" && this.#origin.startsWith("http:"));
    if (!address || !isSafe) {
      throw new RegistryError({
        message: `${new URL(this.#origin).host} names a token server that nobody may trust.`,
        found: realm === "" ? "none" : realm,
        expected: "an https address",
      });
    }
    const facts = { ...(service === "" ? {} : { service }), scope: this.#scope };
    const asked: Asked =
      credentials?.kind === "refresh-token"
        ? {
            method: "POST",
            address: address.href,
            headers: { "content-type": "application/x-www-form-urlencoded" },
            body: formOf({
              grant_type: "refresh_token",
              client_id: "chartwright",
              ...facts,
              refresh_token: credentials.token,
            }),
          }
        : {
            method: "GET",
            address: withQuery(address, facts),
            ...(credentials ? { headers: { authorization: basic(credentials) } } : {}),
          };
    this.#authorization = undefined;
    const answer = await this.#send(asked, new URL(asked.address));
    const given: unknown =
      answer.status === 200 ? JSON.parse(new TextDecoder().decode(answer.body)) : undefined;
    const token = stringField(given, "token") ?? stringField(given, "access_token");
    if (token !== undefined) return token;
    throw new RegistryError({
      message: `${address.host} gives no token for ${this.#scope}.`,
      found: `status ${answer.status}${credentials ? "" : ", without credentials"}`,
      expected: "a token",
      hint: `Run \`helm registry login ${new URL(this.#origin).host}\` with a user who may ${this.#scope.endsWith("push") ? "push" : "pull"}.`,
    });
  }
}

function connectorOf({
  ca,
  clientCertificate,
  insecureSkipTlsVerify,
}: Connection): buildConnector.BuildOptions {
  return {
    ...(ca === undefined ? {} : { ca: Buffer.from(ca) }),
    ...(clientCertificate === undefined
      ? {}
      : { cert: Buffer.from(clientCertificate.certificate), key: Buffer.from(clientCertificate.key) }),
    ...(insecureSkipTlsVerify ? { rejectUnauthorized: false } : {}),
  };
}

function unreachable({ host }: URL, error: Error): RegistryError {
  const words = error.message || ("code" in error ? String(error.code) : error.name);
  const isTls = /certificate|SSL|TLS|wrong version number|packet length/i.test(words);
  return new RegistryError(
    {
      message: `${host} does not answer.`,
      found: words,
      expected: "a registry",
      ...(isTls
        ? {
            hint: "Name its certificate authority with --ca-file; --plain-http is for a registry without TLS.",
          }
        : {}),
    },
    { cause: error },
  );
}

function basic(credentials: Credentials): string {
  if (credentials.kind !== "basic") return "";
  const { username, password } = credentials;
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

function formOf(fields: Readonly<Record<string, string>>): Uint8Array {
  return Buffer.from(new URLSearchParams(fields).toString());
}

function withQuery(address: URL, fields: Readonly<Record<string, string>>): string {
  const whole = new URL(address);
  for (const [name, value] of Object.entries(fields)) whole.searchParams.append(name, value);
  return whole.href;
}
