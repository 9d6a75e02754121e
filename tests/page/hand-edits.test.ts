// What people changed in the charts, on the page of their project.
import { cpSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { call } from "../cli/called.ts";
import { customResource, operator, project } from "../cli/small-operator.ts";
import { describeWithChromium } from "../support/chromium.ts";
import { readFiles, writeFiles } from "../support/folder-content.ts";
import { repositoryFolder } from "../support/repository.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { holdsForEveryPage, Report, twoLooks } from "./report-page.ts";

describe("the page of charts that somebody edited", () => {
  test("says nothing of edits before the charts were written, and that there are none behind it", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
    const before = await call(["report", "-o", "-"], { folder });
    expect(before.stdout).not.toContain("<dt>By hand</dt>");
    await call(["build"], { folder });
    const after = await call(["report", "-o", "-"], { folder });
    expect(after.stdout).toContain("<dt>By hand</dt><dd>nothing was changed</dd>");
    expect(after.stdout).not.toContain('<section id="hand"');
  });

  test("tells what becomes of each edit when the sources change", async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { "chartwright.yaml": project, "operator.yaml": operator, "cr.yaml": customResource });
    await call(["build"], { folder });
    const templates = "charts/tide/templates";
    const deployment = `${templates}/deployment-tide-operator.yaml`;
    const account = `${templates}/serviceaccount-tide-operator.yaml`;
    const texts = readFiles(folder);
    writeFiles(folder, {
      [deployment]: `${texts[deployment]}# ours\n`,
      [account]: `${texts[account]}# ours too\n`,
      "operator.yaml": operator
        .replace("matchLabels: {app: tide}", "matchLabels: {app: tide, a: b}")
        .replace(/---\napiVersion: v1\nkind: ServiceAccount[\s\S]*?(?=---)/, ""),
    });
    const { code, stdout } = await call(["report", "-o", "-"], { folder });
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /deployment-tide-operator\.yaml<\/code><\/a><\/th><td class="number">1<\/td><td>merged: /,
    );
    expect(stdout).toMatch(
      /serviceaccount-tide-operator\.yaml<\/code><\/th><td class="number"><\/td><td>! left over: /,
    );
  });
});

describeWithChromium("the page of tidegate with edits by hand", (browser) => {
  const report = new Report();
  const charts = join("charts", "tidegate");
  const deployment = "tidegate/templates/deployment-tidegate-controller.yaml";
  const binding = "tidegate/templates/rolebinding-tidegate-controller.yaml";
  let edited = "";

  beforeAll(async () => {
    const folder = report.folder();
    cpSync(join(repositoryFolder, "examples", "tidegate"), folder, { recursive: true });
    const texts = readFiles(join(folder, "charts"));
    const values = texts["tidegate/values.yaml"] ?? "";
    edited = (texts[deployment] ?? "")
      .replace(/^( *replicas: .*)$/m, "$1 # never fewer")
      .replace(/^kind: .*\n/m, "$&# ours\n");
    writeFiles(join(folder, "charts"), {
      [deployment]: edited,
      "tidegate/values.yaml": `# Ask the platform team first.\n${values}`,
      "tidegate/templates/ours.yaml": "# nothing yet\n",
    });
    rmSync(join(folder, charts, "templates", "NOTES.txt"));
    renameSync(join(folder, "charts", binding), join(folder, charts, "templates", "binding.yaml"));
    await report.write(folder);
  });

  holdsForEveryPage(browser, report, twoLooks);

  test("counts them at a glance, lists the files, and leads to the lines", async () => {
    await report.quietly(browser(), {}, async (page) => {
      await page
        .getByRole("link", { name: "3 files edited, 1 file deleted, 1 file beside the compiled ones" })
        .click();
      const told: string[] = [];
      for (const row of await page.locator("#hand tbody tr").all()) {
        const [file, edits, outcome] = await row.locator("th, td").allTextContents();
        told.push(`${file} ${edits} ${outcome?.split(":")[0]}`);
      }
      expect(told).toEqual([
        "tidegate/templates/NOTES.txt  deleted",
        `tidegate/templates/binding.yamlrenamed from ${binding} 0 kept`,
        "tidegate/templates/deployment-tidegate-controller.yaml 2 kept",
        "tidegate/values.yaml 1 kept",
      ]);
      expect(await page.locator("#hand").getByText("tidegate/templates/ours.yaml").isVisible()).toBe(true);
      await page.locator("#hand").getByRole("link", { name: "tidegate/values.yaml" }).click();
      const hand = page.locator("#hand details[open] .by-hand-lines");
      expect(await hand.locator(".template mark").allTextContents()).toEqual([
        "# Ask the platform team first.",
      ]);
    });
  });

  test("shows them among the compiler's, told apart by words, and with them the file that is there", async () => {
    await report.quietly(browser(), {}, async (page) => {
      await page.locator("#hand").getByRole("link", { name: deployment }).click();
      const object = page.locator("details.object[open]");
      expect(await object.locator("summary .by-hand").textContent()).toBe("2 edits by hand");
      const buttons = object.locator(".folded button");
      while ((await buttons.count()) > 0) await buttons.first().click();
      expect(await object.locator(".by-hand-lines .why").allTextContents()).toEqual(["by hand", "by hand"]);
      const compilers = object.locator(".changed:not(.by-hand-lines) .why");
      expect(await compilers.allTextContents()).toContain("replicas");
      const lines = await object
        .locator("pre.template .line:not([data-number=''])")
        .evaluateAll((all) =>
          all.map((line): [number, string] => [
            Number(line.getAttribute("data-number")),
            line.textContent ?? "",
          ]),
        );
      expect(
        lines
          .toSorted(([a], [b]) => a - b)
          .map(([, line]) => line)
          .join(""),
      ).toBe(edited);
    });
  });
});
