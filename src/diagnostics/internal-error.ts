// Our own bugs, told apart from bad input: the CLI maps them to exit code 3.

/** A broken promise inside chartwright; never the user's fault. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

/** Throws an InternalError unless `condition` holds; for what only our own mistake can break. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InternalError(message);
}
