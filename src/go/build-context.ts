// Which files belong to a build: by their names and by their build constraints
// (https://pkg.go.dev/cmd/go#hdr-Build_constraints).

/** For which machine, and with which tags, the program is built. */
export interface BuildContext {
  readonly os: string;
  readonly arch: string;
  /** Whether C code is part of the build. */
  readonly cgo: boolean;
  readonly tags: readonly string[];
}

export const defaultBuild: BuildContext = { os: "linux", arch: "amd64", cgo: true, tags: [] };

/** The systems and architectures that Go knows, from its internal/syslist. */
const systems = new Set(
  "aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris wasip1 windows zos".split(
    " ",
  ),
);
const unixSystems = new Set(
  "aix android darwin dragonfly freebsd hurd illumos ios linux netbsd openbsd solaris".split(" "),
);
const architectures = new Set(
  "386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm".split(
    " ",
  ),
);

/** Whether the file `name`, with the text `text`, is part of the build. */
export function isInBuild(name: string, text: string, build: BuildContext): boolean {
  return isGoSource(name) && fitsName(name, build) && fitsConstraints(text, build);
}

/** Whether `name` is one of a package's own Go files: tests and files that start with `_` or `.` are not. */
export function isGoSource(name: string): boolean {
  return name.endsWith(".go") && !name.endsWith("_test.go") && !/^[._]/.test(name);
}

/** `x_linux.go`, `x_amd64.go` and `x_linux_amd64.go` are for these only; what stands before the first `_` is free. */
function fitsName(name: string, build: BuildContext): boolean {
  const words = (name.split(".")[0] ?? "").split("_").slice(1);
  const last = words.at(-1) ?? "";
  const beforeLast = words.at(-2) ?? "";
  if (architectures.has(last)) {
    return holds(last, build) && (!systems.has(beforeLast) || holds(beforeLast, build));
  }
  return !systems.has(last) || holds(last, build);
}

/** Whether one tag is set. */
function holds(tag: string, build: BuildContext): boolean {
  if (tag === "cgo") return build.cgo;
  if (tag === "unix") return unixSystems.has(build.os);
  if (tag === "linux" && build.os === "android") return true;
  if (tag === "darwin" && build.os === "ios") return true;
  if (tag === "solaris" && build.os === "illumos") return true;
  // Every release so far: the sources are compiled with one that is recent enough.
  if (/^go1\.\d+$/.test(tag) || tag === "gc") return true;
  return tag === build.os || tag === build.arch || build.tags.includes(tag);
}

function fitsConstraints(text: string, build: BuildContext): boolean {
  const lines = headerComments(text);
  const expression = lines.find((line) => /^\/\/go:build(?=[ \t]|$)/.test(line));
  if (expression !== undefined)
    return new ConstraintReader(expression.slice("//go:build".length), build).holds();
  // The old form: lines are joined by "and", words by "or", commas by "and".
  return lines
    .map((line) => /^\/\/[ \t]*\+build(?:[ \t]+(.*))?$/.exec(line)?.[1])
    .filter((options) => options !== undefined)
    .every((options) =>
      options.split(/\s+/).some((option) => option.split(",").every((term) => oldTerm(term, build))),
    );
}

function oldTerm(term: string, build: BuildContext): boolean {
  return term.startsWith("!") ? !holds(term.slice(1), build) : holds(term, build);
}

/** The line comments that stand before everything but blank lines and other comments. */
function headerComments(text: string): readonly string[] {
  const lines: string[] = [];
  let isInBlock = false;
  for (const line of text.split("\n").map((each) => each.trim())) {
    if (isInBlock) isInBlock = !line.includes("*/");
    else if (line.startsWith("/*")) isInBlock = !line.includes("*/");
    else if (line.startsWith("//")) lines.push(line);
    else if (line !== "") break;
  }
  return lines;
}

/** `//go:build` expressions: `||` below `&&` below `!` and parentheses. What is not understood does not hold. */
class ConstraintReader {
  readonly #tokens: string[];
  readonly #build: BuildContext;

  constructor(text: string, build: BuildContext) {
    this.#tokens = text.match(/\|\||&&|[!()]|[\p{L}\p{N}_.]+|\S/gu) ?? [];
    this.#build = build;
  }

  holds(): boolean {
    return this.#or() && this.#tokens.length === 0;
  }

  #or(): boolean {
    let result = this.#and();
    while (this.#take("||")) result = this.#and() || result;
    return result;
  }

  #and(): boolean {
    let result = this.#not();
    while (this.#take("&&")) result = this.#not() && result;
    return result;
  }

  #not(): boolean {
    // Go refuses to negate twice.
    if (this.#take("!")) return this.#tokens[0] !== "!" && !this.#not();
    if (this.#take("(")) {
      const result = this.#or();
      return this.#take(")") && result;
    }
    return holds(this.#tokens.shift() ?? "", this.#build);
  }

  #take(token: string): boolean {
    if (this.#tokens[0] !== token) return false;
    this.#tokens.shift();
    return true;
  }
}
