// What a user of a generated chart must be able to do with workloads, on the inputs of the shared folder: one suite for a
// folder of cases/, whose EXPECT.md says it in words. The files values-cases-*.test.ts beside have the others.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { field, type KubernetesObject, listField, objectField } from "../../src/kubernetes/object.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeTree } from "../support/golden.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { describeCase, withoutChartLabels } from "./case-chart.ts";
import { compileCharts, type Objects, objectsOf, withChanges } from "./rendered-charts.ts";

const podSpec = ["spec", "template", "spec"];
const container = (index: number, ...path: readonly (string | number)[]) => [
  ...podSpec,
  "containers",
  index,
  ...path,
];

function names(items: readonly unknown[]): readonly unknown[] {
  return items.map((item) => field(item, "name"));
}

describeWithCorpus("values of small operators", (corpus) => {
  describeCase(corpus, "env-entries", ({ source, defaults, render }) => {
    const pelican = "Deployment bay/pelican";
    const envOf = (objects: Objects) => listField(objects[pelican], ...container(0, "env"));

    test("nothing set: the environment is the source's, in its order", () => {
      expect(envOf(defaults())).toEqual(
        listField(source()["Deployment pelican-system/pelican"], ...container(0, "env")),
      );
    });

    test.each([
      {
        name: "one literal",
        flags: ["--set", "pelican.env.HOST=other"],
        at: 7,
        entry: { name: "HOST", value: "other" },
      },
      {
        name: "a number without its zeros",
        flags: ["--set", "pelican.env.MAX_NESTS=7"],
        at: 1,
        entry: { name: "MAX_NESTS", value: "7" },
      },
      {
        name: "a boolean",
        flags: ["--set", "pelican.env.DRY_RUN=true"],
        at: 2,
        entry: { name: "DRY_RUN", value: "true" },
      },
      {
        name: "a field reference by a literal",
        flags: ["--set", "pelican.env.WATCH_NAMESPACE=all"],
        at: 0,
        entry: { name: "WATCH_NAMESPACE", value: "all" },
      },
      {
        name: "one of two names that differ in case",
        flags: ["--set", "pelican.env.log_level=warn"],
        at: 9,
        entry: { name: "log_level", value: "warn" },
      },
    ])("$name is changed, and nothing else", async ({ flags, at, entry }) => {
      expect(await render({ flags })).toEqual(
        withChanges(defaults(), [[pelican, container(0, "env", at), entry]]),
      );
    });

    test("an entry goes, another comes, plain and from a Secret", async () => {
      const token = { valueFrom: { secretKeyRef: { name: "s", key: "k" } } };
      const objects = await render({ values: { pelican: { env: { EMPTY: null, NEW: 1, TOKEN: token } } } });
      const kept = envOf(defaults()).filter((entry) => field(entry, "name") !== "EMPTY");
      expect(envOf(objects)).toEqual([...kept, { name: "NEW", value: "1" }, { name: "TOKEN", ...token }]);
      expect(new Set(names(envOf(objects))).size).toBe(envOf(objects).length);
    });
  });

  describeCase(corpus, "pod-knobs", ({ charts, source, defaults, render }, helm) => {
    const osprey = "Deployment bay/osprey";
    const places: Readonly<Record<string, readonly (string | number)[]>> = {
      nodeSelector: [...podSpec, "nodeSelector"],
      tolerations: [...podSpec, "tolerations"],
      affinity: [...podSpec, "affinity"],
      topologySpreadConstraints: [...podSpec, "topologySpreadConstraints"],
      podSecurityContext: [...podSpec, "securityContext"],
      securityContext: container(0, "securityContext"),
      resources: container(0, "resources"),
      strategy: ["spec", "strategy"],
      podAnnotations: ["spec", "template", "metadata", "annotations"],
    };

    test("nothing set: the pod spec is the source's", () => {
      const before = source()["Deployment osprey/osprey"];
      expect(field(defaults()[osprey], "spec")).toEqual(field(before, "spec"));
    });

    test.each(Object.keys(places))("%s: null takes it away", async (key) => {
      const objects = await render({ values: `osprey: {${key}: null}\n` });
      expect(objects).toEqual(withChanges(defaults(), [[osprey, places[key] ?? [], undefined]]));
    });

    test("all of them null leave a pod that lint accepts", async () => {
      const nothing = Object.keys(places).map((key) => `osprey.${key}=null`);
      const flags = ["--set", `${nothing.join(",")},osprey.priorityClassName=,osprey.image.pullPolicy=`];
      const spec = objectField((await render({ flags }))[osprey], ...podSpec);
      const kept = [
        "imagePullSecrets",
        "hostNetwork",
        "dnsPolicy",
        "terminationGracePeriodSeconds",
        "containers",
        "volumes",
      ];
      expect(Object.keys(spec).toSorted()).toEqual(kept.toSorted());
      const lint = await helm.lint([join(charts().folder, "quay"), "--strict", ...flags]);
      expect(lint.status, lint.stdout + lint.stderr).toBe(0);
    });

    test("one more volume, mounted, keeps the first", async () => {
      const volume = { name: "more", emptyDir: {} };
      const mount = { name: "more", mountPath: "/more" };
      const objects = await render({
        values: { osprey: { extraVolumes: [volume], extraVolumeMounts: [mount] } },
      });
      expect(objects).toEqual(
        withChanges(defaults(), [
          [osprey, [...podSpec, "volumes", 1], volume],
          [osprey, container(0, "volumeMounts", 1), mount],
        ]),
      );
    });

    test("with everything but the image taken out of values.yaml it still renders", async () => {
      const folder = temporaryFolder();
      const chart = charts().chartSet.charts[0];
      const values =
        "global: {}\nosprey: {image: {registry: registry.example.org, repository: osprey, tag: v1}}\n";
      writeTree(folder, new Map([...(chart?.files ?? []), ["values.yaml", values]]));
      const result = await helm.template(["probe", folder, "--namespace", "bay"]);
      expect(result.stderr).toBe("");
      expect(field(objectsOf(result.stdout)[osprey], ...container(0, "image"))).toBe(
        "registry.example.org/osprey:v1",
      );
    });
  });

  describeCase(corpus, "image-ref", ({ source, defaults, render }) => {
    const quarry = "Deployment bay/quarry-operator";
    const imagesOf = (objects: Objects, name = quarry) =>
      ["initContainers", "containers"].flatMap((list) =>
        listField(objects[name], ...podSpec, list).map((one) => String(field(one, "image"))),
      );

    test("nothing set: the five images are the source's", () => {
      expect(imagesOf(defaults())).toEqual(imagesOf(source(), "Deployment quarry-system/quarry-operator"));
    });

    test("one part set changes that part of that image", async () => {
      const [, manager = "", proxy = ""] = imagesOf(defaults());
      const blocks = "operator.containers.";
      const each = async (flag: string) => imagesOf(await render({ flags: ["--set", flag] }));
      expect((await each(`${blocks}warmup.image.registry=localhost:5000`))[0]).toBe(
        "localhost:5000/quarry/warmup",
      );
      expect((await each(`${blocks}warmup.image.tag=v2`))[0]).toBe(
        "registry.example.org:5000/quarry/warmup:v2",
      );
      expect((await each(`${blocks}shell.image.tag=1.36`))[3]).toBe("busybox:1.36");
      expect((await each(`${blocks}exporter.image.repository=a/b`))[4]).toBe("localhost:5001/a/b:latest");
      // The digest stays beside another tag: it decides what runs, as values.yaml says.
      expect((await each("operator.image.tag=v1.9.0"))[1]).toBe(manager.replace("v1.8.2", "v1.9.0"));
      expect((await each("operator.image.digest="))[1]).toBe(manager.replace(/@.*/, ""));
      expect((await each(`${blocks}proxy.image.digest=,${blocks}proxy.image.tag=v3`))[2]).toBe(
        proxy.replace(/@.*/, ":v3"),
      );
    });

    test("one registry for all keeps its port and each path", async () => {
      const images = imagesOf(await render({ flags: ["--set", "global.imageRegistry=mirror.local:5000"] }));
      expect(images).toEqual(
        imagesOf(defaults()).map((image) =>
          image === "busybox"
            ? "mirror.local:5000/library/busybox"
            : image.replace(/^[^/]+/, "mirror.local:5000"),
        ),
      );
    });
  });

  describeCase(corpus, "service-accounts", ({ source, defaults, render }) => {
    const accountsOf = (objects: Objects) =>
      Object.keys(objects).filter((name) => name.startsWith("ServiceAccount "));

    test("nothing set: three accounts, each with its own fields", async () => {
      const rendered = await render({ namespace: "juniper-system" });
      expect(withoutChartLabels(rendered)).toEqual(withoutChartLabels(source()));
      expect(accountsOf(defaults())).toHaveLength(3);
    });

    test.each([
      { account: "juniper-manager", block: "manager.serviceAccount" },
      { account: "juniper-scanner", block: "scan.serviceAccount" },
      { account: "juniper-uploader", block: "serviceAccounts.juniperUploader" },
    ])("$account can be one that exists already", async ({ account, block }) => {
      const objects = await render({ flags: ["--set", `${block}.create=false,${block}.name=existing`] });
      expect(accountsOf(objects)).toEqual(
        accountsOf(defaults()).filter((name) => name !== `ServiceAccount bay/${account}`),
      );
      const references = (of: Objects) =>
        Object.entries(of).flatMap(([name, object]) =>
          [
            ...listField(object, "subjects").map((subject) => field(subject, "name")),
            field(object, ...podSpec, "serviceAccountName"),
            field(object, "spec", "jobTemplate", ...podSpec, "serviceAccountName"),
          ].flatMap((account) => (account === undefined ? [] : `${name}: ${account}`)),
        );
      expect(references(objects)).toEqual(
        references(defaults()).map((reference) => reference.replace(`: ${account}`, ": existing")),
      );
      await expect(render({ flags: ["--set", `${block}.create=false`] })).rejects.toThrow(
        /must name an existing service account/,
      );
    });
  });

  describeCase(corpus, "scalar-types", ({ source, defaults, render }) => {
    test("nothing set: every text stays a text, and every number a number", async () => {
      const rendered = await render({ namespace: "thistle" });
      expect(withoutChartLabels(rendered)).toEqual(withoutChartLabels(source()));
    });

    test("a number for the tag, from the command line and from a file", async () => {
      const image = [container(0, "image")];
      for (const given of [
        { flags: ["--set", "thistle.image.tag=20250601"] },
        { values: "thistle: {image: {tag: 20250601}}\n" },
      ]) {
        const objects = await render(given);
        expect(field(objects["Deployment bay/thistle"], ...(image[0] ?? []))).toBe(
          "registry.example.org/thistle:20250601",
        );
      }
      expect(field(defaults()["Deployment bay/thistle"], "spec", "replicas")).toBe(0);
    });
  });

  describeCase(corpus, "sidecar-scope", ({ source, defaults, render }) => {
    const operator = "Deployment bay/lagoon-operator";
    const server = "Deployment bay/lagoon-apiserver";

    test("nothing set: both Deployments are the source's", async () => {
      expect(withoutChartLabels(await render({ namespace: "lagoon" }))).toEqual(withoutChartLabels(source()));
    });

    test.each([
      { block: "lagoonOperator", object: operator, at: 1 },
      { block: "lagoonOperator.containers.gatekeeper", object: operator, at: 0 },
      { block: "lagoonApiserver", object: server, at: 0 },
    ])("$block sets one container and no other", async ({ block, object, at }) => {
      const tag = await render({ flags: ["--set", `${block}.image.tag=new`] });
      const image = String(field(defaults()[object], ...container(at, "image"))).replace(/:[^:]*$/, ":new");
      expect(tag).toEqual(withChanges(defaults(), [[object, container(at, "image"), image]]));
      const cpu = await render({ flags: ["--set", `${block}.resources.limits.cpu=3`] });
      expect(cpu).toEqual(
        withChanges(defaults(), [[object, container(at, "resources", "limits", "cpu"), 3]]),
      );
      const probe = await render({ flags: ["--set", `${block}.livenessProbe.httpGet.port=9`] });
      expect(probe).toEqual(
        withChanges(defaults(), [[object, container(at, "livenessProbe", "httpGet", "port"), 9]]),
      );
    });

    test("each Deployment has its own replicas", async () => {
      const objects = await render({ flags: ["--set", "lagoonApiserver.replicas=9"] });
      expect(objects).toEqual(withChanges(defaults(), [[server, ["spec", "replicas"], 9]]));
    });
  });

  describeCase(corpus, "selectors", ({ source, defaults, render }) => {
    test("selectors are the source's, whatever the chart's version", async () => {
      const selectors = (objects: Objects) =>
        Object.fromEntries(
          Object.values(objects).map((object) => [object.kind, field(object, "spec", "selector")]),
        );
      expect(selectors(defaults())).toEqual(selectors(source()));
      const text = JSON.stringify(Object.values(source()));
      const next = compileCharts(
        text
          .replace(/^\[/, '{"apiVersion":"v1","kind":"List","items":[')
          .replace(/\]$/, "]}")
          .replaceAll("4.1.0", "4.2.0"),
        { chart: { version: "1.1.0" } },
      );
      try {
        expect(next.chartSet.plan.metadata).toMatchObject({ version: "1.1.0", appVersion: "4.2.0" });
        for (const object of Object.values(await render({})))
          expect(JSON.stringify(object)).not.toContain("4.2.0");
      } finally {
        next.remove();
      }
    });

    test("the chart manages what kustomize managed", () => {
      for (const object of Object.values(defaults())) {
        expect(field(object, "metadata", "labels", "app.kubernetes.io/managed-by")).toBe("Helm");
      }
      expect(field(defaults()["Deployment bay/sable"], "metadata", "labels", "helm.sh/chart")).toBe(
        "quay-4.1.0",
      );
    });
  });

  describeCase(corpus, "ca-bundle", ({ defaults, render }) => {
    const hooks = "ValidatingWebhookConfiguration copper-validating";
    test("the placeholder is left to who fills it in, and so is the empty Secret", async () => {
      expect(field(defaults()[hooks], "webhooks", 0, "clientConfig", "caBundle")).toBeUndefined();
      const secret = defaults()["Secret bay/copper-runtime-cert"] as KubernetesObject;
      expect(Object.keys(secret).toSorted()).toEqual(["apiVersion", "kind", "metadata", "type"]);
      expect(field(defaults()["Certificate bay/copper-cert"], "spec", "issuerRef")).toEqual({
        kind: "ClusterIssuer",
        name: "house-ca",
      });
      expect(field(defaults()["Certificate bay/copper-cert"], "spec", "dnsNames")).toEqual([
        "copper-webhook.bay.svc",
      ]);
      const manual = await render({
        flags: ["--set", "certificates.mode=manual,certificates.caBundle=Y2E="],
      });
      expect(field(manual[hooks], "webhooks", 0, "clientConfig", "caBundle")).toBe("Y2E=");
    });
  });

  describeCase(corpus, "foreign-namespace", ({ defaults }) => {
    test("the operator moves, its objects elsewhere stay", () => {
      expect(Object.keys(defaults()).toSorted()).toEqual([
        "Deployment bay/ferry",
        "Role docks/ferry-secret-writer",
        "RoleBinding docks/ferry-secret-writer",
        "RoleBinding kube-system/ferry-auth-reader",
        "ServiceAccount bay/ferry",
      ]);
      const subjects = (name: string) =>
        listField(defaults()[name], "subjects").map(
          (subject) => `${field(subject, "namespace")}/${field(subject, "name")}`,
        );
      expect(subjects("RoleBinding kube-system/ferry-auth-reader")).toEqual(["bay/ferry"]);
      expect(subjects("RoleBinding docks/ferry-secret-writer")).toEqual(["bay/ferry", "docks/harbourmaster"]);
    });
  });

  describeCase(corpus, "namespace-object", ({ charts, defaults, render }) => {
    test("the own namespace is no object of the release, and its labels are told", () => {
      expect(Object.keys(defaults())).toEqual(
        expect.not.arrayContaining(["Namespace basalt-system", "Namespace bay"]),
      );
      const notes = charts().chartSet.charts[0]?.files.get("templates/NOTES.txt") ?? "";
      expect(notes).toContain("pod-security.kubernetes.io/enforce=privileged");
    });

    test("the other one is created by the chart, or not", async () => {
      expect(Object.keys(defaults())).toContain("Namespace basalt-jobs");
      const objects = await render({ flags: ["--set", "namespaces.basaltJobs.create=false"] });
      expect(objects).toEqual(withChanges(defaults(), [["Namespace basalt-jobs", [], undefined]]));
      expect(objects["ResourceQuota basalt-jobs/cap"]).toBeDefined();
    });
  });

  describe("every case", () => {
    const folders = corpus.list("cases").filter((name) => !name.endsWith(".md"));
    test.each(folders.length > 0 ? folders : ["none"])(
      "%s compiles in every layout, or says why not",
      (name) => {
        const text = readFileSync(corpus.path(`cases/${name}/input.yaml`), "utf8");
        for (const layout of ["crds-and-main", "one-chart"]) compileCharts(text, { layout }).remove();
      },
    );
  });
});
