// One chart with the CRDs as templates, whose CRs a Job applies once the operator runs. Experimental: the CRs belong to
// no release. As hooks they would be deleted and made again at every upgrade, and as templates of this chart they could
// not be in the first install, for Helm finds the kinds of all objects before it creates one.
import type { PlannedTemplate } from "./chart-plan.ts";
import type { Layout } from "./layout.ts";
import { planTemplates } from "./template-paths.ts";

export const postInstallCr: Layout = {
  createsCustomResources: true,
  appliesCustomResources: true,
  limits: [
    "experimental: the custom resource belongs to no release, so that Helm neither shows nor compares it",
    "Argo CD neither shows, compares nor prunes the custom resource, for a Job applies it",
    "with --no-hooks, or when Helm is stopped before the hook, the custom resource stays as it was",
  ],
  charts(name, operator, manifests, blocks) {
    const applied = new Set(operator.customResources.map(({ manifest }) => manifest));
    const templates = planTemplates(manifests).map(
      (template): PlannedTemplate =>
        applied.has(template.manifest)
          ? {
              manifest: template.manifest,
              path: template.path.replace(/^templates\/(.*)\.yaml$/, "templates/_$1.tpl"),
              form: "named-template",
            }
          : template,
    );
    return [{ ...blocks, name, role: "all", templates }];
  },
};
