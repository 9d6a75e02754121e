// When a request is worth another try, and how long to wait before it.

const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 30_000;

/** How often a request is made before its last answer counts. */
export const attempts = 5;

/** Whether a server asks for patience, or has a fault that may pass. */
export function isBusy(status: number): boolean {
  return status === 429 || (status >= 500 && status !== 501 && status !== 505);
}

/** Whether a connection may come about the next time. What is wrong with a certificate or a name stays wrong. */
export function isPassing(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return /^(?:ECONNRESET|ECONNREFUSED|EPIPE|ETIMEDOUT|EAI_AGAIN|UND_ERR_SOCKET|UND_ERR_.*_TIMEOUT|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/.test(
    code,
  );
}

/** Twice as long each time, unless the server says how long (RFC 9110, Retry-After: seconds or a date). */
export function pauseBefore(attempt: number, retryAfter: string | undefined): number {
  const doubled = firstPauseMilliseconds * 2 ** (attempt - 1);
  const seconds = Number(retryAfter ?? Number.NaN);
  const until = Number.isNaN(seconds) ? Date.parse(retryAfter ?? "") - Date.now() : seconds * 1000;
  return Math.min(Math.max(doubled, Number.isNaN(until) ? 0 : until), longestPauseMilliseconds);
}
