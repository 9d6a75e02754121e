// The example operator through real Helm: what its README shows can be set, and what Helm refuses.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { field } from "../../src/kubernetes/object.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { releaseFolder } from "../support/repository.ts";
import {
  type Change,
  type CompiledCharts,
  compileCharts,
  type Given,
  type Objects,
  renderChart,
  withChanges,
} from "./rendered-charts.ts";

interface Row extends Given {
  readonly name: string;
  readonly changes: readonly Change[];
}

const gate = "TideGate uplink";
const controller = "Deployment tides/tidegate-controller";
const agent = "DaemonSet tides/tidegate-agent";
const container = (index: number, ...path: readonly (string | number)[]) => [
  "spec",
  "template",
  "spec",
  "containers",
  index,
  ...path,
];

const rows: readonly Row[] = [
  {
    name: "a share as text",
    flags: ["--set", "tideGate.flow.limit=80%"],
    changes: [[gate, ["spec", "flow", "limit"], "80%"]],
  },
  {
    name: "a limit as a number",
    flags: ["--set", "tideGate.flow.limit=250"],
    changes: [[gate, ["spec", "flow", "limit"], 250]],
  },
  {
    name: "a large number from a file",
    values: { tideGate: { flow: { burst: 4294967296 } } },
    changes: [[gate, ["spec", "flow", "burst"], 4294967296]],
  },
  {
    name: "a fraction by --set-json",
    flags: ["--set-json", "tideGate.flow.fairness=0.25"],
    changes: [[gate, ["spec", "flow", "fairness"], 0.25]],
  },
  {
    name: "a false that is no default",
    flags: ["--set", "tideGate.agent.dryRun=true"],
    changes: [[gate, ["spec", "agent", "dryRun"], true]],
  },
  {
    name: "a list that the source has empty",
    flags: ["--set", "tideGate.featureGates={EarlyEbb}"],
    changes: [[gate, ["spec", "featureGates"], ["EarlyEbb"]]],
  },
  {
    name: "an empty list in place of the source's",
    values: { tideGate: { schedule: { ebb: [] } } },
    changes: [[gate, ["spec", "schedule", "ebb"], []]],
  },
  {
    name: "null for a map of the source",
    flags: ["--set", "tideGate.schedule=null"],
    changes: [[gate, ["spec", "schedule"], undefined]],
  },
  {
    name: "one of two alternatives for the other",
    values: { tideGate: { report: { url: null, service: { name: "s", namespace: "n", port: "https" } } } },
    changes: [[gate, ["spec", "report"], { service: { name: "s", namespace: "n", port: "https" } }]],
  },
  {
    name: "a map whose values are numbers or texts",
    flags: ["--set", "tideGate.agent.tuning.queues=128", "--set-string", "tideGate.agent.tuning.mtu=9000"],
    changes: [[gate, ["spec", "agent", "tuning"], { queues: 128, quantum: "1514", mtu: "9000" }]],
  },
  {
    name: "free content, as it is given",
    values: { tideGate: { overrides: { deep: [{ on: "off" }], "{{ x }}": 1 } } },
    changes: [[gate, ["spec", "overrides"], { deep: [{ on: "off" }], "{{ x }}": 1 }]],
  },
  {
    name: "a template of the operator's own, with its braces",
    values: { tideGate: { gauge: { logFormat: "{{ .Gate }}" } } },
    changes: [[gate, ["spec", "gauge", "logFormat"], "{{ .Gate }}"]],
  },
  {
    name: "the controller's tag",
    flags: ["--set", "controller.image.tag=v1.0.0"],
    changes: [[controller, container(1, "image"), "registry.example.org/tidegate/controller:v1.0.0"]],
  },
  {
    name: "an environment variable with zeros in front",
    flags: ["--set-string", "controller.env.SHARD=010"],
    changes: [[controller, container(1, "env", 9, "value"), "010"]],
  },
  {
    name: "the agent's resources and nothing of the controller's",
    flags: ["--set", "agent.resources.limits.memory=1Gi"],
    changes: [[agent, container(0, "resources", "limits", "memory"), "1Gi"]],
  },
  {
    name: "no Pods of the controller",
    flags: ["--set", "controller.replicas=0"],
    changes: [[controller, ["spec", "replicas"], 0]],
  },
];

const refusals = [
  {
    name: "a word for a limit",
    flags: ["--set", "tideGate.flow.limit=much"],
    says: /tideGate[./]flow[./]limit/,
  },
  {
    name: "more than a bound",
    flags: ["--set", "tideGate.agent.logLevel=10"],
    says: /tideGate[./]agent[./]logLevel/,
  },
  {
    name: "a burst that is no multiple",
    flags: ["--set", "tideGate.flow.burst=1000"],
    says: /tideGate[./]flow[./]burst/,
  },
  {
    name: "zero where it is excluded",
    flags: ["--set", "tideGate.flow.fairness=0"],
    says: /tideGate[./]flow[./]fairness/,
  },
  {
    name: "an unknown class",
    flags: ["--set", "tideGate.trafficClass=slow"],
    says: /tideGate[./]trafficClass/,
  },
  { name: "an unknown key", flags: ["--set", "tideGate.flow.limt=1"], says: /limt/ },
  {
    name: "both of two alternatives",
    values: { tideGate: { report: { service: { name: "s", namespace: "n" } } } },
    says: /tideGate[./]report/,
  },
  { name: "a missing required field", flags: ["--set", "tideGate.flow.limit=null"], says: /limit/ },
];

describeWithEachHelm("the example tidegate", (helm) => {
  let charts: CompiledCharts;
  let defaults: Objects;
  const render = (given: Given) =>
    renderChart(helm, charts, { chart: "tidegate", namespace: "tides", ...given });
  beforeAll(async () => {
    const release = (name: string) => readFileSync(join(releaseFolder("tidegate"), name), "utf8");
    const text = `${release("tidegate-operator.yaml")}---\n${release("tidegate-cr.yaml")}`;
    charts = compileCharts(text, {
      name: "tidegate",
      layout: "crds-and-main",
      uninstall: { strategy: "none" },
    });
    defaults = await render({});
  });
  afterAll(() => charts.remove());

  test.each(rows)("$name", async ({ changes, ...given }) => {
    expect(await render(given)).toEqual(withChanges(defaults, changes));
  });

  test.each(refusals)("Helm refuses $name", async ({ says, ...given }) => {
    await expect(render(given)).rejects.toThrow(says);
  });

  test("one registry moves every image, in containers, environment and custom resource", async () => {
    const images = (objects: Objects) =>
      JSON.stringify(objects).match(/"[^"\\ ]*\/tidegate\/[a-z-]+[:@][^"\\ ]*"/g) ?? [];
    const moved = images(await render({ flags: ["--set", "global.imageRegistry=registry.local:5000"] }));
    expect(moved).toEqual(
      images(defaults).map((image) => image.replace("registry.example.org", "registry.local:5000")),
    );
    expect(moved.length).toBeGreaterThan(5);
    expect(moved.join()).not.toContain("registry.example.org");
  });

  test("the payload of the ConfigMap, with its own templates, is untouched in the source's namespace", async () => {
    const here = await render({ namespace: "tidegate-system" });
    const source = charts.chartSet.plan.operator.configMaps.find(
      ({ reference }) => reference.name === "tidegate-settings",
    );
    expect(field(here["ConfigMap tidegate-system/tidegate-settings"], "data")).toEqual(
      field(source?.object, "data"),
    );
  });
});
