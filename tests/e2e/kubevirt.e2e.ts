// KubeVirt's own releases, three in sequence and once in each layout.

import { describeReleases } from "./virt-releases.ts";

describeReleases({
  name: "kubevirt",
  title: "KubeVirt",
  versions: ["v1.7.4", "v1.8.4", "v1.9.0"],
  resource: { group: "kubevirt.io", version: "v1", plural: "kubevirts" },
  isNamespaced: true,
  deployment: "virt-operator",
  finalizer: "foregroundDeleteKubeVirt",
  webhook: "virt-operator-validator",
  workloads: {
    group: "kubevirt.io",
    version: "v1",
    plural: "virtualmachineinstances",
    kind: "VirtualMachineInstance",
  },
  refusal:
    "Rejecting the uninstall request, since there are still Virtual Machine Instances present. Either delete all KubeVirt related workloads or change the uninstall strategy before uninstalling KubeVirt.",
  specBlock: "kubeVirt",
  defaults: { certificateRotateStrategy: { selfSigned: { ca: { duration: "168h0m0s" } } } },
  edit: {
    configuration: { developerConfiguration: { featureGates: ["LiveMigration"] } },
    workloadUpdateStrategy: { workloadUpdateMethods: ["LiveMigrate"] },
  },
  contested: { imagePullPolicy: "Always" },
  own: { imagePullPolicy: "IfNotPresent" },
  value: "configuration.developerConfiguration.cpuAllocationRatio=5",
  valueField: { configuration: { developerConfiguration: { cpuAllocationRatio: 5 } } },
});
