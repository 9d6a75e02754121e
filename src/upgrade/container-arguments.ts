// The words of a container's command line in two releases: flags by their names, whether the value is a part of the word or
// the next one.

/** A word that stands for itself, or a flag with its value. */
interface Argument {
  /** `--level`; undefined of a word that no flag takes. */
  readonly flag: string | undefined;
  /** What the flag is set to, or the word; undefined of a flag that is only there. */
  readonly value: string | undefined;
  /** How both are written. */
  readonly text: string;
  /** The word with the value. */
  readonly index: number;
}

/** A flag or word that both releases have, with what it is set to. */
interface ArgumentPair {
  readonly older: Argument;
  readonly newer: Argument;
}

/** The words of two releases: what belongs together, and what only one has. */
export interface PairedArguments {
  readonly pairs: readonly ArgumentPair[];
  readonly added: readonly Argument[];
  readonly removed: readonly Argument[];
}

/** Flags of one name belong together, of several the first to the first; other words where both releases have as many. */
export function pairArguments(older: readonly string[], newer: readonly string[]): PairedArguments {
  const [before, after] = [argumentsOf(older), argumentsOf(newer)];
  const isCounted = countOf(before) === countOf(after);
  const [then, now] = [keyed(before, isCounted), keyed(after, isCounted)];
  return {
    pairs: [...now].flatMap(([key, argument]) => {
      const former = then.get(key);
      return former ? [{ older: former, newer: argument }] : [];
    }),
    added: [...now].filter(([key]) => !then.has(key)).map(([, argument]) => argument),
    removed: [...then].filter(([key]) => !now.has(key)).map(([, argument]) => argument),
  };
}

function countOf(found: readonly Argument[]): number {
  return found.filter(({ flag }) => flag === undefined).length;
}

function argumentsOf(words: readonly string[]): readonly Argument[] {
  const found: Argument[] = [];
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const [, flag, value] = /^(--?[A-Za-z][\w.-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
    const next = words[index + 1];
    if (flag !== undefined && value === undefined && next !== undefined && !next.startsWith("-")) {
      index += 1;
      found.push({ flag, value: next, text: `${word} ${next}`, index });
    } else {
      found.push({ flag, value: flag === undefined ? word : value, text: word, index });
    }
  }
  return found;
}

/** By flag, or by what the word is; by its turn where that says the same of both releases. */
function keyed(found: readonly Argument[], isCounted: boolean): ReadonlyMap<string, Argument> {
  const turns = new Map<string, number>();
  return new Map(
    found.map((argument) => {
      const name = argument.flag ?? (isCounted ? "" : argument.text);
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      return [`${name} ${turn}`, argument] as const;
    }),
  );
}
