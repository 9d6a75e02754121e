// The Escape key empties a field that narrows something, in every browser.

/** Lets it do so in all fields of the page. */
export function emptyByEscape(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(".filter input")) {
    field.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || field.value === "") return;
      event.preventDefault();
      field.value = "";
      field.dispatchEvent(new Event("input"));
    });
  }
}
