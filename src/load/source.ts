// A source: one file of the input, or standard input, as text.

/** `name` is the path as the user gave it, or `-` for standard input; it stands in every message. */
export interface Source {
  readonly name: string;
  readonly text: string;
}
