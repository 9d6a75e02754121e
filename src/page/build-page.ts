// The page of a build: the operator, its objects and templates, values, rights and life.
import { differencesSection } from "./differences.ts";
import { type BuildFacts, glanceSection } from "./glance.ts";
import { handSection } from "./hand-section.ts";
import { lifeSection } from "./life-picture.ts";
import { objectsSection, shownObjects } from "./objects.ts";
import { type PageAssets, printPage } from "./page.ts";
import { rightsSection } from "./rights.ts";
import { subjectRows } from "./rights-rows.ts";
import type { Section } from "./section.ts";
import { valuesSection } from "./values.ts";

/** The HTML of the page of a build. Depends on what it is given alone: the same build gives the same bytes. */
export function buildPage(facts: BuildFacts, assets: PageAssets): string {
  const { name, metadata } = facts.chartSet.plan;
  const head = { title: `${name} ${metadata.appVersion}`, kind: "Operator and charts" };
  return printPage(head, buildSections(facts), assets);
}

/** What there is to tell of a build, part by part; `title` is that of the first. */
export function buildSections(facts: BuildFacts, title?: string): readonly Section[] {
  const { chartSet, hands } = facts;
  const shown = shownObjects(chartSet, hands);
  return [
    glanceSection(facts, shown, title),
    objectsSection(chartSet, shown),
    handSection(hands, shown),
    differencesSection(chartSet, shown),
    valuesSection(chartSet),
    rightsSection(subjectRows(chartSet)),
    lifeSection(chartSet),
  ].flatMap((part) => part ?? []);
}
