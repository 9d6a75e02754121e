// Three charts: `<name>-crd`, `<name>-operator` and `<name>-cr`. Each part has its own release and its own pace.
import { crdTemplates, customResourceChart, otherTemplates, withoutValues } from "./chart-parts.ts";
import type { Layout } from "./layout.ts";

export const crdsOperatorCr: Layout = {
  createsCustomResources: true,
  limits: [],
  separatesCustomResources: true,
  charts: (name, operator, manifests, blocks) => [
    { ...withoutValues, name: `${name}-crd`, role: "crds", templates: crdTemplates(operator, manifests) },
    {
      ...blocks,
      name: `${name}-operator`,
      role: "operator",
      templates: otherTemplates(operator, manifests),
      customResources: [],
    },
    customResourceChart(name, blocks),
  ],
};
