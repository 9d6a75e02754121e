// Tables that are wider than the screen: the Tab key stops at them, so that the arrow keys can scroll them.

const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) adjust(target);
});

/** Watches the width of every table in `within`. */
export function watchTables(within: ParentNode): void {
  for (const target of within.querySelectorAll(".table")) observer.observe(target);
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
