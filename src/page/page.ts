// The page itself: one HTML file with all that it needs, which asks nobody for anything. The policy in it holds a browser to
// that: it runs the page's own script, has the page's own style, and loads nothing.
import { createHash } from "node:crypto";
import { element, type Html, html } from "./html.ts";
import type { Section } from "./section.ts";

/** The page's style and script, as text. */
export interface PageAssets {
  readonly style: string;
  readonly script: string;
}

/** What a page is about. */
export interface PageHead {
  /** `tidegate v0.9.2`: the heading. */
  readonly title: string;
  /** What stands above it: `Build report`. */
  readonly kind: string;
}

/** How the pages of chartwright begin; who writes over a file looks for it. */
export const pageMark = '<!doctype html>\n<html lang="en">\n<meta name="generator" content="chartwright">';

/** The page with `sections` in their order. */
export function printPage(
  { title, kind }: PageHead,
  sections: readonly Section[],
  assets: PageAssets,
): string {
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(assets.style)}'`,
    `script-src '${hashOf(assets.script)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const body = html`
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · ${kind}</title>
${element("style", assets.style)}
<a class="skip" href="#content">Skip to the content</a>
<header><p class="kind">${kind}</p><h1>${title}</h1></header>
<nav aria-label="Contents"><ol>${sections.map((each) => html`<li><a href="#${each.id}">${each.title}</a></li>`)}</ol></nav>
<main id="content" tabindex="-1">
${sections.map(printSection)}
</main>
<footer><p>Made by chartwright. The page is whole as it is: it loads nothing.</p></footer>
${element("script", assets.script)}
`;
  return `${pageMark}${body.text}</html>\n`;
}

function printSection({ id, title, body }: Section): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
