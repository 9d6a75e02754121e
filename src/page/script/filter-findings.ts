// The findings of an upgrade, narrowed by area, severity and words.
import { counted } from "./element.ts";
import { fetchLater } from "./show-later.ts";

/** Lets the buttons and the field of the findings narrow them. */
export function filterFindings(adopted: (content: Element) => void): void {
  const field = document.getElementById("findings-filter");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("#findings button[data-only]")];
  if (!(field instanceof HTMLInputElement)) return;
  const narrow = () => {
    const chosen = (kind: string) =>
      buttons.flatMap(({ dataset, ariaPressed }) =>
        dataset["kind"] === kind && ariaPressed === "true" ? [dataset["only"] ?? ""] : [],
      );
    // What is to be searched has to be there.
    for (const part of document.querySelectorAll<HTMLDetailsElement>("#findings details[data-later]"))
      fetchLater(part, adopted);
    show(chosen("severity"), chosen("area"), field);
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.ariaPressed = button.ariaPressed === "true" ? "false" : "true";
      narrow();
    });
  }
  field.addEventListener("input", narrow);
}

function show(severities: readonly string[], areas: readonly string[], field: HTMLInputElement): void {
  const words = field.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const isNarrowed = severities.length + areas.length + words.length > 0;
  let shown = 0;
  const findings = [...document.querySelectorAll<HTMLElement>("#findings li[data-severity]")];
  for (const finding of findings) {
    const { severity = "", area = "" } = finding.dataset;
    const text = (finding.textContent ?? "").toLowerCase();
    finding.hidden =
      (severities.length > 0 && !severities.includes(severity)) ||
      (areas.length > 0 && !areas.includes(area)) ||
      !words.every((word) => text.includes(word));
    if (!finding.hidden) shown += 1;
  }
  for (const group of document.querySelectorAll<HTMLElement>("#findings .area, #findings .area details")) {
    const isEmpty = group.querySelector("li[data-severity]:not([hidden])") === null;
    group.hidden = isNarrowed && isEmpty;
    if (group instanceof HTMLDetailsElement && isNarrowed) group.open = !isEmpty;
  }
  const told = field.parentElement?.querySelector("output");
  if (told) told.textContent = isNarrowed ? `${counted(shown, "finding")} of ${findings.length}` : "";
}
