// The values of the charts that this one depends on. Each has a map of its own, which Helm hands to that chart and
// checks against that chart's own schema: repeating the schema here would tell each mistake twice, and let what may
// stand in a chart of another project decide on the size of this one's release.
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import type { ChartPlan } from "../plan/chart-plan.ts";
import { type Component, componentKey, presetValues } from "../plan/component.ts";
import { globalValues } from "./chart-values.ts";
import type { Value } from "./value.ts";

/** The maps of the components, and the switches that stand elsewhere. */
export function componentValues({ components }: ChartPlan): readonly Value[] {
  return [
    ...globalsOf(components),
    ...components.flatMap((component) => [mapOf(component), ...switchOf(component)]),
  ];
}

/** The global values that one of the components reads. */
function globalsOf(components: readonly Component[]): readonly Value[] {
  const isRead = (key: string) => components.some(({ globals }) => globals?.includes(key) ?? true);
  const read = globalValues.filter(({ path: [, key] }) => key !== undefined && isRead(key));
  return read.length === 0
    ? []
    : globalValues.filter((value) => value.role === "section" || read.includes(value));
}

/**
 * Switches where no value can be: the component's own map, inside another component's, inside or around a value of the
 * chart or another switch. One that is on or off at first may be shared by what is on or off then, too. `own` are the
 * chart's other values.
 */
export function misplacedSwitches({ components }: ChartPlan, own: readonly Value[]): readonly Diagnostic[] {
  const leaves = [...globalValues, ...own].filter(({ role }) => role !== "section");
  return components.flatMap((component, index): readonly Diagnostic[] => {
    const { condition, name, switchPosition: position } = component;
    const found = obstacleOf(component, components.slice(0, index), components, leaves);
    if (found === undefined) return [];
    return [
      {
        severity: "error",
        code: "components/condition",
        message: `The value "${condition.join(".")}" cannot switch the component "${name}".`,
        ...(position ? { position } : {}),
        found,
        expected: `a value of its own, such as ${componentKey(component)}.enabled`,
        hint: "Give the component another `condition`, or none.",
      },
    ];
  });
}

function obstacleOf(
  component: Component,
  before: readonly Component[],
  all: readonly Component[],
  leaves: readonly Value[],
): string | undefined {
  const { condition, isEnabled } = component;
  if (condition[0] === componentKey(component)) {
    return condition.length === 1 ? "the map of the component's values" : undefined;
  }
  const owner = all.find((other) => componentKey(other) === condition[0]);
  if (owner) return `values of the component "${owner.name}" under "${condition[0]}"`;
  const isShared = (value: Value) => value.path.length === condition.length && value.default === isEnabled;
  const leaf = leaves.find((value) => overlap(value.path, condition) && !isShared(value));
  if (leaf) return `the value "${leaf.path.join(".")}" of this chart`;
  const other = before.find((one) => overlap(one.condition, condition));
  if (!other || (other.condition.length === condition.length && other.isEnabled === isEnabled)) return;
  return other.condition.length === condition.length
    ? `the component "${other.name}", which the same value has ${other.isEnabled ? "on" : "off"} at first`
    : `the switch "${other.condition.join(".")}" of the component "${other.name}"`;
}

/** Whether one path leads to the other, or into it. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  return one.slice(0, other.length).every((key, index) => key === other[index]);
}

function mapOf(component: Component): Value {
  const { name, condition } = component;
  const key = componentKey(component);
  const [first, ...rest] = condition;
  const inside = first === key ? rest : [];
  return {
    path: [key],
    default: presetValues(component),
    description: describe(component),
    schema: { type: "object", ...(inside.length === 0 ? {} : switchSchema(inside, name)) },
    readBy: "component",
  };
}

function describe({ name, version, description, isDeclared }: Component): string {
  const what = description === undefined ? "" : ` (${description.replace(/\.$/, "")})`;
  return isDeclared
    ? `Values of the chart ${name} ${version}${what}, as its own values.yaml has them.`
    : `Values of the chart ${name} ${version}, as its own values.yaml has them. Only the published chart holds it.`;
}

function switchSchema(path: readonly string[], name: string): Value["schema"] {
  const [key = "", ...rest] = path;
  const inner =
    rest.length === 0
      ? { type: ["boolean", "null"], description: `Whether the chart ${name} is part of the release.` }
      : { type: "object", ...switchSchema(rest, name) };
  return { properties: { [key]: inner } };
}

/** A condition that does not stand among the component's own values. */
function switchOf(component: Component): readonly Value[] {
  const { name, condition, isEnabled, isDeclared } = component;
  if (condition[0] === componentKey(component)) return [];
  return [
    {
      path: condition,
      default: isEnabled,
      description: `Whether the chart ${name} is part of the release.`,
      schema: { type: "boolean" },
      ...(isDeclared ? {} : { readBy: "component" }),
    },
  ];
}
