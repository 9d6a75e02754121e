// Upgrades of what runs.
import { between, type CodeInput, type CodeInputs, object } from "./input.ts";

const image = "registry.example.com/tide:v1.2.0";
const digest = `sha256:${"0123456789abcdef".repeat(4)}`;

/** A Deployment with these in its container, its Pod's spec and its own spec. */
export function deployment(container: object = {}, pod: object = {}, spec: object = {}): object {
  return object("apps/v1", "Deployment", {
    spec: {
      selector: { matchLabels: { app: "tide" } },
      template: {
        metadata: { labels: { app: "tide" } },
        spec: { containers: [{ name: "tide", image, ...container }], ...pod },
      },
      ...spec,
    },
  });
}

function container(older: object, newer: object): CodeInput {
  return between([deployment(older)], [deployment(newer)]);
}

function pod(older: object, newer: object): CodeInput {
  return between([deployment({}, older)], [deployment({}, newer)]);
}

const more = { initContainers: [{ name: "ebb", image }] };
const port = { ports: [{ containerPort: 80 }] };
const probe = (number: number) => ({ livenessProbe: { tcpSocket: { port: number } } });
const resources = (kind: string, cpu: string) => ({ resources: { [kind]: { cpu } } });
const volume = (content: object) => ({ volumes: [{ name: "tide", ...content }] });

export const workloadInputs: CodeInputs = {
  "workloads/image-moved": container({}, { image: "other.example.com/tide:v1.2.0" }),
  "workloads/image-changed": container({}, { image: "registry.example.com/tide:v1.3.0" }),
  "workloads/image-older": container({}, { image: "registry.example.com/tide:v1.1.0" }),
  "workloads/image-floating": container({}, { image: "registry.example.com/tide:latest" }),
  "workloads/image-digest-lost": container({ image: `${image}@${digest}` }, {}),
  "workloads/container-added": pod({}, more),
  "workloads/container-removed": pod(more, {}),
  "workloads/privileged": container({}, { securityContext: { privileged: true } }),
  "workloads/capability-added": container({}, { securityContext: { capabilities: { add: ["NET_ADMIN"] } } }),
  "workloads/host-access": pod({}, { hostNetwork: true }),
  "workloads/runs-as-root": container({ securityContext: { runAsNonRoot: true } }, {}),
  "workloads/less-confined": container({ securityContext: { readOnlyRootFilesystem: true } }, {}),
  "workloads/needs-object": pod({}, volume({ secret: { secretName: "key" } })),
  "workloads/account-changed": pod({}, { serviceAccountName: "ebb" }),
  "workloads/scheduling-narrowed": pod({}, { nodeSelector: { coast: "west" } }),
  "workloads/scheduling-changed": pod({}, { tolerations: [{ key: "coast", operator: "Exists" }] }),
  "workloads/resources-raised": container(resources("requests", "1"), resources("requests", "2")),
  "workloads/limits-lowered": container(resources("limits", "2"), resources("limits", "1")),
  "workloads/resources-relaxed": container(resources("limits", "1"), resources("limits", "2")),
  "workloads/replicas-changed": between([deployment()], [deployment({}, {}, { replicas: 2 })]),
  "workloads/port-removed": container(port, {}),
  "workloads/port-added": container({}, port),
  "workloads/probe-changed": container(probe(1), probe(2)),
  "workloads/probe-removed": container(probe(1), {}),
  "workloads/settings-changed": container({ args: ["--low"] }, { args: ["--high"] }),
  "workloads/volumes-changed": pod({}, volume({ emptyDir: {} })),
  "workloads/changed": pod({}, { terminationGracePeriodSeconds: 5 }),
};
