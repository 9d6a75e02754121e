// The page of a build: the operator, its objects and templates, values, rights and life.
import { differencesSection } from "./differences.ts";
import { type BuildFacts, glanceSection } from "./glance.ts";
import { lifeSection } from "./life-picture.ts";
import { objectsSection, shownObjects } from "./objects.ts";
import { type PageAssets, printPage } from "./page.ts";
import { rightsSection } from "./rights.ts";
import { valuesSection } from "./values.ts";

/** The HTML of the page of a build. Depends on what it is given alone: the same build gives the same bytes. */
export function buildPage(facts: BuildFacts, assets: PageAssets): string {
  const { chartSet } = facts;
  const { plan } = chartSet;
  const shown = shownObjects(chartSet);
  return printPage(
    { title: `${plan.name} ${plan.metadata.appVersion}`, kind: "Operator and charts" },
    [
      glanceSection(facts, shown),
      objectsSection(chartSet, shown),
      differencesSection(chartSet, shown),
      valuesSection(chartSet),
      rightsSection(plan),
      lifeSection(chartSet),
    ],
    assets,
  );
}
