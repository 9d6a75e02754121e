// A report page in a browser, and what holds for every one of them.
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { repositoryFolder } from "../support/repository.ts";
import { makeFolder } from "../support/temporary-folder.ts";

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

/** A page that is written once for the tests of a suite. */
export class Report {
  readonly #folders: string[] = [];
  readonly file: string = join(this.folder(), "report.html");

  /** Made for a suite, inside its `describe`. */
  constructor() {
    afterAll(() => {
      for (const folder of this.#folders) rmSync(folder, { recursive: true, force: true });
    });
  }

  /** A folder that is there as long as the page. */
  folder(): string {
    const made = makeFolder();
    this.#folders.push(made);
    return made;
  }

  /** Writes the page of the project in `folder`, or that of the upgrade from one release to another. */
  async write(...paths: readonly string[]): Promise<void> {
    const argv = ["report", ...paths, "-o", this.file];
    const { code, stderr } = await call(argv, { folder: repositoryFolder });
    expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
  }

  /** Opens it at `hash`, hands it to `use`, expects that it asked for nothing, and resolves to what the browser complains of. */
  async open(
    browser: Browser,
    options: BrowserContextOptions & { readonly hash?: string },
    use: (page: Page) => Promise<void>,
  ): Promise<readonly string[]> {
    const { hash = "", ...rest } = options;
    const context = await browser.newContext({ viewport: wide, ...rest });
    try {
      const page = await context.newPage();
      const noise: string[] = [];
      const requests: string[] = [];
      page.on("console", (message) => noise.push(message.text()));
      page.on("pageerror", ({ message }) => noise.push(message));
      page.on("request", (request) => requests.push(request.url()));
      // What the page's policy refuses is told as well, and goes nowhere.
      page.on("requestfailed", (request) => {
        if (request.failure()?.errorText === "csp") requests.splice(requests.indexOf(request.url()), 1);
      });
      const url = pathToFileURL(this.file).href;
      await page.goto(`${url}${hash}`);
      await use(page);
      expect(requests).toEqual([url]);
      return noise;
    } finally {
      await context.close();
    }
  }

  /** The same for a page that gives no cause for complaint. */
  async quietly(...args: Parameters<Report["open"]>): Promise<void> {
    expect(await this.open(...args)).toEqual([]);
  }
}

/** What axe has to say of the page as it is shown now. */
export async function faults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " " + target + " " + failureSummary)))`);
}

/** Opens everything of a kind, as many as there are up to `most`. */
async function openAll(page: Page, selector: string, most: number): Promise<void> {
  for (const details of (await page.locator(selector).all()).slice(0, most)) {
    if ((await details.getAttribute("open")) === null) await details.locator(":scope > summary").click();
  }
}

export const looks: readonly { readonly name: string; readonly options: BrowserContextOptions }[] = [
  { name: "light and wide", options: { colorScheme: "light", viewport: wide } },
  { name: "dark and wide", options: { colorScheme: "dark", viewport: wide } },
  { name: "light and narrow", options: { colorScheme: "light", viewport: narrow } },
  { name: "dark and narrow", options: { colorScheme: "dark", viewport: narrow } },
];
/** The first and the last differ in both. */
export const twoLooks: typeof looks = [...looks.slice(0, 1), ...looks.slice(-1)];

/** What holds for every page, whatever the operator. */
export function holdsForEveryPage(browser: () => Browser, report: Report, seen: typeof looks = looks): void {
  test.each(seen)("can be read by everybody, $name", async ({ options }) => {
    await report.quietly(browser(), options, async (page) => {
      await openAll(page, "details.object", 3);
      await openAll(page, "details.values", 3);
      await openAll(page, "details.account", 2);
      await openAll(page, "#findings details", 3);
      await openAll(page, "details.schema", 2);
      expect(await faults(page)).toEqual([]);
      const beyond = await page.evaluate<number>(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(beyond).toBe(0);
    });
  });

  test("has little in it until somebody opens something", async () => {
    await report.quietly(browser(), {}, async (page) => {
      expect(await page.locator("*").count()).toBeLessThan(3000);
      expect(await page.locator("details.object pre, details.values dl").count()).toBe(0);
    });
    expect(statSync(report.file).size).toBeLessThan(4_000_000);
  });
}
