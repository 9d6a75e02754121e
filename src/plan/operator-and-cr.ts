// Two charts: `<name>-operator` with the CRDs as templates and the operator, `<name>-cr` with its CR. The CR is a
// release of its own, so that the operator can be upgraded, and cannot be removed, under a living CR.
import { crdTemplates, customResourceChart, otherTemplates } from "./chart-parts.ts";
import type { Layout } from "./layout.ts";

export const operatorAndCr: Layout = {
  createsCustomResources: true,
  limits: [],
  separatesCustomResources: true,
  charts: (name, operator, manifests, blocks) => [
    {
      ...blocks,
      name: `${name}-operator`,
      role: "operator",
      templates: [...crdTemplates(operator, manifests), ...otherTemplates(operator, manifests)],
      customResources: [],
    },
    customResourceChart(name, blocks),
  ],
};
