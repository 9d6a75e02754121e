// Links within the page: what they lead to opens, and so does all that it is in.

/** Opens what the address names, now and whenever it changes. */
export function followLinks(): void {
  addEventListener("hashchange", open);
  open();
}

function open(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let around: Element | null = target; around; around = around.parentElement) {
    if (around instanceof HTMLDetailsElement) around.open = true;
  }
  target.scrollIntoView();
}
