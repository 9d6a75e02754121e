// What stands in the way at a registry, as faults and diagnostics.
import type { ArchiveFault, Outcome } from "../archive/archive.ts";
import type { DiagnosticCode } from "../diagnostics/codes.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { CredentialsError } from "./credentials.ts";
import { type Answer, RegistryError } from "./registry-client.ts";

/** Throws RegistryError for an answer with another status. `what` the registry does not do, `action` who may not. */
export function expectStatus(
  answer: Answer,
  statuses: readonly number[],
  what: string,
  action: "push" | "pull" = "push",
): void {
  if (statuses.includes(answer.status)) return;
  // Registries answer with a list of errors, of which the first says the most.
  const words = new TextDecoder().decode(answer.body).trim().slice(0, 300);
  const isForbidden = answer.status === 401 || answer.status === 403;
  throw new RegistryError({
    message: `The registry does not ${what}.`,
    found: `status ${answer.status}${words === "" ? "" : `: ${words}`}`,
    ...(isForbidden ? { hint: `Log in with a user who may ${action}: \`helm registry login HOST\`.` } : {}),
  });
}

/** The result, or a RegistryError with the fault. */
export function trust<Result>(outcome: Outcome<Result>): Result {
  if (!outcome.ok) throw new RegistryError(outcome.fault);
  return outcome;
}

/** What a RegistryError or CredentialsError says; any other error is thrown on. */
export function registryDiagnostic(error: unknown): Diagnostic {
  if (error instanceof RegistryError) return toDiagnostic(error.fault, "publish/registry");
  if (error instanceof CredentialsError)
    return toDiagnostic({ message: error.message }, "publish/credentials");
  throw error;
}

function toDiagnostic(fault: ArchiveFault, code: DiagnosticCode): Diagnostic {
  return { severity: "error", code, ...fault };
}
