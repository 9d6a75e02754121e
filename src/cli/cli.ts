// What a command may use of the world: streams, working folder, environment. Tests hand in their own.

/** Where a command writes. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** The surroundings of one run. */
export interface Cli {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly workingFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Whether `output` shows colours: a terminal, and nobody said no (https://no-color.org). */
export function showsColour(cli: Cli, output: Output): boolean {
  const { NO_COLOR: noColour, TERM: terminal } = cli.environment;
  return output.isTTY === true && (noColour ?? "") === "" && terminal !== "dumb";
}

/** The exit codes; the highest of several decides. */
export const exitCode = { fine: 0, findings: 1, badInput: 2, bug: 3 } as const;
