// The images of chart sets, as sites without a way out need them.
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { UsedImage } from "../src/images/find-images.ts";
import { mirrored, ocLine, skopeoLine } from "../src/images/mirror.ts";
import { parseImageReference } from "../src/kubernetes/image-reference.ts";
import { call } from "./cli/called.ts";
import { writeFiles } from "./support/folder-content.ts";
import { describeWithEachHelm } from "./support/helm.ts";
import { repositoryFolder } from "./support/repository.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

const digest = `sha256:${"ab".repeat(32)}`;

describe("a copy of", () => {
  test.each([
    [
      "quay.io/a/b:v1",
      "quay.io/a/b:v1=m.local/x/a/b:v1",
      "docker://quay.io/a/b:v1 docker://m.local/x/a/b:v1",
    ],
    ["busybox", "docker.io/library/busybox:latest=m.local/x/library/busybox:latest", undefined],
    ["grafana/grafana:1", "docker.io/grafana/grafana:1=m.local/x/grafana/grafana:1", undefined],
    [
      `quay.io/a/b:v1@${digest}`,
      `quay.io/a/b@${digest}=m.local/x/a/b:v1`,
      `docker://quay.io/a/b@${digest} docker://m.local/x/a/b:v1`,
    ],
    [
      `quay.io/a/b@${digest}`,
      `quay.io/a/b@${digest}=m.local/x/a/b`,
      `docker://quay.io/a/b@${digest} docker://m.local/x/a/b@${digest}`,
    ],
  ])("%s", (image, oc, skopeo) => {
    const parsed = parseImageReference(image);
    if (!parsed) throw new Error("no image");
    const copy = mirrored(parsed, "m.local/x/");
    expect(ocLine(copy)).toBe(oc);
    if (skopeo !== undefined) expect(skopeoLine(copy)).toBe(skopeo);
  });
});

describeWithEachHelm("the images", (helm) => {
  const example = join(repositoryFolder, "examples/tidegate");
  const images = (folder: string, ...args: readonly string[]) =>
    call(["images", ...args, "--helm", helm.path], { folder });

  test("of a project are those of containers, variables, custom resources and hooks", async () => {
    const listed = await images(example);
    expect(listed).toMatchObject({ code: 0 });
    const lines = listed.stdout.trimEnd().split("\n");
    expect(lines).toEqual(lines.toSorted());
    for (const image of [
      "registry.example.org/tidegate/controller:v0.9.2",
      "registry.example.org/tidegate/gauge:v0.9.2",
      "registry.k8s.io/kubectl:v1.34.4",
    ])
      expect(lines).toContain(image);
    const described: readonly UsedImage[] = JSON.parse((await images(example, "--json")).stdout);
    expect(described.map(({ image }) => image)).toEqual(lines);
    const gauge = described.find(({ repository }) => repository === "tidegate/gauge");
    expect(gauge?.uses).toContainEqual({
      chart: "tidegate",
      kind: "text",
      object: "TideGate uplink",
      template: "templates/tidegate-uplink.yaml",
      path: "spec.gauge.image",
    });
    const kubectl = described.find(({ repository }) => repository === "kubectl");
    expect(kubectl?.uses[0]).toMatchObject({
      object: "Job tidegate-system/tidegate-uninstall",
      hook: ["pre-delete"],
    });
  });

  test("follow the values, and a mirror is where global.imageRegistry looks", async () => {
    const mirror = "mirror.example.com/site";
    const mapping = await images(example, "--mirror", mirror);
    const targets = mapping.stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split("=")[1] ?? "");
    const given = await images(example, "--set", `global.imageRegistry=${mirror}`);
    const withoutDigest = (image: string) => image.replace(/@.*/, "");
    expect(given.stdout.trimEnd().split("\n").map(withoutDigest).toSorted()).toEqual(targets.toSorted());
    const skopeo = await images(example, "--mirror", mirror, "--format", "skopeo");
    expect(skopeo.stdout).toContain(
      `docker://registry.k8s.io/kubectl:v1.34.4 docker://${mirror}/kubectl:v1.34.4\n`,
    );
    const none = await images(example, "--set", "uninstall.strategy=guard");
    expect(none.stdout).not.toContain("kubectl");
  });

  test("of a chart that nobody here made are there too", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "harbour/Chart.yaml": `apiVersion: v2
name: harbour
version: 1.2.3
annotations:
  artifacthub.io/images: |
    - name: harbour
      image: registry.example.com/harbour:v7
    - name: crane
      image: registry.example.com/crane@${digest}
      whitelisted: true
`,
      "harbour/templates/list.yaml": `apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: { name: harbour }
    spec:
      jobTemplate:
        spec:
          template:
            spec:
              initContainers: [{ name: wait, image: busybox }]
              containers:
                - name: harbour
                  image: registry.example.com/harbour:v7
                  args: ["--sidecar-image=registry.example.com:5000/side/car:v1", "--url=https://a.example.com/x:1"]
`,
      "harbour/templates/map.yaml": `apiVersion: v1
kind: ConfigMap
metadata: { name: harbour }
data:
  config.json: '{"image": "ghcr.io/harbour/worker:v2", "host": "a.example.com:80/x", "path": "b/c:v1"}'
`,
    });
    const { stdout } = await images(folder, "harbour", "--format", "table");
    expect(stdout.split("\n").map((line) => line.split(/ {3,}/))).toEqual(
      [
        ["busybox", "harbour: CronJob harbour wait"],
        ["ghcr.io/harbour/worker:v2", 'harbour: ConfigMap harbour data["config.json"]'],
        ["registry.example.com/harbour:v7", "harbour: CronJob harbour harbour"],
        [
          "registry.example.com:5000/side/car:v1",
          "harbour: CronJob harbour spec.jobTemplate.spec.template.spec.containers[0].args[0]",
        ],
        [`registry.example.com/crane@${digest}`, "harbour: Chart.yaml"],
        [""],
      ].toSorted(([one = ""], [other = ""]) => (one === "" ? 1 : other === "" ? -1 : one < other ? -1 : 1)),
    );
  });

  test("that the operator pulls itself are said in the project file", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, {
      "chartwright.yaml": `apiVersion: chartwright/v1
kind: ChartProject
name: harbour
version: v7
sources:
  - path: harbour.yaml
images:
  - registry.example.com/harbour/worker:{version}
`,
      "harbour.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: { name: harbour, namespace: harbour }
spec:
  selector: { matchLabels: { app: harbour } }
  template:
    metadata: { labels: { app: harbour } }
    spec: { containers: [{ name: harbour, image: "registry.example.com/harbour:v7" }] }
`,
    });
    expect(await call(["build"], { folder })).toMatchObject({ code: 0 });
    const { stdout, stderr } = await images(folder, "--json");
    expect(stderr).toBe("");
    const described: readonly UsedImage[] = JSON.parse(stdout);
    expect(described.map(({ image, uses }) => [image, uses[0]?.kind])).toEqual([
      ["registry.example.com/harbour/worker:v7", "declared"],
      ["registry.example.com/harbour:v7", "container"],
    ]);
    const chart = await helm.run(["show", "chart", join(folder, "charts/harbour")]);
    expect(chart.stdout).toContain(
      "    - name: worker\n      image: registry.example.com/harbour/worker:v7\n",
    );
  });
});
