// Which registrars a project has: Go's own, those that it names, and those that it describes.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { KnownTypes } from "../go/foreign-types.ts";
import type { ProjectFlags, ProjectRegistrar } from "../project/flags.ts";
import type { Registrar } from "./registrar.ts";
import { builtInRegistrars, envRegistrar, flagRegistrar, pflagRegistrar } from "./standard-registrars.ts";

/** The registrars by which calls are read; a project's own come first. `flag` and `pflag` are always there. */
export function registrarsOf(
  { registrar = envRegistrar.name }: Pick<ProjectFlags, "registrar">,
  position: Position,
): { readonly registrars: readonly Registrar[]; readonly diagnostics: readonly Diagnostic[] } {
  const given = Array.isArray(registrar) ? registrar : [registrar];
  const diagnostics: Diagnostic[] = [];
  const own = (given as readonly (string | ProjectRegistrar)[]).flatMap((each): readonly Registrar[] => {
    if (typeof each !== "string") return [{ ...each, types: each.types ?? [], methods: each.methods ?? {} }];
    const found = builtInRegistrars.find(({ name }) => name === each);
    if (!found) diagnostics.push(unknownRegistrar(each, position));
    return found ? [found] : [];
  });
  return { registrars: [...new Set([...own, flagRegistrar, pflagRegistrar])], diagnostics };
}

/** What the registrars know of functions and variables outside the repository. */
export function knownTypes(registrars: readonly Registrar[]): KnownTypes {
  return new Map(registrars.flatMap(({ known }) => [...(known ?? [])]));
}

function unknownRegistrar(name: string, position: Position): Diagnostic {
  const names = builtInRegistrars.map((registrar) => registrar.name);
  const meant = nearest(name, names);
  return {
    severity: "error",
    code: "flags/unknown-registrar",
    message: `There is no registrar "${name}".`,
    position,
    found: name,
    expected: `one of ${names.join(", ")}, or a description`,
    hint: meant === undefined ? "Describe its calls: docs/flags.md says how." : `Write "${meant}".`,
  };
}
