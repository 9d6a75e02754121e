// A real Chromium, Debian's own: what a page does is asked of the browser that people have.

import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { describeWith } from "./requirement.ts";

const places = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** The program: CHROMIUM, or where distributions put it. */
function chromiumPath(): string | undefined {
  return process.env["CHROMIUM"] || places.find((path) => existsSync(path));
}

/** A `describe` for tests in a browser that is started before the first of them and ended after the last. */
export function describeWithChromium(title: string, body: (browser: () => Browser) => void): void {
  const path = chromiumPath();
  const requirement = {
    name: "Chromium",
    missing: path ? undefined : "set CHROMIUM to its path, or install the package chromium",
    requiredInCi: process.env["CHARTWRIGHT_DEBIAN_PACKAGES"] === "required",
  };
  describeWith(requirement, title, () => {
    let browser: Browser | undefined;
    beforeAll(async () => {
      // The sandbox of Chromium does not work for root, and these pages are our own.
      browser = await chromium.launch({ ...(path ? { executablePath: path } : {}), args: ["--no-sandbox"] });
    });
    afterAll(() => browser?.close());
    body(() => {
      if (!browser) throw new Error("the browser is not there yet");
      return browser;
    });
  });
}
