/** Finds the programs that come with a Helm of this major version; undefined where npm has none for this machine. */
export declare function packagedTools(
  major: "3" | "4",
): { readonly helm: string; readonly kubectl: string } | undefined;
