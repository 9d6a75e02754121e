// What of a foreign text is shown as found.

const longestExcerpt = 80;

/** The first line of `text`, of at most 80 characters; what is left out is an ellipsis. */
export function excerptOf(text: string): string {
  const [line = ""] = text.split("\n");
  if (line.length === text.length && line.length <= longestExcerpt) return text;
  return `${line.slice(0, longestExcerpt - 1)}…`;
}
