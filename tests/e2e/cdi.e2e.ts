// The own releases of CDI, KubeVirt's Containerized Data Importer: three in sequence and once in each layout.

import { describeReleases } from "./virt-releases.ts";

describeReleases({
  name: "cdi",
  title: "CDI",
  versions: ["v1.64.0", "v1.65.0", "v1.66.0"],
  resource: { group: "cdi.kubevirt.io", version: "v1beta1", plural: "cdis" },
  isNamespaced: false,
  deployment: "cdi-operator",
  finalizer: "operator.cdi.kubevirt.io",
  webhook: "cdi-api-validate",
  workloads: { group: "cdi.kubevirt.io", version: "v1beta1", plural: "datavolumes", kind: "DataVolume" },
  refusal:
    "Rejecting the uninstall request, since there are still DataVolumes present. Either delete all DataVolumes or change the uninstall strategy before uninstalling CDI.",
  specBlock: "cdi",
  defaults: { certConfig: { ca: { duration: "48h0m0s" } } },
  edit: { config: { scratchSpaceStorageClass: "fast" }, priorityClass: "kubevirt-cluster-critical" },
  // Not a feature gate: the list of them is the charts' own, and one release has others than the next.
  contested: { imagePullPolicy: "Always" },
  own: { imagePullPolicy: "IfNotPresent" },
  value: "config.dataVolumeTTLSeconds=60",
  valueField: { config: { dataVolumeTTLSeconds: 60 } },
});
