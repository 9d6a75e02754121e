// What changes of a workload mean, on one Deployment.
import { describe, expect, test } from "vitest";
import { compareReleases } from "../../src/upgrade/compare-releases.ts";
import { releaseOf } from "./releases.ts";

interface Parts {
  /** Of the container. */
  readonly container?: object;
  /** Of the Pod's spec. */
  readonly pod?: object;
  /** Of the Deployment's spec. */
  readonly spec?: object;
  /** Other objects of the release. */
  readonly others?: readonly object[];
}

const image = "registry.example.com/tides/tide:v1.2.0";
const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

/** A container whose own image and that of its env have digests of this digit. */
function digests(digit: string): object {
  const pinned = (name: string) => `registry.example.com/tides/${name}@sha256:${digit.repeat(64)}`;
  return { image: pinned("gate"), env: [{ name: "AGENT_IMAGE", value: pinned("agent") }] };
}

function release({ container = {}, pod = {}, spec = {}, others = [] }: Parts, version: string) {
  const deployment = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "tide" },
    spec: {
      selector: { matchLabels: { app: "tide" } },
      template: {
        metadata: { labels: { app: "tide" } },
        spec: { containers: [{ name: "manager", image, ...container }], ...pod },
      },
      ...spec,
    },
  };
  const text = [deployment, ...others].map((one) => `---\n${JSON.stringify(one)}\n`).join("");
  return releaseOf({ tide: { "templates/all.yaml": text } }, version);
}

function told(before: Parts, after: Parts): readonly (readonly [string, string])[] {
  const findings = compareReleases(release(before, "1.0.0"), release(after, "1.1.0"));
  return findings.map(({ code, message }) => [code, message]);
}

const context = (securityContext: object): Parts => ({ container: { securityContext } });
const named = (kind: string, name: string) => ({ apiVersion: "v1", kind, metadata: { name } });
const secretVolume = { pod: { volumes: [{ name: "certificate", secret: { secretName: "certificate" } }] } };

