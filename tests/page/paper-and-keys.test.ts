// The pages on paper, where all is open and nothing cut, and under the keyboard, which reaches all that can be used.
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { describeWithChromium } from "../support/chromium.ts";
import { writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { faults, Report } from "./report-page.ts";

/** The width of A4 between margins of 15 mm, in the pixels of CSS. */
const paper = { width: 680, height: 1000 };

function closed(page: Page): Promise<number> {
  return page.locator("details:not([open])").count();
}

/** What stands out of the paper's right edge; what is only heard has no place on it. */
const cut = `[...document.querySelectorAll("main *:not(svg *):not(.hidden):not(.label)")].flatMap((element) =>
  element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 ? [element.textContent] : [])`;

describeWithChromium("the page of tidegate", (browser) => {
  const report = new Report();
  beforeAll(() => report.write("examples/tidegate"));

  test("is whole when it is printed, in dark ink, and as it was afterwards", async () => {
    await report.quietly(browser(), { viewport: paper, colorScheme: "dark" }, async (page) => {
      const before = await closed(page);
      expect(before).toBeGreaterThan(20);
      await page.locator("details.object > summary").first().click();
      await page.emulateMedia({ media: "print" });
      expect(await faults(page)).toEqual([]);
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      expect(await closed(page)).toBe(0);
      const [values] =
        /\d+/.exec((await page.getByRole("link", { name: /^\d+ values$/ }).textContent()) ?? "") ?? [];
      expect(await page.locator("#values-groups dt:visible").count()).toBe(Number(values));
      const objects = await page.locator("details.object").count();
      expect(await page.locator("details.object:has(pre.template .line)").count()).toBe(objects);
      expect(await page.getByRole("button").count()).toBe(0);
      expect(await page.evaluate(cut)).toEqual([]);
      expect(await page.evaluate("getComputedStyle(document.documentElement).backgroundColor")).toBe(
        "rgb(255, 255, 255)",
      );
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      expect(await closed(page)).toBe(before - 1);
    });
  });

  test("is opened by the browser's own printing", async () => {
    await report.quietly(browser(), {}, async (page) => {
      await page.evaluate(
        'addEventListener("beforeprint", () => { document.title = String(document.querySelectorAll("details:not([open])").length) })',
      );
      const before = await closed(page);
      expect((await page.pdf({ format: "A4" })).subarray(0, 5).toString()).toBe("%PDF-");
      expect(await page.title()).toBe("0");
      expect(await closed(page)).toBe(before);
    });
  });

  test.each([
    { name: "wide", viewport: { width: 1440, height: 900 } },
    { name: "narrow", viewport: { width: 400, height: 800 } },
  ])(
    "lets the Tab key reach everything that can be used, and shows where it is, $name",
    async ({ viewport }) => {
      await report.quietly(browser(), { viewport }, async (page) => {
        await page.locator("details.object > summary").nth(1).click();
        await page.locator("details.account > summary").first().click();
        await page.locator(".skip").focus();
        const all = await page
          .locator("a[href]:visible, button:visible, input:visible, summary:visible, [tabindex='0']:visible")
          .count();
        await page.evaluate("globalThis.reached = new Set([document.activeElement])");
        for (let step = 1; step < all; step++) {
          await page.keyboard.press("Tab");
          await page.evaluate("reached.add(document.activeElement)");
          const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outline");
          expect({ step, all, outline }).toEqual({
            step,
            all,
            outline: expect.stringMatching(/ solid 3px$/),
          });
        }
        expect(await page.evaluate("reached.size")).toBe(all);
      });
    },
  );

  test("empties a field that narrows with the Escape key", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const field = page.getByLabel("Find a value");
      await field.fill("image");
      await field.press("Escape");
      expect(await field.inputValue()).toBe("");
      expect(await page.locator("#values-groups").isVisible()).toBe(true);
    });
  });
});

describeWithChromium("the page of a chart with many values", (browser) => {
  const report = new Report();
  const [helm] = helms();
  beforeAll(async () => {
    const folder = report.folder();
    const settings = Array.from({ length: 250 }, (_, index) => `  v${index}: ${index}\n`).join("");
    writeFiles(folder, {
      "many/Chart.yaml": "apiVersion: v2\nname: many\nversion: 1.0.0\n",
      "many/values.yaml": `settings:\n${settings}`,
      "many/templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
    });
    await report.write(join(folder, "many"), "--helm", helm?.path ?? "helm");
  });

  test("shows more of them with the keyboard, which goes on there", async () => {
    await report.quietly(browser(), {}, async (page) => {
      await page.locator("details.values > summary").click();
      await page.getByRole("button", { name: "Show 100 of 150 more values" }).press("Enter");
      expect(await page.locator("#values dt").count()).toBe(200);
      expect(await page.evaluate('document.activeElement.querySelector("code").textContent')).toBe(
        "settings.v100",
      );
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      expect(await page.locator("#values dt").count()).toBe(250);
    });
  });

  test("has all of them on paper", async () => {
    await report.quietly(browser(), { viewport: paper }, async (page) => {
      await page.emulateMedia({ media: "print" });
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      expect(await page.locator("#values-groups dt:visible").count()).toBe(250);
    });
  });
});
