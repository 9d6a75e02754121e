// One chart with the CRDs as templates. Helm resolves the kinds of all templates before it creates any, so
// the CR cannot be in the first install: it is off at first and switched on by a second `helm upgrade`.
import type { Layout } from "./layout.ts";
import { planTemplates } from "./template-paths.ts";

export const oneChart: Layout = {
  createsCustomResources: false,
  limits: [
    "the first install cannot create a custom resource: Helm looks for its kind before the CRD is there",
  ],
  charts: (name, _operator, manifests, blocks) => [
    { name, role: "all", templates: planTemplates(manifests), ...blocks },
  ],
};