describe("a workload", () => {
  test.each<readonly [string, Parts, Parts, readonly (readonly [string, string])[]]>([
    ["is as it was", {}, {}, []],
    [
      "has a later image",
      {},
      { container: { image: "registry.example.com/tides/tide:v1.10.0" } },
      [["workloads/image-changed", "The image tide goes from v1.2.0 to v1.10.0."]],
    ],
    [
      "has an earlier image",
      {},
      { container: { image: "registry.example.com/tides/tide:v1.1.9" } },
      [["workloads/image-older", "The image tide goes from v1.2.0 to v1.1.9."]],
    ],
    [
      "has its image from elsewhere",
      {},
      { container: { image: "other.example.com/tides/tide:v1.2.0" } },
      [
        [
          "workloads/image-moved",
          "The image comes from other.example.com/tides/tide instead of registry.example.com/tides/tide.",
        ],
      ],
    ],
    [
      "has an image of Docker Hub, once with its name",
      { container: { image: "nginx:1.29.0" } },
      { container: { image: "docker.io/library/nginx:1.29.0" } },
      [],
    ],
    [
      "has an image of no version",
      {},
      { container: { image: "registry.example.com/tides/tide:latest" } },
      [
        [
          "workloads/image-floating",
          "The image registry.example.com/tides/tide:latest is not of one version.",
        ],
        ["workloads/image-changed", "The image tide goes from v1.2.0 to latest."],
      ],
    ],
    [
      "has an image without its digest",
      { container: { image: `${image}@${digest}` } },
      {},
      [
        ["workloads/image-digest-lost", `The image ${image} is no longer pinned by a digest.`],
        ["workloads/image-changed", "The image tide goes from v1.2.0@sha256:0123456789ab… to v1.2.0."],
      ],
    ],
    [
      "names images in its env and arguments, which are told once",
      { container: { args: [`--image=x`, image], env: [{ name: "AGENT_IMAGE", value: image }] } },
      {
        container: {
          image: image.replace("v1.2.0", "v1.3.0"),
          args: [`--image=x`, image.replace("v1.2.0", "v1.3.0")],
          env: [{ name: "AGENT_IMAGE", value: image.replace("v1.2.0", "v1.3.0") }],
        },
      },
      [["workloads/image-changed", "The image tide goes from v1.2.0 to v1.3.0."]],
    ],
    [
      "is told images by flags, whatever else comes and goes",
      { container: { args: ["-agent-image", image, `--tool-image=${image}`, "--level=1"] } },
      {
        container: {
          args: [
            "--serve",
            `--tool-image=${image.replace("v1.2.0", "v1.3.0")}`,
            "--level=2",
            "-agent-image",
            image.replace("v1.2.0", "v1.3.0"),
          ],
        },
      },
      [
        [
          "workloads/settings-changed",
          'Container "manager" has other settings: arguments --level is "2" and was "1", new --serve.',
        ],
        ["workloads/image-changed", "The image tide goes from v1.2.0 to v1.3.0."],
      ],
    ],
    [
      "has a long argument that ends otherwise, and words in another order",
      { container: { command: ["run", "fast"], args: [`--doc=${"a".repeat(70)}b`] } },
      { container: { command: ["fast", "run"], args: [`--doc=${"a".repeat(70)}c`] } },
      [
        [
          "workloads/settings-changed",
          `Container "manager" has other settings: arguments command in another order, --doc is "…${"a".repeat(30)}c" and was "…${"a".repeat(30)}b".`,
        ],
      ],
    ],
    [
      "has images with other digests, which are told together",
      { container: digests("a") },
      { container: digests("b") },
      [["workloads/image-changed", "2 images (gate, agent) go to other digests."]],
    ],
    [
      "asks for other nodes",
      {},
      {
        pod: {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: "kubernetes.io/os", operator: "NotIn", values: ["windows"] }] },
                ],
              },
            },
          },
        },
      },
      [
        [
          "workloads/scheduling-narrowed",
          "Fewer nodes will do: nodes have to fit kubernetes.io/os NotIn windows.",
        ],
      ],
    ],
    [
      "is a process of a Windows node",
      {},
      { pod: { securityContext: { windowsOptions: { hostProcess: true } } } },
      [
        ["workloads/privileged", 'Container "manager" is a process of the node, on Windows.'],
        ["workloads/changed", "Also other than before: spec.template.spec.securityContext."],
      ],
    ],
    [
      "is privileged",
      {},
      context({ privileged: true }),
      [["workloads/privileged", 'Container "manager" is privileged.']],
    ],
    [
      "has a capability more",
      context({ capabilities: { add: ["NET_ADMIN"] } }),
      context({ capabilities: { add: ["SYS_TIME", "NET_ADMIN"] } }),
      [["workloads/capability-added", 'Container "manager" has SYS_TIME more.']],
    ],
    [
      "may run as root because its Pod no longer says otherwise",
      { pod: { securityContext: { runAsNonRoot: true } } },
      {},
      [
        ["workloads/runs-as-root", 'Container "manager" may run as root.'],
        ["workloads/changed", "Also other than before: spec.template.spec.securityContext."],
      ],
    ],
    [
      "may not run as root because it has a user",
      context({ runAsNonRoot: true }),
      context({ runAsUser: 65_532 }),
      [
        [
          "workloads/changed",
          "Also other than before: spec.template.spec.containers[manager].securityContext.runAsNonRoot, " +
            "spec.template.spec.containers[manager].securityContext.runAsUser.",
        ],
      ],
    ],
    [
      "is confined less",
      context({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
        seccompProfile: { type: "RuntimeDefault" },
      }),
      context({}),
      [
        [
          "workloads/less-confined",
          'Container "manager" is confined less: it does not drop ALL, it may escalate its privileges, its root file ' +
            "system is not read-only, it has no seccompProfile.",
        ],
      ],
    ],
    [
      "has its confinement from its Pod",
      context({ seccompProfile: { type: "RuntimeDefault" } }),
      { pod: { securityContext: { seccompProfile: { type: "RuntimeDefault" } } } },
      [
        [
          "workloads/changed",
          "Also other than before: spec.template.spec.containers[manager].securityContext, spec.template.spec.securityContext.",
        ],
      ],
    ],
    [
      "is confined more",
      { pod: { hostNetwork: true }, container: { securityContext: { privileged: true } } },
      context({ readOnlyRootFilesystem: true }),
      [
        [
          "workloads/changed",
          "Also other than before: spec.template.spec.containers[manager].securityContext.privileged, " +
            "spec.template.spec.containers[manager].securityContext.readOnlyRootFilesystem, spec.template.spec.hostNetwork.",
        ],
      ],
    ],
    [
      "wants less and gets more",
      {
        container: {
          resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: 1, memory: "1Gi" } },
        },
      },
      { container: { resources: { requests: { cpu: "1" }, limits: { cpu: 2 } } } },
      [
        [
          "workloads/resources-relaxed",
          'Container "manager" requests less: memory 1Gi → unset; may use more: cpu 1 → 2, memory 1Gi → unset.',
        ],
      ],
    ],
    [
      "reaches into the node",
      {},
      {
        pod: { hostNetwork: true, volumes: [{ name: "run", hostPath: { path: "/run" } }] },
        container: { ports: [{ containerPort: 80, hostPort: 8080 }] },
      },
      [
        ["workloads/host-access", "The Pods have the port 8080 of the node."],
        ["workloads/host-access", "The Pods have the network of the node."],
        ["workloads/host-access", 'The Pods have the files in "/run" of the node.'],
        ["workloads/port-added", 'Port 80 of container "manager" is new.'],
        ["workloads/volumes-changed", "Volumes are other ones: +run."],
      ],
    ],
    [
      "has a port of another name",
      { container: { ports: [{ name: "metrics", containerPort: 8080 }] } },
      { container: { ports: [{ name: "http-metrics", containerPort: 8080 }] } },
      [["workloads/port-removed", 'Port 8080 (metrics) of container "manager" is now 8080 (http-metrics).']],
    ],
    [
      "has another probe, and one less",
      { container: { readinessProbe: { httpGet: { port: 1 } }, livenessProbe: { httpGet: { port: 1 } } } },
      { container: { readinessProbe: { httpGet: { port: 2 } } } },
      [
        ["workloads/probe-removed", 'The livenessProbe of container "manager" is gone.'],
        ["workloads/probe-changed", 'The readinessProbe of container "manager" is another one.'],
      ],
    ],
    [
      "wants more and gets less",
      { container: { resources: { requests: { cpu: "100m" }, limits: { memory: "1Gi" } } } },
      { container: { resources: { requests: { cpu: "0.2" }, limits: { memory: "512Mi" } } } },
      [
        ["workloads/limits-lowered", 'Container "manager" is limited more: memory 1Gi → 512Mi.'],
        ["workloads/resources-raised", 'Container "manager" requests more: cpu 100m → 0.2.'],
      ],
    ],
    [
      "wants the same in other words",
      { container: { resources: { requests: { cpu: "100m" } } } },
      { container: { resources: { requests: { cpu: 0.1 } } } },
      [],
    ],
    [
      "runs on fewer nodes",
      { pod: { tolerations: [{ key: "edge", operator: "Exists" }] } },
      { pod: { nodeSelector: { "kubernetes.io/os": "linux" } } },
      [
        [
          "workloads/scheduling-narrowed",
          "Fewer nodes will do: nodes have to have the label kubernetes.io/os=linux.",
        ],
        ["workloads/scheduling-narrowed", "Fewer nodes will do: a toleration of edge is gone."],
      ],
    ],
    [
      "needs a Secret that nobody makes",
      {},
      secretVolume,
      [
        [
          "workloads/needs-object",
          'The Pods need the Secret "certificate", which no chart of the set makes.',
        ],
        ["workloads/volumes-changed", "Volumes are other ones: +certificate."],
      ],
    ],
    [
      "needs a Secret that the release brings",
      {},
      { ...secretVolume, others: [named("Secret", "certificate")] },
      [
        ["workloads/volumes-changed", "Volumes are other ones: +certificate."],
        ["objects/added", "The object is new."],
      ],
    ],
    [
      "refers to an object that is gone",
      { ...secretVolume, others: [named("Secret", "certificate")] },
      secretVolume,
      [
        [
          "objects/removed-in-use",
          "The release has it no longer, and Deployment tides/tide still refers to it.",
        ],
      ],
    ],
    [
      "runs as another account",
      { pod: { serviceAccount: "ebb" } },
      { pod: { serviceAccountName: "flood" }, others: [named("ServiceAccount", "flood")] },
      [
        ["workloads/account-changed", 'The Pods run as service account "flood" instead of "ebb".'],
        ["objects/added", "The object is new."],
      ],
    ],
    [
      "says its account in the newer words",
      { pod: { serviceAccount: "ebb" } },
      { pod: { serviceAccountName: "ebb" } },
      [],
    ],
    [
      "has a container more, other settings, and starts otherwise",
      { container: { args: ["--a", "--b"], env: [{ name: "A", value: "1" }] }, spec: { replicas: 1 } },
      {
        container: { args: ["--a", "--c"], env: [{ name: "B", value: "1" }] },
        pod: { initContainers: [{ name: "first", image }], terminationGracePeriodSeconds: 5 },
        spec: { replicas: 2, strategy: { type: "Recreate" } },
      },
      [
        [
          "workloads/changed",
          "Also other than before: spec.template.spec.terminationGracePeriodSeconds, spec.strategy.",
        ],
        ["workloads/replicas-changed", "The number of Pods goes from 1 to 2."],
        [
          "workloads/settings-changed",
          'Container "manager" has other settings: arguments new --c, without --b; env +B, -A.',
        ],
        ["workloads/container-added", 'Container "first" is new.'],
      ],
    ],
  ])("%s", (_, before, after, expected) => {
    expect(told(before, after)).toEqual(expected);
  });
});

test("a finding has its place on both sides and names the part that it is about", () => {
  const [found] = compareReleases(
    release({}, "1.0.0"),
    release(
      { others: [named("ConfigMap", "a")], container: { image: "registry.example.com/tides/tide:v1.1.0" } },
      "1.1.0",
    ),
  );
  expect(found).toMatchObject({
    subject: "Deployment tides/tide",
    path: "spec.template.spec.containers[manager].image",
    older: { chart: "tide", file: "templates/all.yaml", line: 2 },
    newer: { chart: "tide", file: "templates/all.yaml", line: 2 },
  });
});
