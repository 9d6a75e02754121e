// Tables that are wider than the screen: the Tab key stops at them, so that the arrow keys can scroll them.

/** Watches the width of every table. */
export function watchTables(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) adjust(target);
  });
  for (const target of document.querySelectorAll(".table")) observer.observe(target);
}

function adjust(target: Element): void {
  const isScrolled = target.scrollWidth > target.clientWidth;
  if (isScrolled === target.hasAttribute("tabindex")) return;
  if (!isScrolled) {
    for (const name of ["tabindex", "role", "aria-label"]) target.removeAttribute(name);
    return;
  }
  target.setAttribute("tabindex", "0");
  target.setAttribute("role", "region");
  target.setAttribute("aria-label", target.querySelector("table")?.getAttribute("aria-label") ?? "Table");
}
