// The preflight may only refuse, and only on a live cluster: offline it is silent with both Helms, and on a real API
// server it refuses exactly what would go wrong later.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ControlPlane, describeWithControlPlane, startControlPlane } from "../support/control-plane.ts";
import { describeWithEachHelm, kubectl } from "../support/helm.ts";
import type { ProcessResult } from "../support/process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type AnvilOptions, anvilCrd, anvilOperator, forgeCrd } from "./anvil-operator.ts";
import { compileText, fileOf, findFile, writeCharts } from "./compiled-charts.ts";

const preflightPath = "templates/preflight.yaml";

const monitor = `---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: anvil
spec:
  endpoints: []
  selector: {}
`;

const certificate = `---
apiVersion: cert-manager.io/v1
kind: Certificate
metadata:
  name: anvil
spec:
  secretName: anvil-tls
  dnsNames: [anvil.example.org]
  issuerRef: {name: anvil}
`;

describe("what the preflight looks for", () => {
  /** The file's own actions. */
  const calls = (text: string) =>
    text
      .split("\n")
      .filter((line) => /^\{\{- (?:if|include) /.test(line))
      .slice(1)
      .map((line) => line.slice(4, -3));

  test.each<{ name: string; options: AnvilOptions; layout: string; expected: readonly string[] }>([
    {
      name: "a main chart looks for each CRD of its CRD chart, and what its CR sets",
      options: {},
      layout: "crds-and-main",
      expected: [
        'include "anvil.preflight.crd" (dict "root" . "crd" "anvils.anvil.example.org" "version" "v1")',
        "if .Values.customResource.create",
        'include "anvil.preflight.customResource" (dict "root" . "crd" "anvils.anvil.example.org" "version" "v1" "fields" (dict "spec" .Values.anvil))',
        'include "anvil.preflight.crd" (dict "root" . "crd" "forges.anvil.example.org" "version" "v1")',
      ],
    },
    {
      name: "APIs of other projects are looked for while a value has their objects on",
      options: { more: certificate + monitor },
      layout: "one-chart",
      expected: [
        "if .Values.customResource.create",
        'include "anvil.preflight.ownCrd" (dict "root" . "crd" "anvils.anvil.example.org" "kind" "Anvil" "create" "customResource.create")',
        'if eq .Values.certificates.mode "cert-manager"',
        'include "anvil.preflight.api" (dict "root" . "api" "cert-manager.io/v1/Certificate" "provider" "cert-manager" "off" "certificates.mode=manual")',
        "if .Values.monitoring.enabled",
        'include "anvil.preflight.api" (dict "root" . "api" "monitoring.coreos.com/v1/ServiceMonitor" "provider" "the Prometheus operator" "off" "monitoring.enabled=false")',
      ],
    },
  ])("$name", ({ options, layout, expected }) => {
    const set = compileText(anvilOperator(options), { name: "anvil", layout });
    expect(calls(fileOf(set, "anvil", preflightPath))).toEqual(expected);
  });

  test("a chart of CRDs, and an operator that needs nothing, have no preflight and no value for it", () => {
    const split = compileText(anvilOperator(), { name: "anvil", layout: "crds-and-main" });
    const alone = compileText(anvilOperator({ customResource: false }), {
      name: "anvil",
      layout: "one-chart",
    });
    expect(findFile(split, "anvil-crd", preflightPath)).toBeUndefined();
    expect(findFile(alone, "anvil", preflightPath)).toBeUndefined();
    for (const chart of [split.charts[0], alone.charts[0]]) {
      expect(chart?.values.filter(({ path }) => path[0] === "preflight")).toEqual([]);
    }
  });

  test("a kind whose CRD is in the sources is not looked for as another project's", () => {
    const own = anvilCrd()
      .replaceAll("anvil.example.org", "monitoring.coreos.com")
      .replaceAll("Anvil", "ServiceMonitor");
    const set = compileText(anvilOperator({ more: `---\n${own}${monitor}` }), {
      name: "anvil",
      layout: "crds-and-main",
    });
    expect(fileOf(set, "anvil", preflightPath)).not.toContain("anvil.preflight.api");
  });
});

describeWithEachHelm("offline the preflight is silent", (helm) => {
  test.each([
    { name: "template", args: ["template", "anvil", "anvil"] },
    {
      name: "template with the cluster's API versions, as Argo CD calls it",
      args: ["template", "anvil", "anvil", "-a", "v1/Namespace"],
    },
    { name: "lint", args: ["lint", "--strict", "anvil"] },
    {
      name: "lint of the second step",
      args: ["lint", "--strict", "anvil", "--set", "customResource.create=true"],
    },
  ])("$name", async ({ args }) => {
    const folder = temporaryFolder();
    writeCharts(compileText(anvilOperator({ more: certificate + monitor }), { name: "anvil" }), folder);
    const result = await helm.run(args, { cwd: folder });
    expect(result).toMatchObject({ status: 0, stderr: "" });
    expect(result.stdout).not.toContain("preflight");
  });
});

describeWithControlPlane("on a live cluster", () => {
  let cluster: ControlPlane;
  beforeAll(async () => {
    cluster = await startControlPlane();
  });
  afterAll(() => cluster.stop());

  describeWithEachHelm("the preflight", (helm) => {
    const suffixOf = (name: string) => `-${helm.major}-${name}`;
    /** Charts of one release of the operator, and Helm on them. */
    const release = (options: AnvilOptions, version: string, layout = "crds-and-main") => {
      const folder = temporaryFolder();
      const name = `anvil${options.suffix}`;
      writeCharts(compileText(anvilOperator(options), { name, layout, chart: { version } }), folder);
      const run = (command: string) =>
        helm.run(command.split(" "), { cwd: folder, kubeconfig: cluster.kubeconfig });
      const place = `--namespace ${name}`;
      return {
        run,
        crds: () => run(`upgrade --install ${name}-crd ./${name}-crd ${place} --create-namespace`),
        install: (flags = "") => run(`install ${name} ./${name} ${place} --create-namespace${flags}`),
        upgrade: (flags = "") => run(`upgrade ${name} ./${name} ${place} --reset-then-reuse-values${flags}`),
        /** Runs the commands that a refusal shows. */
        follow: async ({ stderr }: ProcessResult, flags = "") => {
          for (const [, command] of stderr.matchAll(/^ {2}helm (.+)$/gm)) {
            expect(await run(`${command}${flags}`)).toMatchObject({ status: 0 });
          }
        },
        fields: async () => {
          const resource = `anvils.${name}.example.org/main`;
          const result = await kube(["get", resource, "-n", name, "-o", "jsonpath={.spec}"]);
          return JSON.parse(result.stdout);
        },
      };
    };
    const kube = async (args: readonly string[], stdin = "") => {
      const result = await kubectl()?.run(args, { kubeconfig: cluster.kubeconfig, stdin });
      if (result?.status !== 0)
        throw new Error(`kubectl ${args.join(" ")}: ${result?.stderr ?? "is missing"}`);
      return result;
    };

    test("refuses an operator before its CRDs, and the command that it shows mends it", async () => {
      const suffix = suffixOf("first");
      const anvil = release({ suffix }, "1.0.0");
      const refused = await anvil.install();
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(
        `The CustomResourceDefinition anvils.anvil${suffix}.example.org is not in the cluster. It is in the chart anvil${suffix}-crd, which comes first:`,
      );
      expect(refused.stderr).toContain(
        `\n  helm upgrade --install anvil${suffix}-crd ./anvil${suffix}-crd --namespace anvil${suffix} --create-namespace\n`,
      );
      await anvil.follow(refused);
      expect(await anvil.install()).toMatchObject({ status: 0 });
      expect(await anvil.fields()).toEqual({ weight: 1 });
    });

    test("refuses an upgrade before that of the CRDs, whose new field then arrives", async () => {
      const suffix = suffixOf("older");
      const [before, after] = [
        release({ suffix }, "1.9.0"),
        release({ suffix, fields: ["weight", "height"] }, "1.10.0"),
      ];
      await before.crds();
      expect(await before.install()).toMatchObject({ status: 0 });
      const refused = await after.upgrade();
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain(`is of anvil${suffix}-crd-1.9.0, older than this chart`);
      await after.follow(refused);
      expect(await after.upgrade()).toMatchObject({ status: 0 });
      expect(await after.fields()).toEqual({ weight: 1, height: 1 });
    });

    test.each([
      { crds: "1.1.0-rc.1", main: "1.1.0", accepted: false },
      { crds: "1.1.0-rc.1", main: "1.1.0-rc.2", accepted: false },
      { crds: "1.1.0-rc.9", main: "1.1.0-rc.10", accepted: false },
      { crds: "1.1.0", main: "1.1.0-rc.2", accepted: true },
      { crds: "1.1.0+5", main: "1.1.0+5", accepted: true },
      { crds: "1.2.0", main: "1.1.9", accepted: true },
    ])(
      "with CRDs of $crds and an operator of $main, accepted is $accepted",
      async ({ crds, main, accepted }) => {
        const suffix = suffixOf(`v${crds}-${main}`.replaceAll(/[.+]/g, ""));
        expect(await release({ suffix }, crds).crds()).toMatchObject({ status: 0 });
        expect((await release({ suffix }, main).install()).status).toBe(accepted ? 0 : 1);
      },
    );

    test("compares fields where kubectl applied the CRDs, and the command that it shows takes them over", async () => {
      const suffix = suffixOf("kubectl");
      const anvil = release({ suffix, fields: ["weight", "height"] }, "1.0.0");
      await kube(["apply", "-f", "-"], `${anvilCrd({ suffix })}---\n${forgeCrd(suffix)}`);
      const refused = await anvil.install();
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain("it does not have spec.height, and");
      await anvil.follow(refused, helm.major === "4" ? " --force-conflicts" : "");
      expect(await anvil.install()).toMatchObject({ status: 0 });
      expect(await anvil.fields()).toEqual({ weight: 1, height: 1 });
    });

    test("sees fields that the user sets, in lists too; what is null or empty is not rendered and does not count", async () => {
      const suffix = suffixOf("fields");
      const anvil = release({ suffix, fields: ["weight", "height"] }, "1.0.0");
      const older = anvilCrd({ suffix })
        .replace("{text: {type: string}}", "{}")
        .replace("text: {type: string}", "old: {type: string}");
      await kube(["apply", "-f", "-"], `${older}---\n${forgeCrd(suffix)}`);
      const list = await anvil.install(" --set anvil.height=null,anvil.notes[0].text=x");
      expect(list.stderr).toContain("it does not have spec.notes[0].text, and");
      expect(await anvil.install(" --set anvil.height=null")).toMatchObject({ status: 0 });
    });

    test("asks for the version of the API where kubectl applied the CRDs", async () => {
      const suffix = suffixOf("version");
      await kube(
        ["apply", "-f", "-"],
        `${anvilCrd({ suffix, storageVersion: "v1alpha1" })}---\n${forgeCrd(suffix)}`,
      );
      const refused = await release({ suffix }, "1.0.0").install();
      expect(refused.stderr).toContain("it does not have version v1, and");
    });

    test("of a chart of the CR alone, fits each operator whose CRD serves its version and has its fields", async () => {
      const suffix = suffixOf("apart");
      const name = `anvil${suffix}`;
      const apart = (options: AnvilOptions, version: string) =>
        release({ suffix, ...options }, version, "operator-and-cr");
      const place = `--namespace ${name} --create-namespace`;
      const cr = apart({}, "1.0.0");
      const operator = (options: AnvilOptions, version: string) =>
        apart(options, version).run(`upgrade --install ${name}-operator ./${name}-operator ${place}`);
      const install = () => cr.run(`upgrade --install ${name}-cr ./${name}-cr ${place}`);
      expect((await install()).stderr).toContain("is not in the cluster. It is in the chart");
      expect(await operator({ fields: ["height"] }, "0.9.0")).toMatchObject({ status: 0 });
      expect((await install()).stderr).toContain("it does not have spec.weight, and");
      expect(await operator({ fields: ["weight", "height"] }, "1.7.0")).toMatchObject({ status: 0 });
      expect(await install()).toMatchObject({ status: 0 });
      expect(await cr.fields()).toEqual({ weight: 1 });
      expect(await cr.run(`uninstall ${name}-cr --namespace ${name}`)).toMatchObject({ status: 0 });
      await kube(["delete", "crd", `anvils.${name}.example.org`]);
      await kube(["apply", "-f", "-"], anvilCrd({ suffix, storageVersion: "v2" }));
      expect((await install()).stderr).toContain("it does not have version v1, and");
    });

    test("is switched off by its value, and knows a dry run against the server from one without", async () => {
      const suffix = suffixOf("off");
      const anvil = release({ suffix }, "1.0.0");
      expect((await anvil.run(`template anvil ./anvil${suffix} --dry-run=client`)).status).toBe(0);
      expect((await anvil.run(`install anvil ./anvil${suffix} --dry-run=server`)).stderr).toContain(
        "is not in the cluster",
      );
      const off = " --set preflight.enabled=false --set customResource.create=false";
      expect(await anvil.install(off)).toMatchObject({ status: 0 });
    });

    test("asks for the APIs of other projects while a value has their objects on", async () => {
      const suffix = suffixOf("apis");
      const anvil = release({ suffix, more: certificate + monitor }, "1.0.0");
      await anvil.crds();
      const noCertificates = await anvil.install();
      expect(noCertificates.stderr).toContain(
        "The cluster does not serve cert-manager.io/v1/Certificate, which comes with cert-manager. Install that first, or leave out what needs it:\n\n  --set certificates.mode=manual\n",
      );
      const noMonitors = await anvil.install(" --set certificates.mode=manual");
      expect(noMonitors.stderr).toContain("\n  --set monitoring.enabled=false\n");
      expect(
        await anvil.install(" --set certificates.mode=manual --set monitoring.enabled=false"),
      ).toMatchObject({ status: 0 });
    });

    test("in one chart, refuses a CR in the first step, and the two commands that it shows create it", async () => {
      const suffix = suffixOf("one");
      const anvil = release({ suffix }, "1.0.0", "one-chart");
      const refused = await anvil.install(" --set customResource.create=true");
      expect(refused.status).toBe(1);
      expect(refused.stderr).toContain("Take two:");
      await anvil.follow(refused, " --create-namespace");
      expect(await anvil.fields()).toEqual({ weight: 1 });
    });
  });
});
