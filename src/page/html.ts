// HTML as a value: a tagged template that escapes what is put into it. The only place of the page that escapes.

/** Text that is HTML already. Made by `html` and the functions below, and by nobody else. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What may stand in a template: text is escaped, HTML is not, a list is its members, nothing is nothing. */
export type Content = Html | string | number | undefined | false | readonly Content[];

/** `html\`<p>${anything}</p>\``: what is put in is text between tags or in a quoted attribute. */
export function html(strings: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return new Html(
    strings.map((text, index) => (index === 0 ? text : print(contents[index - 1]) + text)).join(""),
  );
}

const nothing = new Html("");

/** `content` where there is some, else nothing: for the parts of a page that some operators lack. */
export function when(condition: unknown, content: () => Content): Html {
  return condition ? html`${content()}` : nothing;
}

/**
 * A block of data that the page's script reads when somebody opens what it is for. The parser takes it as one text, so that
 * it costs next to nothing until then. `</script` cannot occur in it.
 */
export function dataBlock(id: string, data: unknown): Html {
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  return new Html(`<script type="application/json" id="${escapeText(id)}">${text}</script>\n`);
}

/** The page's own style or script, which must not hold what would end the element. */
export function element(name: "style" | "script", text: string): Html {
  return new Html(`<${name}>${text.replaceAll(`</${name}`, `<\\/${name}`)}</${name}>`);
}

function print(content: Content): string {
  if (content === undefined || content === false) return "";
  if (content instanceof Html) return content.text;
  if (typeof content === "string") return escapeText(content);
  if (typeof content === "number") return String(content);
  return content.map(print).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
