// `templates/_helpers.tpl` of a chart.
import type { ChartSetPlan } from "../plan/chart-plan.ts";
import { printHelpers } from "../template/helpers.ts";
import type { TransformedChart } from "../transform/chart-template.ts";
import { customResourceFacts } from "../transform/custom-resource-fields.ts";
import { addedLabels, ownAnnotations, ownLabels } from "../transform/metadata.ts";
import { ownSecrets } from "../transform/object-names.ts";
import type { Value } from "../transform/value.ts";
import { appliesCustomResources, rendersCrds } from "./chart-facts.ts";
import { providerFacts } from "./provider-facts.ts";
import { providerFileNames } from "./provider-files.ts";
import { hasReleaseTest } from "./release-test.ts";

/** The named templates that the chart's templates include. */
export function helpersFile(
  set: ChartSetPlan,
  transformed: TransformedChart,
  values: readonly Value[],
): string {
  const { plan: chart } = transformed;
  return printHelpers({
    chart: chart.name,
    labels: addedLabels(chart),
    ownLabels: ownLabels(chart),
    ownAnnotations: ownAnnotations(chart),
    names: [
      ...chart.serviceAccounts.map(({ path, serviceAccount: { name } }) => ({
        path,
        name,
        kind: "service account",
      })),
      ...ownSecrets({ chart, set }).map(({ path, manifest }) => ({
        path,
        name: manifest.reference.name,
        kind: "Secret",
      })),
    ],
    hasObjects: chart.templates.some(({ form }) => form !== "crd-file"),
    hasNamespace: values.some(({ path }) => path[0] === "namespaceOverride"),
    hasImages: values.some(({ path, aliasOf }) => path.at(-1) === "repository" && !aliasOf),
    hasUninstall: chart.uninstall !== undefined,
    hasApply: appliesCustomResources(chart),
    hasTexts: values.some(
      ({ path, renamedFrom: [family = "", , key = ""] = path }) =>
        family === "providerConfigs" ||
        (["configMaps", "secrets"].includes(family) && ["data", "stringData"].includes(key)),
    ),
    providers: providerFacts(set, chart, values),
    hasTest: hasReleaseTest(set, chart),
    hasEnvironment: chart.blocks.length > 0,
    gitops: {
      hasCrds: rendersCrds(chart, set.operator),
      hasCustomResources: chart.customResources.length > 0,
    },
    overlays: transformed.partials ? providerFileNames(set, transformed) : [],
    customResources: customResourceFacts(set, transformed.overlays ?? [chart]),
  });
}
