// The little of a Kubernetes client that the stand-ins need: JSON requests, and watches that outlive the API server.
// Over node:https, because the fetch of Node 20 cannot be told which certificate to trust.

import { readFileSync } from "node:fs";
import { Agent, type RequestOptions, request } from "node:https";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";

/** How to reach an API server, and as whom. */
export interface ApiAccess {
  readonly port: number;
  /** The file with the server's certificate, which is what is trusted. */
  readonly certificateFile: string;
  readonly token: string;
}

/** What every object's `metadata` may hold and stand-ins look at. */
export interface ObjectMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation?: number;
  readonly creationTimestamp: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}

/** An object in a cluster. Items of a list lack `apiVersion` and `kind`. */
export interface ClusterObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: ObjectMetadata;
}

/** A kind of object, as paths of the API name it. */
export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
}

/** Fields of an object that nobody here looks at. */
export type Fields = Readonly<Record<string, unknown>>;

/** The API server's own refusal; what never reached it is another error. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Says whether the API server has answered with a no that asking again does not change. */
export function isRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;
}

/** Requests to an API server; paths start with `/api/` or `/apis/`. */
export interface KubernetesApi {
  /** Undefined where there is no such object. */
  get<T = ClusterObject>(path: string): Promise<T | undefined>;
  /** Nothing where there is no such resource. */
  list<T = ClusterObject>(path: string): Promise<readonly T[]>;
  create<T = ClusterObject>(path: string, object: unknown): Promise<T>;
  /** Applies a JSON merge patch. */
  merge<T = ClusterObject>(path: string, patch: unknown): Promise<T>;
  /** Applies on the server's side, all fields; `path` leads to the object and may have a query. */
  apply<T = ClusterObject>(path: string, object: unknown): Promise<T>;
  /** Deletes, and says whether the object was there. */
  remove(path: string, options?: unknown): Promise<boolean>;
  /** Calls the listener for each object there is, and for each that comes, changes or goes, until it is stopped. */
  watch<T extends ClusterObject>(path: string, listener: WatchListener<T>): Watch;
}

/** Hears of an object's newest state; `isGone` once it is no more. */
type WatchListener<T> = (object: T, isGone: boolean) => void;

/** A running watch. */
interface Watch {
  stop(): void;
}

interface List<T> {
  readonly metadata: { readonly resourceVersion: string };
  readonly items?: readonly T[];
}

interface WatchEvent<T> {
  readonly type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK" | "ERROR";
  readonly object: T;
}

type Send = (method: string, path: string, body?: unknown, contentType?: string) => Promise<unknown>;

const requestSeconds = 30;
const watchSeconds = 240;
const busyAttempts = 20;
const busyMilliseconds = 500;

/** Makes a client of one API server for one user. */
export function kubernetesApi(access: ApiAccess): KubernetesApi {
  const options: RequestOptions = {
    host: "127.0.0.1",
    port: access.port,
    ca: readFileSync(access.certificateFile),
    agent: new Agent({ keepAlive: true, maxSockets: 20 }),
    headers: { authorization: `Bearer ${access.token}`, accept: "application/json" },
  };
  const send: Send = (method, path, body, contentType) =>
    whenNotBusy(() => sendJson(options, method, path, body, contentType));
  return {
    get: async <T>(path: string) => (await unlessAbsent(send("GET", path))) as T | undefined,
    list: async <T>(path: string) =>
      ((await unlessAbsent(send("GET", path))) as List<T> | undefined)?.items ?? [],
    create: async <T>(path: string, object: unknown) => (await send("POST", path, object)) as T,
    merge: async <T>(path: string, patch: unknown) =>
      (await send("PATCH", path, patch, "application/merge-patch+json")) as T,
    apply: async <T>(path: string, object: unknown) =>
      (await send("PATCH", path, object, "application/apply-patch+yaml")) as T,
    remove: async (path, body) => (await unlessAbsent(send("DELETE", path, body))) !== undefined,
    watch: (path, listener) => startWatch(options, send, path, listener),
  };
}

/** The path of a collection in all namespaces. */
export function resourcePath({ group, version, plural }: ApiResource): string {
  return `${versionPath(group, version)}/${plural}`;
}

/** The path of an object. */
export function objectPath({ group, version, plural }: ApiResource, { metadata }: ClusterObject): string {
  const place = metadata.namespace === undefined ? "" : `namespaces/${metadata.namespace}/`;
  return `${versionPath(group, version)}/${place}${plural}/${metadata.name}`;
}

function versionPath(group: string, version: string): string {
  return group === "" ? `/api/${version}` : `/apis/${group}/${version}`;
}

function sendJson(
  options: RequestOptions,
  method: string,
  path: string,
  body: unknown,
  contentType = "application/json",
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = {
      ...options.headers,
      // Node gives a DELETE neither a length nor chunks of its own accord, and its body would be the next request.
      ...(content && { "content-type": contentType, "content-length": content.length }),
    };
    const asked = request(
      { ...options, method, path, headers, timeout: requestSeconds * 1000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          const status = response.statusCode ?? 0;
          if (status >= 400) reject(new ApiError(status, `${method} ${path}: ${status}: ${messageOf(text)}`));
          else resolve(text === "" ? {} : JSON.parse(text));
        });
      },
    );
    asked.on("timeout", () => asked.destroy(new Error(`${method} ${path}: no answer`)));
    asked.on("error", reject);
    asked.end(content);
  });
}

/** Asks again when the API server says "later", as it does while it gets ready for the objects of a new CRD. */
async function whenNotBusy<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 429) || attempt === busyAttempts) throw error;
      await sleep(busyMilliseconds);
    }
  }
}

function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text;
  }
}

async function unlessAbsent(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

/** Lists, then follows from there; begins again whenever the connection or the server is lost. */
function startWatch<T extends ClusterObject>(
  options: RequestOptions,
  send: Send,
  path: string,
  listener: WatchListener<T>,
): Watch {
  const stopped = new AbortController();
  const known = new Map<string, T>();
  const take = (object: T, isGone: boolean): void => {
    if (isGone) known.delete(object.metadata.uid);
    else known.set(object.metadata.uid, object);
    listener(object, isGone);
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      try {
        const { items = [], metadata } = (await send("GET", path)) as List<T>;
        const present = new Set(items.map((item) => item.metadata.uid));
        for (const object of [...known.values()]) if (!present.has(object.metadata.uid)) take(object, true);
        for (const item of items) take(item, false);
        await follow(
          options,
          `${path}?watch=true&resourceVersion=${metadata.resourceVersion}`,
          take,
          stopped.signal,
        );
      } catch {
        // The server is away, or too much has happened since; the next round lists anew.
      }
      await sleep(100);
    }
  };
  void run();
  return { stop: () => stopped.abort() };
}

/** Hands on the events of one watch request until it ends. */
function follow<T>(
  options: RequestOptions,
  path: string,
  take: (object: T, isGone: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { ...options, path: `${path}&timeoutSeconds=${watchSeconds}`, agent: false, signal },
      (response) => {
        response.on("error", reject);
        const lines = createInterface({ input: response });
        lines.on("line", (line) => {
          const event = JSON.parse(line) as WatchEvent<T>;
          if (event.type === "ERROR") asked.destroy(new Error("the watch is too old"));
          else if (event.type !== "BOOKMARK") take(event.object, event.type === "DELETED");
        });
        lines.on("error", reject);
        lines.on("close", resolve);
      },
    );
    asked.on("error", reject);
    asked.end();
  });
}
