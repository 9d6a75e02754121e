// Files of Secrets that no Pod of the sources names: real Helm puts them where the project says, byte for byte, as soon
// as they are there.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { field, objectField } from "../../src/kubernetes/object.ts";
import { verify } from "../../src/verify/verify.ts";
import { describeWithEachHelm } from "../support/helm.ts";
import { type CompiledCharts, compileCharts, renderChart } from "./rendered-charts.ts";

const source = `apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: bay }
data: { POOL: inner }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: daemon, namespace: bay }
spec:
  selector: { matchLabels: { app: daemon } }
  template:
    metadata: { labels: { app: daemon } }
    spec:
      containers:
        - name: main
          image: example.org/daemon:v1
          envFrom: [{ configMapRef: { name: settings } }]
        - name: side
          image: example.org/side:v1
          volumeMounts: [{ name: scratch, mountPath: /scratch }]
      volumes: [{ name: scratch, emptyDir: {} }]
`;

let charts: CompiledCharts;
beforeAll(() => {
  charts = compileCharts(source, {
    providers: {
      project: {
        default: "pier",
        configMap: "settings",
        files: {
          tls: {
            mountPath: "/etc/tls",
            keys: { "ca.crt": "caCert", "store.p12": { value: "store", base64: true } },
          },
          "my.ssh": { providers: ["pier"], mountPath: "/root/.ssh", keys: { id: "sshKey" } },
        },
      },
      groups: [],
      positionOf: () => ({ source: "chartwright.yaml", line: 1, column: 1, text: "" }),
    },
  });
}, 60_000);
afterAll(() => charts.remove());

/** Every byte, in an order that is no UTF-8. */
const bytes = Buffer.from([...Array(256).keys(), 0xff, 0xfe, 0xc3, 0x28, 0x0a]);
const words = "-----BEGIN\r\n{{ é }}\t<no value>\n\n";

describeWithEachHelm("files that the sources do not mount", (helm) => {
  const render = (...flags: readonly string[]) => renderChart(helm, charts, { flags });
  const file = (name: string, content: string | Buffer) => {
    const path = join(charts.folder, name);
    writeFileSync(path, content);
    return path;
  };
  const pod = (objects: Awaited<ReturnType<typeof render>>) =>
    field(objects["Deployment bay/daemon"], "spec", "template", "spec");
  const scratch = { name: "scratch", emptyDir: {} };

  test("are nowhere while none is given", async () => {
    const objects = await render();
    expect(field(pod(objects), "volumes")).toEqual([scratch]);
    expect(field(pod(objects), "containers", 0, "volumeMounts")).toBeUndefined();
    const report = await verify(charts.chartSet, { helms: [helm.path] });
    expect(report.checks.flatMap(({ findings }) => findings)).toEqual([]);
  });

  test("arrive in the containers that read the settings, byte for byte", async () => {
    const objects = await render(
      ...["--set-file", `secrets.tls.caCert=${file("ca.crt", words)}`],
      ...[
        "--set-file",
        `secrets.tls.store=${file("store.b64", bytes.toString("base64").replace(/.{76}/g, "$&\n"))}`,
      ],
      ...["--set-file", `providerSecrets.pier.sshKey=${file("id", words)}`],
      ...["--set-json", 'daemon.extraVolumes=[{"name":"more","emptyDir":{}}]'],
    );
    const data = objectField(objects["Secret bay/tls"], "data");
    expect(Buffer.from(String(data["ca.crt"]), "base64").toString()).toBe(words);
    expect(Buffer.from(String(data["store.p12"]), "base64").equals(bytes)).toBe(true);
    expect(field(objects["Secret bay/my.ssh"], "data", "id")).toBe(Buffer.from(words).toString("base64"));
    expect(field(pod(objects), "volumes")).toEqual([
      scratch,
      { name: "files-tls", secret: { secretName: "tls" } },
      { name: "files-my-ssh", secret: { secretName: "my.ssh" } },
      { name: "more", emptyDir: {} },
    ]);
    expect(field(pod(objects), "containers", 0, "volumeMounts")).toEqual([
      { name: "files-tls", mountPath: "/etc/tls", readOnly: true },
      { name: "files-my-ssh", mountPath: "/root/.ssh", readOnly: true },
    ]);
    expect(field(pod(objects), "containers", 1, "volumeMounts")).toEqual([
      { name: "scratch", mountPath: "/scratch" },
    ]);
  });

  test("are those of an existing Secret, or of a store, where it is named", async () => {
    const reference = ["--set", "secrets.mode=reference"];
    expect(field(pod(await render(...reference)), "volumes")).toEqual([scratch]);
    const referring = await render(...reference, "--set", "secrets.existingTlsName=mine");
    const mine = { name: "files-tls", secret: { secretName: "mine" } };
    expect(field(pod(referring), "volumes")).toEqual([scratch, mine]);
    const external = await render(
      ...["--set", "secrets.mode=external,secrets.external.secretStoreRef.name=vault"],
      ...["--set", "secrets.external.keys.tls=bay/tls"],
    );
    const own = { name: "files-tls", secret: { secretName: "tls" } };
    expect(field(pod(external), "volumes")).toEqual([scratch, own]);
    expect(Object.keys(external)).toContain("ExternalSecret bay/tls");
  });

  test("a binary file that is not in base64 is refused", async () => {
    const given = ["--set-file", `secrets.tls.store=${file("store", bytes)}`];
    // Helm 3.17 itself has no words for such a text where a chart has a schema.
    await expect(render(...given)).rejects.toThrow(/secrets.*tls.*store|control characters are not allowed/s);
    await expect(render(...given, "--skip-schema-validation")).rejects.toThrow(
      "secrets.tls.store must be the file in base64",
    );
    await expect(render("--set", "secrets.tls.store=abc", "--skip-schema-validation")).rejects.toThrow(
      "secrets.tls.store must be the file in base64",
    );
  });

  test("README says how they are given, and where they are", () => {
    const readme = readFileSync(join(charts.folder, "quay/README.md"), "utf8");
    expect(readme).toContain("`store` takes the file in base64");
    expect(readme).toContain(
      "Files that are given are mounted: `tls` in `/etc/tls`, `my.ssh` in `/root/.ssh`.",
    );
  });
});
