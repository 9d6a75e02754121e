// Which files .helmignore keeps out of a chart, by the rules of Helm's pkg/ignore (not those of git: no `**`,
// and a `!` line keeps out everything that it does not name).

/** Whether the file at `path` stays out. A folder that is ignored keeps out all below it. */
export function isIgnored(path: string, helmIgnore: string): boolean {
  const rules = helmIgnore
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
  // Helm adds this rule to every chart.
  rules.push("templates/.?*");
  const names = path.split("/");
  return names.some((_, index) => {
    const part = names.slice(0, index + 1).join("/");
    return isKeptOut(part, index + 1 < names.length, rules);
  });
}

function isKeptOut(path: string, isFolder: boolean, rules: readonly string[]): boolean {
  for (const rule of rules) {
    const isNegated = rule.startsWith("!");
    const positive = isNegated ? rule.slice(1) : rule;
    const isFolderRule = positive.endsWith("/");
    const fits = isFolder || !isFolderRule;
    const matches = fits && matchRule(path, isFolderRule ? positive.slice(0, -1) : positive);
    if (matches !== isNegated) return true;
  }
  return false;
}

/** A rule with a slash is matched with the whole path, any other with the last name. */
function matchRule(path: string, rule: string): boolean {
  if (rule.startsWith("/")) return toPattern(rule.slice(1)).test(path);
  return toPattern(rule).test(rule.includes("/") ? path : path.slice(path.lastIndexOf("/") + 1));
}

/** Go's filepath.Match as a regular expression: `*`, `?`, `[a-z]`, `[^a]`, and a backslash before any of them. */
function toPattern(glob: string): RegExp {
  const source = glob.replace(
    /\\(.)|\[\^?(?:\\.|[^\]\\])+\]|[\s\S]/g,
    (token, escaped: string | undefined) => {
      if (escaped !== undefined) return escapeCharacter(escaped);
      if (token === "*") return "[^/]*";
      if (token === "?") return "[^/]";
      return token.length > 1 ? token : escapeCharacter(token);
    },
  );
  return new RegExp(`^${source}$`);
}

function escapeCharacter(character: string): string {
  return character.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
