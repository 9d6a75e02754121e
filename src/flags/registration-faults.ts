// What can be wrong with a call that registers a setting; the caller knows where it stands.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Call } from "../go/expression.ts";
import type { MethodShape, Registrar } from "./registrar.ts";

/** A call on a registrar that no shape describes. */
export function unknownCall(callee: string, registrar: Registrar): Diagnostic {
  return {
    severity: "error",
    code: "flags/unknown-call",
    message: `The call of "${callee}" is not described.`,
    found: `a call on the registrar "${registrar.name}"`,
    expected: "one of its methods that is known to register a setting, or to register none",
    hint: "Describe it under `flags.registrar` in the project file: under `methods`, or under `otherMethods` if it registers nothing.",
  };
}

/** An argument among the options that the registrar does not describe. */
export function unknownOption(option: string, registrar: Registrar): Diagnostic {
  return {
    severity: "error",
    code: "flags/unknown-call",
    message: `The option "${option}" is not described.`,
    found: `an option of the registrar "${registrar.name}"`,
    expected: `one of ${Object.keys(registrar.options ?? {}).join(", ") || "none"}`,
    hint: "Describe it under `flags.registrar.options` in the project file.",
  };
}

/** A call that looks like a registration on something of unknown type. */
export function unclearReceiver(callee: string, registrar: Registrar): Diagnostic {
  return {
    severity: "warning",
    code: "flags/unclear-receiver",
    message: `The call of "${callee}" may register a setting, and is not read.`,
    found: `a method called as one of "${registrar.name}", on something whose type is not in the repository`,
    expected: `a value whose type can be told, such as ${registrar.types.join(", ")}`,
    hint: "If it registers a setting, add that under `settings` of the group in the project file.",
  };
}

/** A method of a registrar that is handed to a function, which may call it. */
export function handedOn(method: string, registrar: Registrar): Diagnostic {
  return {
    severity: "warning",
    code: "flags/unclear-receiver",
    message: `"${method}" is handed on, and what is registered with it is not read.`,
    found: `a method of the registrar "${registrar.name}" that is not called here`,
    expected: "calls of it",
    hint: "Describe the function under `flags.registrar.functions`, or add its settings under `settings` of the group.",
  };
}

/** A call with more or fewer arguments than its shape. */
export function wrongArguments(
  callee: string,
  call: Call,
  shape: MethodShape,
  registrar: Registrar,
): Diagnostic {
  return {
    severity: "error",
    code: "flags/unknown-call",
    message: `The call of "${callee}" has other arguments than its description.`,
    found: `${call.arguments.length} arguments`,
    expected: shape.arguments.join(", "),
    hint: `Correct the description of "${registrar.name}" in the project file.`,
  };
}

/** A flag or variable whose name is no constant. */
export function unresolvedName(role: "flag" | "shorthand" | "env", text: string, reason: string): Diagnostic {
  return {
    severity: "error",
    code: "flags/unresolved-name",
    message: `The ${role === "env" ? "environment variable" : role} of the setting cannot be told: ${reason}.`,
    found: text,
    expected: "a constant string",
    hint: "Describe the function that the name is handed to under `flags.registrar.functions`, or give the settings in the project file and leave this file out.",
  };
}

/** A default that is no value of the setting's type. */
export function invalidDefault(type: string, text: string, reason: string): Diagnostic {
  return {
    severity: "error",
    code: "flags/invalid-default",
    message: `The default of the setting is no ${type}: ${reason}.`,
    found: text,
    expected: `a value of the type ${type}`,
    hint: "Correct it, or the type and the order of the arguments in the description of the registrar.",
  };
}

/** A description or message that is no constant. */
export function unresolvedText(text: string, reason: string): Diagnostic {
  return {
    severity: "warning",
    code: "flags/unresolved-text",
    message: `A text of the setting cannot be told: ${reason}.`,
    found: text,
    expected: "a constant string",
    hint: "Give its `description` under `settings` of the group in the project file.",
  };
}

/** A mark of a flag that is not there. */
export function unknownFlag(flag: string): Diagnostic {
  return {
    severity: "warning",
    code: "flags/unknown-flag",
    message: `The flag "${flag}" is marked here and registered nowhere above.`,
    found: flag,
    expected: "a flag that the same file registers before",
    hint: "Mark it under `settings` of the group in the project file.",
  };
}
