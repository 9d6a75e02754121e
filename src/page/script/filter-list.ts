// Fields that narrow a list of what opens, by the words in its headings.
import { counted } from "./element.ts";

/** Lets every filter of the page narrow its list. */
export function filterLists(): void {
  for (const paragraph of document.querySelectorAll<HTMLElement>(".filter")) paragraph.hidden = false;
  for (const field of document.querySelectorAll<HTMLInputElement>("input[data-filters]")) {
    const list = document.getElementById(field.dataset["filters"] ?? "");
    const told = field.parentElement?.querySelector("output");
    if (list && told) field.addEventListener("input", () => narrow(list, field.value, told));
  }
}

function narrow(list: HTMLElement, wanted: string, told: HTMLOutputElement): void {
  const words = wanted
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const entries = [...list.querySelectorAll<HTMLDetailsElement>("details")];
  const shown = entries.filter((details) => {
    const text = (details.querySelector("summary")?.textContent ?? "").toLowerCase();
    details.hidden = !words.every((word) => text.includes(word));
    return !details.hidden;
  });
  told.textContent = words.length === 0 ? "" : `${counted(shown.length, "object")} of ${entries.length}`;
}
