// Why the file system does not let us write.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";

/** Says that the file system refused to read or write the output folder. */
export function failure(folder: string, error: NodeJS.ErrnoException, verb: "read" | "write"): Diagnostic {
  return {
    severity: "error",
    code: "write/failed",
    message: `The output folder "${folder}" cannot be ${verb === "read" ? "read" : "written; it is as it was"}.`,
    found: error.message,
    expected: "a folder that can be read and written",
    hint: "Mend what the message names, or write to another folder.",
  };
}

/** Says that the file system refused to read a file; `shown` is its name in messages. */
export function unreadable(shown: string, error: NodeJS.ErrnoException): Diagnostic {
  return {
    severity: "error",
    code: "write/failed",
    message: `"${shown}" cannot be read.`,
    found: error.message,
    expected: "a file that can be read and written",
    hint: `Mend what the message names, or move "${shown}" away.`,
  };
}

/**
 * Says that something else stands at `shown`, where a file of `what` or its folder must be. `canGoElsewhere`: whether who
 * writes it chooses the folder.
 */
export function obstacle(
  shown: string,
  what: string,
  found: string,
  expected: string,
  canGoElsewhere = true,
): Diagnostic {
  return {
    severity: "error",
    code: "write/obstacle",
    message: `"${shown}" is in the way of ${what}.`,
    found,
    expected,
    hint: `Move "${shown}" away${canGoElsewhere ? ", or write to another folder" : ""}.`,
  };
}

/** Whether `error` comes from the file system, not from a mistake of ours. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}
