// What a component's part of the project file says in two places, or where Helm does not look: its switch among its own
// values, and global values.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { Position } from "../diagnostics/position.ts";
import type { Chart } from "../emit/chart.ts";
import { field } from "../kubernetes/object.ts";
import { type Component, componentKey, withValue } from "../plan/component.ts";
import { globalValues } from "../transform/chart-values.ts";
import { presetFaults } from "./preset-faults.ts";

/** A component, its chart (undefined for a foreign one), and where the project file has keys of it. */
export interface SwitchInput {
  readonly component: Component;
  readonly chart: Chart | undefined;
  positionOf(path: readonly (string | number)[]): Position;
}

/** A switch that the component's chart refuses, one that is preset as well, and global values that do not arrive. */
export function switchFaults(input: SwitchInput): readonly Diagnostic[] {
  return [...refusedSwitch(input), ...presetSwitch(input), ...presetGlobals(input)];
}

/** The path of the switch among the component's own values; empty where it stands elsewhere. */
function pathOf(component: Component): readonly string[] {
  const [first, ...rest] = component.condition;
  return first === componentKey(component) ? rest : [];
}

function refusedSwitch({ component, chart, positionOf }: SwitchInput): readonly Diagnostic[] {
  const path = pathOf(component);
  if (!chart || path.length === 0) return [];
  const faults = presetFaults(chart, withValue({}, path, component.isEnabled), () =>
    positionOf(["condition"]),
  );
  return faults.map((fault) => ({
    ...fault,
    code: "components/condition",
    message: `The value "${component.condition.join(".")}" cannot switch the component "${component.name}": its chart refuses it.`,
    hint: "Give the component another `condition`, or none.",
  }));
}

function presetSwitch({ component, positionOf }: SwitchInput): readonly Diagnostic[] {
  const path = pathOf(component);
  const preset = path.length === 0 ? undefined : field(component.values, ...path);
  if (preset === undefined) return [];
  return [
    {
      severity: "error",
      code: "components/preset",
      message: `The value "${path.join(".")}" switches the component "${component.name}", and is preset as well.`,
      position: positionOf(["values", ...path]),
      found: JSON.stringify(preset),
      expected: "`enabled` of the component to say whether it is on at first",
      hint: `Take it out of \`values\`, and write \`enabled: ${preset === false ? "false" : "true"}\` beside them.`,
    },
  ];
}

/** https://helm.sh/docs/chart_template_guide/subcharts_and_globals/: what the outer chart has wins. */
function presetGlobals({ component, positionOf }: SwitchInput): readonly Diagnostic[] {
  return globalValues.flatMap(({ path, role }): readonly Diagnostic[] => {
    if (role === "section" || field(component.values, ...path) === undefined) return [];
    return [
      {
        severity: "error",
        code: "components/preset",
        message: `The value "${path.join(".")}" cannot be preset for the component "${component.name}".`,
        position: positionOf(["values", ...path]),
        found: "a global value that the outer chart has, too: Helm hands that one down",
        expected: "values of the component's own",
        hint: "Leave it to who installs the release, or preset what it stands for, such as an image's registry.",
      },
    ];
  });
}
