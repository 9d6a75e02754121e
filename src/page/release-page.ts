// The page of charts that anybody made: what they are, what can be set, who may do what, and their life.
import { type PageAssets, printPage } from "./page.ts";
import { accountsIn, allObjects, type ReleaseFacts } from "./release-facts.ts";
import { releaseGlanceSection } from "./release-glance.ts";
import { releaseLifeSection } from "./release-life.ts";
import { chartReference } from "./release-values.ts";
import { rightsSection } from "./rights.ts";
import { rowsOfSubjects } from "./rights-rows.ts";
import type { Section } from "./section.ts";
import { valuesReference } from "./values.ts";

/** The HTML of the page of the charts of one set; `name` is what they are called together. */
export function releasePage(name: string, facts: ReleaseFacts, assets: PageAssets): string {
  const versions = [...new Set(facts.release.charts.map(({ version }) => version))].join(", ");
  return printPage(
    { title: `${name} ${versions}`, kind: facts.release.charts.length === 1 ? "Chart" : "Charts" },
    releaseSections(facts),
    assets,
  );
}

/** What there is to tell of charts, part by part; `title` is that of the first. */
export function releaseSections(facts: ReleaseFacts, title?: string): readonly Section[] {
  const references = facts.release.charts.map(chartReference);
  const objects = allObjects(facts);
  return [
    releaseGlanceSection(facts, references, title),
    valuesReference(references),
    rightsSection(rowsOfSubjects(objects, accountsIn(objects))),
    releaseLifeSection(facts),
  ];
}
