// The report pages of real operators in real Chromium, opened from the disk as people do.
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { describeWithChromium } from "../support/chromium.ts";
import { describeWithCorpus } from "../support/corpus.ts";
import { writeFiles } from "../support/folder-content.ts";
import { helms } from "../support/helm.ts";
import { repositoryFolder } from "../support/repository.ts";
import { faults, holdsForEveryPage, Report, twoLooks } from "./report-page.ts";

describeWithChromium("the page of tidegate", (browser) => {
  const report = new Report();
  beforeAll(() => report.write("examples/tidegate"));

  holdsForEveryPage(browser, report);

  test("may load nothing, even if something in it wanted to", async () => {
    const refusals = await report.open(browser(), {}, async (page) => {
      await page.evaluate(
        'new Image().src = "http://127.0.0.1:9/x.png"; void fetch("http://127.0.0.1:9").catch(() => {})',
      );
      await page.evaluate("new Promise(requestAnimationFrame)");
    });
    // In no order, and once more where fetch tells it too.
    expect(refusals).toEqual(
      expect.arrayContaining([
        expect.stringContaining("Loading the image 'http://127.0.0.1:9/x.png' violates"),
        expect.stringContaining("Connecting to 'http://127.0.0.1:9/' violates"),
      ]),
    );
  });

  test("shows an object beside its template, with the edits marked and their transforms named", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const object = page.locator("details.object", {
        hasText: "RoleBinding tidegate-system/tidegate-controller",
      });
      await object.locator("summary").click();
      const change = object.locator(".changed", { hasText: "namespace: tidegate-system" }).first();
      expect(await change.locator(".why").textContent()).toBe("namespace");
      expect(await change.locator(".source mark").textContent()).toBe("tidegate-system");
      expect(await change.locator(".template mark").textContent()).toBe(
        '{{ include "tidegate.namespace" . | quote }}',
      );
    });
  });

  test("unfolds the unchanged lines of a template, and all of it is then the file that helm renders", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const object = page.locator("details.object", {
        hasText: "Deployment tidegate-system/tidegate-controller",
      });
      await object.locator("summary").click();
      const buttons = object.locator(".folded button");
      while ((await buttons.count()) > 0) await buttons.first().click();
      const lines = await object.locator("pre.template .line").allTextContents();
      const path = "examples/tidegate/charts/tidegate/templates/deployment-tidegate-controller.yaml";
      expect(lines.join("")).toBe(readFileSync(join(repositoryFolder, path), "utf8"));
    });
  });

  test("finds values by words of their path and their description", async () => {
    await report.quietly(browser(), {}, async (page) => {
      await page.getByLabel("Find a value").fill("controller image TAG");
      const [first] = await page.locator("#values-found dt code").allTextContents();
      expect(first).toBe("controller.image.tag");
      expect(await page.locator("#values-groups").isVisible()).toBe(false);
      await page.getByLabel("Find a value").fill("no such words in it");
      expect(await page.getByText(/^0 values of \d+$/).isVisible()).toBe(true);
      await page.getByLabel("Find a value").fill("");
      expect(await page.locator("#values-groups").isVisible()).toBe(true);
    });
  });

  test("can be used with the keyboard alone", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const focused = () => page.evaluate<string>("document.activeElement.textContent.trim()");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("content");
      await page.getByLabel("Find an object").focus();
      await page.keyboard.type("cronjob");
      expect(await page.locator("details.object:visible").count()).toBe(1);
      await page.keyboard.press("Tab");
      expect(await focused()).toMatch(/^CronJob tidegate-system/);
      await page.keyboard.press("Enter");
      await page.locator("details.object[open] .folded").first().waitFor();
      await page.keyboard.press("Tab");
      expect(await focused()).toMatch(/^Show \d+ unchanged lines$/);
      await page.keyboard.press("Enter");
      // The focus is on what has come into sight.
      expect(await page.evaluate("document.activeElement.className")).toBe("stretch same");
    });
  });

  test("opens what an address leads to", async () => {
    await report.quietly(browser(), { hash: "#object-5" }, async (page) => {
      expect(await page.locator("#object-5 .lines pre").first().isVisible()).toBe(true);
    });
  });

  test("is whole without its script but for what opens", async () => {
    await report.quietly(browser(), { javaScriptEnabled: false }, async (page) => {
      expect(await page.getByRole("heading", { name: "The life of the charts" }).isVisible()).toBe(true);
      expect(await page.getByLabel("Find a value").isVisible()).toBe(false);
      expect(await page.locator("svg.picture").count()).toBe(3);
    });
  });
});

