import { describe, expect, test } from "vitest";
import { renderDiagnostic } from "../../src/diagnostics/render.ts";
import { formatReference } from "../../src/kubernetes/object.ts";
import { planResult } from "./planned.ts";

/** A Deployment whose Pods wait for `volume`; `account` is what it runs as. */
function deployment(volume: string, account = "quay"): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: {name: quay, namespace: harbour}
spec:
  selector: {matchLabels: {app: quay}}
  template:
    metadata: {labels: {app: quay}}
    spec:
      serviceAccountName: ${account}
      containers: [{name: quay, image: "example.org/quay:v1"}]
      volumes: [{name: tls, ${volume}}]
`;
}

const waitsForSecret = deployment("secret: {secretName: quay-tls}");

function job(name: string, args: string, { account = "maker", annotations = "{}" } = {}): string {
  return `apiVersion: batch/v1
kind: Job
metadata: {name: ${name}, namespace: harbour, annotations: ${annotations}}
spec:
  template:
    spec:
      serviceAccountName: ${account}
      restartPolicy: Never
      containers: [{name: run, image: "example.org/tool:v1", args: ${args}}]
`;
}

function account(name: string, rules: string, kind = "Role"): string {
  const namespace = kind === "Role" ? "namespace: harbour" : "labels: {}";
  return `apiVersion: v1
kind: ServiceAccount
metadata: {name: ${name}, namespace: harbour}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: {name: ${name}, ${namespace}}
rules: ${rules}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata: {name: ${name}, ${namespace}}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name}}
subjects: [{kind: ServiceAccount, name: ${name}, namespace: harbour}]
`;
}

const makesSecrets = '[{apiGroups: [""], resources: [secrets], verbs: [get, create]}]';
const doesEverything = '[{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]';
const webhook = `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: {name: quay}
webhooks:
- name: a.example.org
  admissionReviewVersions: [v1]
  sideEffects: None
  failurePolicy: Ignore
  clientConfig: {service: {name: quay, namespace: harbour}}
