// Groups of Go files and of settings given by hand → the settings of each group, every one once.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import { nearest } from "../diagnostics/suggestion.ts";
import type { ProjectFlagGroup, ProjectSetting } from "../project/flags.ts";
import { conflict } from "./group-faults.ts";
import { invalidDefault } from "./registration-faults.ts";
import { nameOf, type Setting, type SettingGroup } from "./setting.ts";
import { isTextOf } from "./setting-text.ts";

/** What groups are made of. */
export interface GroupInput {
  readonly groups: Readonly<Record<string, ProjectFlagGroup>>;
  /** The groups to read; the others have no settings. */
  readonly names: readonly string[];
  /** The settings that the Go files of a group register. */
  readonly registered: ReadonlyMap<string, readonly Setting[]>;
  /** Where something stands in the project file, below `groups`. */
  readonly positionOf: (path: readonly (string | number)[]) => Position;
}

/** The groups in the order of the project file. */
export function readGroups(input: GroupInput): {
  readonly groups: readonly SettingGroup[];
  readonly diagnostics: readonly Diagnostic[];
} {
  const reading = new GroupReader(input);
  const groups = Object.entries(input.groups).map(([name, { include = [] }]) => ({
    name,
    includes: include,
    settings: input.names.includes(name) ? reading.settingsOf(name).toSorted(inOrder) : [],
  }));
  return { groups, diagnostics: reading.diagnostics };
}

/** By environment variable; those without one last, by flag. */
function inOrder(a: Setting, b: Setting): number {
  if ((a.env === undefined) !== (b.env === undefined)) return a.env === undefined ? 1 : -1;
  const [left, right] = [a.env ?? a.flag ?? "", b.env ?? b.flag ?? ""];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

class GroupReader {
  readonly diagnostics: Diagnostic[] = [];
  readonly #input: GroupInput;
  readonly #done = new Map<string, readonly Setting[]>();
  readonly #open = new Set<string>();

  constructor(input: GroupInput) {
    this.#input = input;
  }

  settingsOf(name: string): readonly Setting[] {
    const known = this.#done.get(name);
    if (known) return known;
    this.#open.add(name);
    const { include = [], settings: given = [] } = this.#input.groups[name] ?? {};
    const own = this.#distinct(this.#input.registered.get(name) ?? []);
    const included = include.flatMap((other, index) => this.#included(other, [name, "include", index]));
    const all = this.#overridden(name, given, [...own, ...this.#inherited(own, included)]);
    this.#open.delete(name);
    this.#done.set(name, all);
    return all;
  }

  #included(name: string, path: readonly (string | number)[]): readonly Setting[] {
    const names = Object.keys(this.#input.groups);
    if (names.includes(name) && !this.#open.has(name)) return this.settingsOf(name);
    const meant = nearest(name, names);
    this.diagnostics.push({
      severity: "error",
      code: "flags/unknown-group",
      message: this.#open.has(name) ? `The group "${name}" includes itself.` : `There is no group "${name}".`,
      position: this.#input.positionOf(path),
      found: name,
      expected: `one of ${names.filter((other) => !this.#open.has(other)).join(", ") || "none"}`,
      hint: meant === undefined || this.#open.has(name) ? "Take it out of `include`." : `Write "${meant}".`,
    });
    return [];
  }

  /** One setting for each name; a second one that says something else is told. */
  #distinct(settings: readonly Setting[]): readonly Setting[] {
    const kept: Setting[] = [];
    for (const setting of settings) {
      const same = kept.find((other) => hasSameName(other, setting));
      if (same === undefined) kept.push(setting);
      else {
        const fault = conflict(same, setting);
        if (fault) this.diagnostics.push(fault);
      }
    }
    return kept;
  }

  /** The included settings that the group does not have itself: its own are the more special ones. */
  #inherited(own: readonly Setting[], included: readonly Setting[]): readonly Setting[] {
    return this.#distinct(included.filter((setting) => !own.some((other) => hasSameName(other, setting))));
  }

  /** The settings with what the project file says of them, and those that only it knows. */
  #overridden(
    group: string,
    given: readonly ProjectSetting[],
    settings: readonly Setting[],
  ): readonly Setting[] {
    const all = [...settings];
    const positionOf = (index: number) => this.#input.positionOf([group, "settings", index]);
    for (const [index, override] of given.entries()) {
      const twice = given.findIndex((other) => hasSameName(other, override));
      if (twice < index) {
        const [first, second] = [twice, index].map((one) =>
          overriddenBy(emptySetting(group, positionOf(one)), given[one] ?? {}),
        );
        const fault = first && second && conflict(first, second);
        if (fault) this.diagnostics.push(fault);
        continue;
      }
      const at = all.findIndex((setting) => hasSameName(setting, override));
      const place = [group, "settings", index];
      const known = all[at] ?? emptySetting(group, this.#input.positionOf(place));
      const setting = overriddenBy(known, override);
      const { type, default: text } = override.default === undefined ? {} : setting;
      if (type !== undefined && text && !isTextOf(type, text)) {
        const fault = invalidDefault(type, text, "no program reads this text as one");
        this.diagnostics.push({ ...fault, position: this.#input.positionOf([...place, "default"]) });
      }
      if (at === -1) all.push(setting);
      else all[at] = setting;
    }
    return all;
  }
}

/** Whether two settings are one: the same environment variable, or the same flag. */
function hasSameName(a: Pick<Setting, "env" | "flag">, b: Pick<Setting, "env" | "flag">): boolean {
  return (a.env !== undefined && a.env === b.env) || (a.flag !== undefined && a.flag === b.flag);
}

function emptySetting(group: string, position: Position): Setting {
  return {
    type: "string",
    default: "",
    required: false,
    secret: false,
    hidden: false,
    description: "",
    group,
    position,
  };
}

function overriddenBy(setting: Setting, override: ProjectSetting): Setting {
  const { unresolved, ...rest } = setting;
  return {
    ...rest,
    ...(unresolved && override.default === undefined ? { unresolved } : {}),
    ...override,
  };
}

/** The settings whose default the source does not tell, or that have none that Go takes, each once however many groups have it. */
export function unresolvedDefaults(groups: readonly SettingGroup[]): readonly Diagnostic[] {
  const settings = new Set(groups.flatMap((group) => group.settings));
  return [...settings].flatMap((setting) => {
    const { unresolved } = setting;
    if (!unresolved) return [];
    const { expression, reason, isRefused, position, source } = unresolved;
    const notes = source ? { notes: [{ message: "it stands here", position: source }] } : {};
    if (isRefused) return { ...invalidDefault(setting.type, expression, reason), position, ...notes };
    return {
      severity: "warning",
      code: "flags/unresolved-default",
      message: `The default of ${nameOf(setting)} cannot be told: ${reason}.`,
      position,
      found: expression,
      expected: "a constant expression",
      ...notes,
      hint: "Give its `default` under `settings` of the group in the project file.",
    };
  });
}