describeWithChromium("the page of an upgrade", (browser) => {
  const report = new Report();
  const [helm] = helms();

  beforeAll(async () => {
    const older = report.folder();
    const newer = report.folder();
    cpSync(join(repositoryFolder, "examples", "tidegate"), older, { recursive: true });
    cpSync(join(repositoryFolder, "examples", "tidegate"), newer, { recursive: true });
    const said = readFileSync(join(newer, "chartwright.yaml"), "utf8");
    writeFiles(newer, { "chartwright.yaml": said.replaceAll("0.9.2", "0.10.0") });
    for (const argv of [
      ["update", "--pin", newer],
      ["build", newer],
    ]) {
      expect(await call(argv, { folder: repositoryFolder })).toMatchObject({ code: 0 });
    }
    await report.write(older, newer, "--helm", helm?.path ?? "helm");
  });

  holdsForEveryPage(browser, report, twoLooks);

  test("tells each warning with what to do, and its places in both sources", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const finding = page.locator("#findings li", { hasText: "spec.agent.excludedInterfaces" }).first();
      expect(await finding.locator(".severity").textContent()).toBe("warning");
      expect(await finding.locator(".values").textContent()).toBe("Before 32 After 24");
      expect(await finding.locator(".meta").textContent()).toMatch(
        /release\/v0\.9\.2\/tidegate-operator\.yaml:\d+ → release\/v0\.10\.0\/tidegate-operator\.yaml:\d+/,
      );
    });
  });

  test("narrows the findings by severity, area and words", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const shown = page.locator("#findings li:visible");
      expect(await shown.locator(".severity", { hasText: "note" }).count()).toBe(0);
      await page.getByRole("button", { name: "Notes", exact: true }).click();
      expect(await page.locator("#findings li:visible .severity").allTextContents()).toContain("note");
      expect(await page.locator("#findings li:visible .severity", { hasText: "warning" }).count()).toBe(0);
      await page.getByRole("button", { name: "Workloads", exact: true }).click();
      expect(await page.locator("#findings .area:visible h3").allTextContents()).toEqual(["Workloads"]);
      await page.getByRole("button", { name: "Notes", exact: true }).click();
      await page.getByLabel("Find a finding").fill("perfmon");
      expect(await shown.count()).toBe(1);
      expect(await page.getByText(/^1 finding of \d+$/).isVisible()).toBe(true);
    });
  });

  test("shows the schemas of a CRD as a tree, unchanged fields folded", async () => {
    await report.quietly(browser(), {}, async (page) => {
      const crd = page.locator("details.schema", { hasText: "tidegates.tidegate.example.org" }).first();
      await crd.locator(":scope > summary").click();
      const field = crd.locator("li", { hasText: "excludedInterfaces" }).last();
      expect(await field.locator(".sign-changed").first().isVisible()).toBe(true);
      const folded = crd.locator(".same-fields").first();
      expect(await folded.locator("p").isVisible()).toBe(false);
      await folded.locator("summary").click();
      expect(await folded.locator("p").isVisible()).toBe(true);
      expect(await faults(page)).toEqual([]);
    });
  });
});

describeWithChromium("the page of mooring, a chart for several providers", (browser) => {
  const report = new Report();
  beforeAll(() => report.write("examples/mooring"));

  holdsForEveryPage(browser, report, twoLooks);
});

describeWithCorpus("the page of KubeVirt", (corpus) => {
  describeWithChromium("in Chromium", (browser) => {
    const report = new Report();
    beforeAll(async () => {
      const folder = report.folder();
      const release = (name: string) => corpus.path(`corpus/kubevirt/v1.9.0/${name}.yaml`);
      writeFiles(folder, {
        "chartwright.yaml": `apiVersion: chartwright/v1\nkind: ChartProject\nname: kubevirt\nsources:\n  - path: ${release("kubevirt-operator")}\n  - path: ${release("kubevirt-cr")}\n`,
      });
      await report.write(folder);
    });

    holdsForEveryPage(browser, report, twoLooks);

    test("shows a CRD of seven thousand lines when somebody asks for it", async () => {
      await report.quietly(browser(), { hash: "#object-1" }, async (page) => {
        const crd = page.locator("#object-1");
        expect(await crd.locator("summary").textContent()).toContain("kubevirts.kubevirt.io");
        const buttons = crd.locator(".folded button");
        while ((await buttons.count()) > 0) await buttons.first().click();
        expect(await crd.locator("pre.template .line").count()).toBeGreaterThan(7000);
      });
    });
  });
});

describe("the style of the pages", () => {
  test("moves nothing", () => {
    const style = readFileSync(join(repositoryFolder, "src", "page", "style.css"), "utf8");
    expect(style).not.toMatch(/\b(?:animation|transition|scroll-behavior)\b/);
  });
});
