// Which containers run for real, and as whom. That they do is held by tests/e2e/proving-ground.e2e.ts.

import { expect, test } from "vitest";
import { kubectlInImage, refusedUser } from "./container-process.ts";
import type { Container, Pod, SecurityContext } from "./pod.ts";

test.each<{ image: string; command?: readonly string[]; expected: string | undefined }>([
  { image: "registry.k8s.io/kubectl:v1.34.4", expected: "/bin/kubectl" },
  { image: "mirror.example.org:5000/k8s/kubectl@sha256:00", command: ["sh"], expected: "/bin/kubectl" },
  { image: "registry.example.org/tools:v1", command: ["kubectl", "get"], expected: "/usr/local/bin/kubectl" },
  { image: "registry.example.org/tools:v1", command: ["/opt/bin/kubectl"], expected: "/opt/bin/kubectl" },
  { image: "registry.example.org/kubectl/tools", expected: undefined },
  { image: "registry.example.org/operator", command: ["/operator", "kubectl"], expected: undefined },
])("$image with the command $command has kubectl at $expected", ({ image, command, expected }) => {
  const container = { name: "c", image, ...(command === undefined ? {} : { command }) };
  expect(kubectlInImage(container)).toBe(expected);
});

test.each<{ pod?: SecurityContext; container?: SecurityContext; isRefused: boolean }>([
  { isRefused: false },
  { pod: { runAsUser: 0 }, isRefused: false },
  { pod: { runAsNonRoot: true }, isRefused: true },
  { pod: { runAsNonRoot: true, runAsUser: 65532 }, isRefused: false },
  { pod: { runAsNonRoot: true }, container: { runAsUser: 1 }, isRefused: false },
  { pod: { runAsUser: 1 }, container: { runAsNonRoot: true, runAsUser: 0 }, isRefused: true },
])("Pod $pod, container $container: refused is $isRefused", ({ pod, container, isRefused }) => {
  const ofPod = { spec: { securityContext: pod } } as unknown as Pod;
  const ofContainer = { securityContext: container } as unknown as Container;
  expect(refusedUser(ofPod, ofContainer) !== undefined).toBe(isRefused);
});
