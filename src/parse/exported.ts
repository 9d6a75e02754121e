// An object as `kubectl get -o yaml` prints it: with fields that only the API server may set.
import { isObject, type KubernetesObject } from "../kubernetes/object.ts";

/** https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta/ ("read-only") */
const serverFields = [
  "uid",
  "resourceVersion",
  "generation",
  "selfLink",
  "managedFields",
  "creationTimestamp",
];

/** No manifest written by hand has one of these. */
const tellTales = ["uid", "resourceVersion", "managedFields"];

/** kubectl's own note of what it applied last. */
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** The fields of `object` that the API server and kubectl keep, as paths; none in a manifest written by hand. */
export function exportedFields({ metadata, status }: KubernetesObject): readonly string[] {
  const server = serverFields.filter((key) => metadata[key] !== undefined && metadata[key] !== null);
  const annotations = metadata["annotations"];
  const applied = isObject(annotations) && annotations[lastApplied] !== undefined;
  if (!applied && !tellTales.some((key) => server.includes(key))) return [];
  const found = [
    ...server.map((key) => `metadata.${key}`),
    ...(applied ? [`metadata.annotations["${lastApplied}"]`] : []),
  ];
  return status !== undefined ? [...found, "status"] : found;
}

/** The object without them. */
export function withoutExportedFields(object: KubernetesObject): KubernetesObject {
  const { status: _, ...rest } = object;
  const metadata = Object.fromEntries(
    Object.entries(object.metadata).flatMap(([key, value]) => {
      if (serverFields.includes(key)) return [];
      if (key !== "annotations" || !isObject(value)) return [[key, value]];
      const annotations = Object.entries(value).filter(([name]) => name !== lastApplied);
      return annotations.length === 0 ? [] : [[key, Object.fromEntries(annotations)]];
    }),
  );
  return { ...rest, metadata } as KubernetesObject;
}
