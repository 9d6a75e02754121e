// The values of the charts that this one depends on. Each has a map of its own, which Helm hands to that chart and
// checks against that chart's own schema: repeating the schema here would tell each mistake twice, and let what may
// stand in a chart of another project decide on the size of this one's release.
import type { ChartPlan } from "../plan/chart-plan.ts";
import { type Component, componentKey, presetValues } from "../plan/component.ts";
import { globalValues } from "./chart-values.ts";
import type { Value } from "./value.ts";

/** The maps of the components, and the switches that stand elsewhere. */
export function componentValues({ components }: ChartPlan): readonly Value[] {
  if (components.length === 0) return [];
  return [...globalValues, ...components.flatMap((component) => [mapOf(component), ...switchOf(component)])];
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
