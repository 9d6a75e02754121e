// Parts whose content is a template until somebody opens them.
import { onFirstOpen } from "./element.ts";

/** Lets every part in `within` that comes later come when it is opened; `adopted` hears of what has come. */
export function showLater(within: ParentNode, adopted: (content: Element) => void): void {
  for (const details of within.querySelectorAll<HTMLDetailsElement>("details[data-later]")) {
    onFirstOpen(details, () => fetchLater(details, adopted));
  }
}

/** Puts the content of one part into its place now, opened or not. */
export function fetchLater(details: HTMLDetailsElement, adopted: (content: Element) => void): void {
  const template = details.querySelector(":scope > template");
  if (!(template instanceof HTMLTemplateElement)) return;
  template.replaceWith(template.content);
  showLater(details, adopted);
  adopted(details);
}
