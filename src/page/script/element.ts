// Elements of the page, made by hand: text stays text.

type Attributes = Readonly<Record<string, string>>;

/** An element with attributes and children; a string is text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A button that does something. */
export function button(words: string, act: (pressed: HTMLButtonElement) => void): HTMLButtonElement {
  const made = element("button", { type: "button" }, words);
  made.addEventListener("click", () => act(made));
  return made;
}

/** What the data block `id` of the page holds. */
export function dataOf<Data>(id: string): Data | undefined {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Data) : undefined;
}

/** `1 value`, `1,234 values`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** What fills those parts that nobody has opened yet. */
const unfilled = new WeakMap<HTMLDetailsElement, () => void>();

/** Calls `fill` once, when `details` is opened for the first time or is open already. */
export function onFirstOpen(details: HTMLDetailsElement, fill: () => void): void {
  unfilled.set(details, fill);
  const look = () => {
    if (details.open) fillNow(details);
  };
  details.addEventListener("toggle", look);
  look();
}

/** Fills `details` where that has not been done: opening it tells its listeners only later. */
export function fillNow(details: HTMLDetailsElement): void {
  const fill = unfilled.get(details);
  unfilled.delete(details);
  fill?.();
}