`;

const before = "pre-install,pre-upgrade";
const after = "post-install,post-upgrade";
const both = `${before},${after}`;

interface Case {
  readonly name: string;
  readonly objects: readonly string[];
  /** The hooks in the order in which they run. */
  readonly hooks: readonly string[];
  /** What speaks against it. */
  readonly found?: string;
}

const cases: readonly Case[] = [
  {
    name: "a Job for which nothing waits runs after everything else",
    objects: [deployment("emptyDir: {}"), job("make", "[--secret=quay-tls]"), account("maker", makesSecrets)],
    hooks: [`1 Job harbour/make: ${after}`],
  },
  {
    name: "a Job that names the Secret and may make it runs first, behind its account and rights",
    objects: [waitsForSecret, job("make", "[--secret=quay-tls]"), account("maker", makesSecrets)],
    hooks: [
      `-3 ServiceAccount harbour/maker: ${before}`,
      `-2 Role harbour/maker: ${before}`,
      `-1 RoleBinding harbour/maker: ${before}`,
      `1 Job harbour/make: ${before}`,
    ],
  },
  {
    name: "of two Jobs that name the Secret the first makes it; the account of both is there for both",
    objects: [
      waitsForSecret,
      job("make", "[create, --secret, quay-tls]"),
      job("patch", "[patch, --secret, quay-tls]"),
      webhook,
      account("maker", doesEverything, "ClusterRole"),
    ],
    hooks: [
      `-3 ServiceAccount harbour/maker: ${both}`,
      `-2 ClusterRole maker: ${both}`,
      `-1 ClusterRoleBinding maker: ${both}`,
      `1 Job harbour/make: ${before}`,
      `2 Job harbour/patch: ${after}`,
    ],
  },
  {
    name: "a Job that names nothing and may make Secrets makes the one that is missing",
    objects: [waitsForSecret, job("make", "[]"), account("maker", makesSecrets)],
    hooks: [
      `-3 ServiceAccount harbour/maker: ${before}`,
      `-2 Role harbour/maker: ${before}`,
      `-1 RoleBinding harbour/maker: ${before}`,
      `1 Job harbour/make: ${before}`,
    ],
  },
  {
    name: "the right to everything does not say that a Job makes the Secret",
    objects: [waitsForSecret, job("migrate", "[]"), account("maker", doesEverything, "ClusterRole")],
    hooks: [`1 Job harbour/migrate: ${after}`],
  },
  {
    name: "a Job that names the Secret and may not make it is not its maker",
    objects: [
      waitsForSecret,
      job("read", "[--secret=quay-tls]"),
      account("maker", '[{apiGroups: [""], resources: [secrets], verbs: [get]}]'),
    ],
    hooks: [`1 Job harbour/read: ${after}`],
  },
  {
    name: "part of a word is not a name",
    objects: [
      waitsForSecret,
      job("make", "[--secret=quay-tls-old, --other=my-quay-tls]"),
      account("maker", doesEverything, "ClusterRole"),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
  },
  {
    name: "an account whose rights nothing in the sources says is taken at its word",
    objects: [waitsForSecret, job("make", "[--secret=quay-tls]", { account: "given" })],
    hooks: [`1 Job harbour/make: ${before}`],
  },
  {
    name: "an optional Secret holds nobody up",
    objects: [
      deployment("secret: {secretName: quay-tls, optional: true}"),
      job("make", "[--secret=quay-tls]"),
      account("maker", makesSecrets),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
  },
  {
    name: "a Secret of the sources needs no maker",
    objects: [
      waitsForSecret,
      "apiVersion: v1\nkind: Secret\nmetadata: {name: quay-tls, namespace: harbour}\n",
      job("fill", "[--secret=quay-tls]"),
      account("maker", makesSecrets),
    ],
    hooks: [`1 Job harbour/fill: ${after}`],
  },
  {
    name: "a Job that says itself when it runs is left alone, with what it needs",
    objects: [
      waitsForSecret,
      job("make", "[--secret=quay-tls]", { annotations: '{helm.sh/hook: "pre-install"}' }),
      account("maker", makesSecrets),
    ],
    hooks: [],
  },
  {
    name: "the account of the operator itself is not taken away at every upgrade",
    objects: [
      deployment("secret: {secretName: quay-tls}", "maker"),
      job("make", "[--secret=quay-tls]"),
      account("maker", makesSecrets),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
    found: 'Deployment "quay" runs as the same service account',
  },
  {
    name: "a binding of several subjects is not taken away from the others",
    objects: [
      waitsForSecret,
      job("make", "[--secret=quay-tls]"),
      account("maker", makesSecrets).replace(
        "subjects: [",
        "subjects: [{kind: ServiceAccount, name: quay, namespace: harbour}, ",
      ),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
    found: 'RoleBinding "maker" binds other subjects too',
  },
  {
    name: "what else of the chart the Job needs is not there before it",
    objects: [
      waitsForSecret,
      job("make", "[--secret=quay-tls], envFrom: [{configMapRef: {name: settings}}]"),
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: harbour}\n",
      account("maker", makesSecrets),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
    found: 'it needs ConfigMap "settings" of the same chart',
  },
  {
    name: "a single Job that makes the Secret and patches webhooks cannot do both at one time",
    objects: [
      waitsForSecret,
      job("make", "[--secret=quay-tls]"),
      webhook,
      account("maker", doesEverything, "ClusterRole"),
    ],
    hooks: [`1 Job harbour/make: ${after}`],
    found: 'it may also change ValidatingWebhookConfiguration "quay", which is not there before',
  },
  {
    name: "two Jobs that might make the Secret leave it open which",
    objects: [waitsForSecret, job("one", "[]"), job("two", "[]"), account("maker", makesSecrets)],
    hooks: [`1 Job harbour/one: ${after}`, `2 Job harbour/two: ${after}`],
    found: '"one", "two" may all make it, and none names it',
  },
];

describe("the Jobs of a chart", () => {
  test.each(cases)("$name", ({ objects, hooks, found }) => {
    const { plan, diagnostics } = planResult(objects.join("---\n"));
    const [chart] = plan?.charts ?? [];
    expect(
      (chart?.jobs?.hooks ?? []).map(
        ({ manifest, events, weight }) => `${weight} ${formatReference(manifest.reference)}: ${events}`,
      ),
    ).toEqual(hooks);
    const said = diagnostics.filter(({ code }) => code === "plan/job-before-workload");
    expect(said.map((diagnostic) => diagnostic.found)).toEqual(found === undefined ? [] : [found]);
  });

  test("hooks of the sources stay on Jobs and on what these need, at events that Helm knows", () => {
    const hook = (text: string, events: string) =>
      text.replaceAll(/(metadata: \{name: [^,}]+)/g, `$1, annotations: {helm.sh/hook: ${events}}`);
    const settings = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n";
    const { plan, diagnostics } = planResult(
      [
        hook(account("maker", makesSecrets), "pre-install"),
        job("make", "[], envFrom: [{configMapRef: {name: settings}}]", {
          annotations: "{helm.sh/hook: 'Test, Pre-Install', helm.sh/hook-weight: '3'}",
        }),
        hook(settings, "post-delete"),
        hook(settings.replace("settings", "others"), "pre-install"),
        hook(account("idle", makesSecrets), "pre-install"),
        job("old", "[]", { account: "idle", annotations: "{helm.sh/hook: crd-install}" }),
      ].join("---\n"),
    );
    const [chart] = plan?.charts ?? [];
    expect(
      chart?.jobs?.sourceHooks.map(
        ({ manifest, events, weight }) => `${weight} ${formatReference(manifest.reference)}: ${events}`,
      ),
    ).toEqual([
      "0 ServiceAccount harbour/maker: pre-install",
      "0 Role harbour/maker: pre-install",
      "0 RoleBinding harbour/maker: pre-install",
      "0 ConfigMap settings: post-delete",
      "3 Job harbour/make: pre-install,test",
    ]);
    expect(chart?.jobs?.hooks.map(({ manifest }) => formatReference(manifest.reference))).toEqual([
      "Job harbour/old",
    ]);
    expect(diagnostics.map(({ code, position }) => [code, position?.line])).toEqual([
      ["plan/source-hook", expect.any(Number)],
    ]);
  });

  test("what cannot be decided is told with both places and ways out", () => {
    const { diagnostics } = planResult(
      [
        deployment("configMap: {name: settings}", "maker"),
        job("make", "[--to=settings]"),
        account("maker", '[{apiGroups: [""], resources: [configmaps], verbs: [create]}]'),
      ].join("---\n"),
    );
    expect(diagnostics.map(renderDiagnostic).join("\n")).toBe(
      `a.yaml:13:1: warning: Deployment "quay" waits for ConfigMap "settings", which Job "make" makes only after it. [plan/job-before-workload]
  13 | apiVersion: batch/v1
     | ^
  found:    Deployment "quay" runs as the same service account
  expected: a Job that can run before all other objects of the chart
  note:     Deployment "quay" is here (a.yaml:1:1)
  hint:     Create the ConfigMap before the install, or install without --wait; or annotate the Job and what it needs in the source with "helm.sh/hook: pre-install,pre-upgrade".`,
    );
  });
});
