// The settings of a Job that runs kubectl; template/kubectl-hook.ts reads them.
import {
  nodeSelector,
  podSecurityContext,
  resources,
  securityContext,
  tolerations,
} from "../kubernetes/field-schemas.ts";
import type { Json } from "../kubernetes/object.ts";
import { fieldSchema, labelMap, textMap } from "../transform/field-schemas.ts";
import type { JsonSchema, Value } from "../transform/value.ts";

/** The newest patch of the oldest Kubernetes that is supported upstream; kubectl may be one minor off the server. */
const kubectlImage = { registry: "registry.k8s.io", repository: "kubectl", tag: "v1.34.4", digest: "" };

/** The settings of a Job below `path`. */
export function kubectlValues(path: readonly string[]): readonly Value[] {
  const setting = (key: string, given: Json, description: string, schema: JsonSchema): Value => ({
    path: [...path, key],
    default: given,
    description,
    schema,
  });
  return [
    ...imageValues([...path, "image"]),
    setting(
      "resources",
      { requests: { cpu: "10m", memory: "32Mi" } },
      "Compute resources of the Job.",
      fieldSchema(resources, undefined),
    ),
    setting("podLabels", {}, "More labels of the Job's Pod.", labelMap),
    setting("podAnnotations", {}, "Annotations of the Job's Pod.", textMap),
    setting(
      "nodeSelector",
      {},
      "Labels of the nodes that the Job may run on.",
      fieldSchema(nodeSelector, undefined),
    ),
    setting("tolerations", [], "Taints that the Job tolerates.", fieldSchema(tolerations, undefined)),
    setting(
      "podSecurityContext",
      { runAsNonRoot: true, runAsUser: 65532, seccompProfile: { type: "RuntimeDefault" } },
      "Security context of the Job's Pod.",
      fieldSchema(podSecurityContext, undefined),
    ),
    setting(
      "securityContext",
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } },
      "Security context of the Job's container.",
      fieldSchema(securityContext, undefined),
    ),
  ];
}

/** How long a Job waits, as kubectl takes it. */
export function timeoutValue(path: readonly string[], given: string, description: string): Value {
  return { path, default: given, description, schema: { type: "string", pattern: "^([0-9]+(ms|s|m|h))+$" } };
}

function imageValues(path: readonly string[]): readonly Value[] {
  const words: Readonly<Record<string, string>> = {
    registry: "Host.",
    repository: "Path in the registry.",
    tag: "Version of kubectl.",
    digest: "Digest.",
  };
  return [
    { path, role: "section", description: "Image with kubectl.", schema: {} },
    ...Object.entries(kubectlImage).map(
      ([key, part]): Value => ({
        path: [...path, key],
        default: part,
        description: words[key] ?? "",
        schema: { type: key === "tag" ? ["string", "number"] : "string" },
      }),
    ),
    {
      path: [...path, "pullPolicy"],
      default: "IfNotPresent",
      description: "Always, IfNotPresent or Never.",
      schema: { type: "string", enum: ["Always", "IfNotPresent", "Never", ""] },
    },
  ];
}
