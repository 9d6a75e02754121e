// A URL → its bytes: redirects followed, what is busy asked again, and nothing taken that is too large, too slow or cut.
import { setTimeout as wait } from "node:timers/promises";
import { type Dispatcher, request } from "undici";
import { dispatcherOf, type Environment } from "../network/dispatcher.ts";
import { attempts, isBusy, isPassing, pauseBefore } from "../network/repeat.ts";
import { sourceAddress } from "../project/versions.ts";

/** How far a download is. */
export interface Progress {
  readonly url: string;
  readonly received: number;
  /** What the server says that there is; undefined where it does not say. */
  readonly total?: number;
}

export interface DownloadOptions {
  /** Where the proxies are named (HTTPS_PROXY, NO_PROXY). */
  readonly environment: Environment;
  readonly onProgress?: (progress: Progress) => void;
  readonly limits?: Partial<DownloadLimits>;
  /** Waits before another try; for tests. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

export interface DownloadLimits {
  /** The most bytes: the largest manifests of operators are of a few million. */
  readonly bytes: number;
  /** How long a server may say nothing. */
  readonly silentMilliseconds: number;
  /** How long one try may take. */
  readonly wholeMilliseconds: number;
}

const defaultLimits: DownloadLimits = {
  bytes: 64 * 1024 * 1024,
  silentMilliseconds: 60_000,
  wholeMilliseconds: 600_000,
};

const maxRedirects = 10;

/** The bytes, or why there are none. */
export type Downloaded =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly found: string; readonly hint: string };

/** What one try gave; `isPassing` says whether another one may end otherwise. */
type Attempt =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | {
      readonly ok: false;
      readonly found: string;
      readonly hint: string;
      readonly isPassing: boolean;
      readonly retryAfter?: string | undefined;
    };

/** Downloads `url`, a `sourceAddress`. Never throws for what the network does. */
export async function download(url: string, options: DownloadOptions): Promise<Downloaded> {
  const { pause = wait, environment } = options;
  const dispatcher = dispatcherOf(environment);
  try {
    for (let attempt = 1; ; attempt += 1) {
      const result = await tryOnce(url, dispatcher, options);
      if (result.ok || !result.isPassing) return result;
      if (attempt === attempts) return { ...result, found: `${result.found}, ${attempts} times` };
      await pause(pauseBefore(attempt, result.retryAfter));
    }
  } finally {
    // Connections of answers that were not read to their end would keep the process waiting.
    await dispatcher.destroy();
  }
}

async function tryOnce(
  url: string,
  dispatcher: Dispatcher,
  { limits: given, onProgress }: DownloadOptions,
): Promise<Attempt> {
  const limits = { ...defaultLimits, ...given };
  const signal = AbortSignal.timeout(limits.wholeMilliseconds);
  try {
    const answer = await follow(url, (address) =>
      request(address, {
        dispatcher,
        signal,
        headersTimeout: limits.silentMilliseconds,
        bodyTimeout: limits.silentMilliseconds,
        headers: { "user-agent": "chartwright", accept: "*/*", "accept-encoding": "identity" },
      }),
    );
    if ("ok" in answer) return answer;
    const { statusCode, headers, body } = answer;
    if (statusCode !== 200) {
      await body.dump();
      return refused(statusCode, single(headers["retry-after"]));
    }
    const total = Number(single(headers["content-length"]) ?? Number.NaN);
    if (total > limits.bytes) return tooLarge(limits, `${total} bytes`);
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of body) {
      received += chunk.length;
      if (received > limits.bytes) return tooLarge(limits, `more than ${limits.bytes} bytes`);
      chunks.push(chunk);
      onProgress?.({ url, received, ...(Number.isNaN(total) ? {} : { total }) });
    }
    return { ok: true, bytes: Buffer.concat(chunks) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return broken(error, limits);
  }
}

/** The answer behind all redirects; from TLS none leads to where there is none. */
async function follow(
  url: string,
  ask: (address: URL) => Promise<Dispatcher.ResponseData>,
): Promise<Dispatcher.ResponseData | Attempt> {
  let address = new URL(url);
  for (let count = 0; count <= maxRedirects; count += 1) {
    const answer = await ask(address);
    const location = single(answer.headers["location"]);
    if (answer.statusCode < 301 || answer.statusCode > 308 || location === undefined) return answer;
    await answer.body.dump();
    const next = URL.canParse(location, address.href) ? new URL(location, address.href) : undefined;
    const isSafe = next !== undefined && sourceAddress.test(next.href);
    if (!isSafe || (address.protocol === "https:" && next.protocol !== "https:")) {
      return {
        ok: false,
        isPassing: false,
        found: `a redirect to ${location}`,
        hint: "Give the https address at which the file itself is.",
      };
    }
    address = next;
  }
  return {
    ok: false,
    isPassing: false,
    found: `more than ${maxRedirects} redirects`,
    hint: "Give the address at which the file itself is.",
  };
}

function refused(status: number, retryAfter: string | undefined): Attempt {
  return {
    ok: false,
    isPassing: isBusy(status),
    retryAfter,
    found: `status ${status}`,
    hint:
      status === 404
        ? "Check the address and the version: is that release published, with a file of that name?"
        : isBusy(status)
          ? "Try again later."
          : "Check that everybody may read it; chartwright sends no password.",
  };
}

function tooLarge({ bytes }: DownloadLimits, found: string): Attempt {
  return {
    ok: false,
    isPassing: false,
    found,
    hint: `Check the address: manifests are texts, and at most ${bytes} bytes are read.`,
  };
}

function broken(error: Error, { wholeMilliseconds }: DownloadLimits): Attempt {
  const code = "code" in error ? String(error.code) : "";
  if (error.name === "TimeoutError") {
    const found = `no end within ${wholeMilliseconds / 1000} seconds`;
    return { ok: false, isPassing: false, found, hint: "Try again on a faster connection." };
  }
  const words = error.message || code || error.name;
  const isTls = /certificate|SSL|TLS|wrong version number|packet length/i.test(words);
  return {
    ok: false,
    isPassing: isPassing(error),
    found: words,
    hint: isTls
      ? "Name the certificate authority that signed it in NODE_EXTRA_CA_CERTS."
      : "Check the connection; HTTPS_PROXY names a proxy, and --offline takes what the cache has.",
  };
}

function single(header: string | readonly string[] | undefined): string | undefined {
  return typeof header === "object" ? header[0] : header;
}
