// Texts that would do something if a page took them for more than text: they are shown as they are, and nothing runs.
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { describeWithChromium } from "../support/chromium.ts";
import { writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { seedOfRun } from "../support/seed.ts";
import { Report } from "./report-page.ts";

const runs = "globalThis.ran=1";
const pieces = [
  "</script>",
  "</SCRIPT >",
  `<script>${runs}</script>`,
  `<img src=http://127.0.0.1:9/x onerror=${runs}>`,
  `<svg onload=${runs}>`,
  `" onfocus="${runs}" autofocus="`,
  `' style='x`,
  `javascript:${runs}`,
  "</template>",
  "</style>",
  "</title>",
  "</dd></dl>",
  "<!--",
  "-->",
  "]]>",
  "&lt;b&gt;",
  "&amp",
  "\u2028",
  "\u2029",
  "\u202eRTL\u202c",
  "\u200f",
  "\u00a0",
  "\\",
  "`${1}`",
  "%s",
  "ship",
  "W".repeat(300),
];
const hostile = fc
  .array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 })
  .map((all) => `a${all.join("")}z`);

/** Some of them, other ones in each run. */
const texts = fc.sample(hostile, { seed: seedOfRun(), numRuns: 24 });

/** As a scalar of YAML in ASCII, in which nothing is a template. */
function scalar(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

describeWithChromium("texts that want to be more, on a page", (browser) => {
  const ofChart = new Report();
  const ofProject = new Report();
  const [helm] = helms();
  const [description = "", person = "", ...others] = texts;

  beforeAll(async () => {
    const folder = ofChart.folder();
    const properties = Object.fromEntries(
      others.map((text, index) => [`v${index}`, { type: "string", description: text, default: "" }]),
    );
    writeFiles(folder, {
      "evil/Chart.yaml": `apiVersion: v2\nname: evil\nversion: 1.0.0\ndescription: ${scalar(description)}\nmaintainers: [{name: ${scalar(person)}}]\n`,
      "evil/values.yaml": others.map((text, index) => `v${index}: ${scalar(text)}\n`).join(""),
      "evil/values.schema.json": JSON.stringify({ type: "object", properties }),
      "evil/templates/a.yaml": `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {template: {spec: {serviceAccountName: {{ .Values.v0 | toJson }}, containers: [{name: {{ .Values.v1 | toJson }}, image: {{ .Values.v2 | toJson }}}]}}}\n`,
    });
    await ofChart.write(join(folder, "evil"), "--helm", helm?.path ?? "helm");

    const sources = ofProject.folder();
    const data = others.map((text, index) => `  k${index}: ${scalar(text)}\n`).join("");
    const annotations = others.map((text, index) => `    n${index}: ${scalar(text)}\n`).join("");
    writeFiles(sources, {
      "chartwright.yaml": `${project}chart: {description: ${scalar(description)}}\n`,
      "operator.yaml": `${operator}---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: evil\n  namespace: tide-system\n  annotations:\n${annotations}data:\n${data}`,
      "cr.yaml": customResource,
    });
    await ofProject.write(sources);
  });

  test("are shown as they are where charts say them", async () => {
    await ofChart.quietly(browser(), {}, async (page) => {
      for (const summary of await page.locator("details > summary").all()) await summary.click();
      expect(await page.locator(".lead").textContent()).toBe(description);
      expect(await page.locator("dl.facts div", { hasText: "Maintainers" }).locator("dd").textContent()).toBe(
        person,
      );
      expect(await page.locator("#values-groups dd p").allTextContents()).toEqual(others);
      expect(await page.locator("#values-groups dd li code").allTextContents()).toEqual(
        expect.arrayContaining(others.map((text) => JSON.stringify(text))),
      );
      const workload = page.getByRole("table", { name: "Workloads" }).locator("td");
      expect(await workload.allTextContents()).toEqual(others.slice(0, 2));
      await page.getByLabel("Find a value").fill("a");
      expect(await page.evaluate("globalThis.ran")).toBeUndefined();
      expect(await page.locator("main img, main script:not([type='application/json'])").count()).toBe(0);
      expect(
        await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      ).toBe(0);
    });
  });

  test("are shown as they are where sources say them", async () => {
    await ofProject.quietly(browser(), { viewport: { width: 400, height: 800 } }, async (page) => {
      for (const summary of await page.locator("details > summary").all()) await summary.click();
      const object = page.locator("details.object", { hasText: "ConfigMap tide-system/evil" });
      for (let button = object.locator(".folded button"); (await button.count()) > 0; )
        await button.first().click();
      const lines = await object.locator("pre.source .line").allTextContents();
      for (const [index, text] of others.entries()) {
        expect(lines).toContain(`    n${index}: ${scalar(text)}\n`);
        expect(lines).toContain(`  k${index}: ${scalar(text)}\n`);
      }
      expect(await page.evaluate("globalThis.ran")).toBeUndefined();
      expect(await page.locator("main img, main script:not([type='application/json'])").count()).toBe(0);
      expect(
        await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
      ).toBe(0);
    });
  });
});
