// Lists that stay readable.

const mostListed = 12;

/** The items with commas or another word between them; past the first dozen they are counted. */
export function listed(items: readonly string[], separator = ", "): string {
  const more = items.length - mostListed;
  return `${items.slice(0, mostListed).join(separator)}${more > 0 ? ` and ${more} more` : ""}`;
}
