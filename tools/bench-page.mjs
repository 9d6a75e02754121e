#!/usr/bin/env node
// `npm run bench:page`: how long Chromium takes to open the report page of KubeVirt from the disk, by its own clock.

import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const repository = fileURLToPath(new URL("..", import.meta.url));
const shared = process.env["CHARTWRIGHT_SHARED"] ?? join(repository, "..", "shared");
const release = join(shared, "corpus", "kubevirt", "v1.9.0");
const rounds = Number(process.env["ROUNDS"] ?? 9);
const folder = mkdtempSync(join(tmpdir(), "chartwright-bench-"));

try {
  const page = join(folder, "report.html");
  let project = join(repository, "examples", "tidegate");
  if (existsSync(release)) {
    project = folder;
    const sources = ["operator", "cr"].map((name) => `  - path: ${join(release, `kubevirt-${name}.yaml`)}\n`);
    const text = `apiVersion: chartwright/v1\nkind: ChartProject\nname: kubevirt\nsources:\n${sources.join("")}`;
    writeFileSync(join(folder, "chartwright.yaml"), text);
  }
  const cli = join(repository, "dist", "cli", "main.js");
  const { status, stderr } = spawnSync(process.execPath, [cli, "report", project, "-o", page], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  const samples = await openings(pathToFileURL(page).href);
  process.stdout.write(`${project}: ${Math.round(statSync(page).size / 1000)} kB, ${rounds} openings\n`);
  for (const name of ["first paint", "ready", "loaded", "elements"]) {
    const sorted = samples.map((sample) => sample[name]).toSorted((a, b) => a - b);
    const shown = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map((value) =>
      Math.round(value),
    );
    process.stdout.write(`${name}: ${shown[0]} (${shown[1]}–${shown[2]})\n`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** Opens the page in a new context each time; the first opening only warms the browser. */
async function openings(url) {
  const path = process.env["CHROMIUM"] || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
  const samples = [];
  try {
    for (let round = 0; round <= rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(url);
      // Two frames later all has been painted that is in sight.
      const sample =
        await page.evaluate(`new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)).then(() => {
        const [navigation] = performance.getEntriesByType("navigation");
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        return {
          "first paint": paint?.startTime ?? performance.now(),
          ready: navigation.domContentLoadedEventEnd,
          loaded: navigation.loadEventEnd,
          elements: document.querySelectorAll("*").length,
        };
      })`);
      if (round > 0) samples.push(sample);
      await context.close();
    }
  } finally {
    await browser.close();
  }
  return samples;
}
