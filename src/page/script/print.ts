// The page on paper: all that opens is open, for as long as it is printed.
import { fillNow } from "./element.ts";

/** Opens everything before the page is printed, and closes it again. Lines that are as in the source stay a number. */
export function openForPrint(): void {
  let opened: readonly HTMLDetailsElement[] = [];
  let place: readonly [number, number] = [0, 0];
  addEventListener("beforeprint", () => {
    place = [scrollX, scrollY];
    opened = [...opened, ...openAll()];
  });
  addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
    opened = [];
    scrollTo(...place);
  });
}

/** Opens what is closed and what comes into being by that, with all rows of long lists. */
function openAll(): readonly HTMLDetailsElement[] {
  const closed = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
  for (const details of closed) {
    fillNow(details);
    details.open = true;
  }
  const more = [...document.querySelectorAll<HTMLButtonElement>("main button[data-more]")];
  for (const button of more) button.click();
  return closed.length + more.length === 0 ? [] : [...closed, ...openAll()];
}
