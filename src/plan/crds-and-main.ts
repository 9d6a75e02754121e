// Two charts: `<name>-crd` with the CRDs as templates, `<name>` with the operator and its CR. The CRDs are
// upgraded like everything else, and the CR can be created since its CRD is there. KubeVirt's own choice.
import { crdTemplates, withoutValues } from "./chart-parts.ts";
import type { Layout } from "./layout.ts";
import { planTemplates } from "./template-paths.ts";

export const crdsAndMain: Layout = {
  createsCustomResources: true,
  limits: [],
  charts(name, operator, manifests, blocks) {
    const crds = new Set(operator.crds.map(({ manifest }) => manifest));
    const others = manifests.filter((manifest) => !crds.has(manifest));
    return [
      { ...withoutValues, name: `${name}-crd`, role: "crds", templates: crdTemplates(operator, manifests) },
      { ...blocks, name, role: "main", templates: planTemplates(others) },
    ];
  },
};
