// One Go file as data: what it imports and declares at the level of its package.
import type { GoType } from "./constant.ts";
import type { Expression, FunctionType } from "./expression.ts";

/** A name's meaning. Its expressions are read in `scope`, at the level of the package where there is none. */
export type Declaration =
  | ConstantDeclaration
  | VariableDeclaration
  | TypeDeclaration
  | TypeParameterDeclaration
  | FunctionDeclaration
  | OtherDeclaration;

interface Declared {
  readonly name: string;
  /** Where the name stands in the file. */
  readonly start: number;
  readonly scope?: Scope;
}

export interface ConstantDeclaration extends Declared {
  readonly kind: "constant";
  readonly type?: Expression;
  readonly value?: Expression;
  /** The value of iota in it. */
  readonly iota: number;
}

export interface VariableDeclaration extends Declared {
  readonly kind: "variable";
  readonly type?: Expression;
  readonly value?: Expression;
  /** Which result of `value` it takes, where a call gives several. */
  readonly result: number;
  /** Whether it takes what `range value` gives. */
  readonly isRanged?: boolean;
}

export interface TypeDeclaration extends Declared {
  readonly kind: "type";
  readonly type: Expression;
  readonly isAlias: boolean;
  readonly typeParameters: readonly TypeParameterDeclaration[];
}

/** A type parameter of a function or type. */
export interface TypeParameterDeclaration extends Declared {
  readonly kind: "type-parameter";
  readonly constraint?: Expression;
  /** The type that it is in the place at hand. */
  readonly bound?: GoType;
}

export interface FunctionDeclaration extends Declared {
  readonly kind: "function";
  readonly type: FunctionType;
  /** Of a method, those of its receiver. */
  readonly typeParameters: readonly TypeParameterDeclaration[];
}

/** A name that hides others and says nothing more. */
export interface OtherDeclaration extends Declared {
  readonly kind: "other";
}

/** The local names at one place of a function, the innermost first. */
export interface Scope {
  readonly declaration: Declaration;
  readonly outer?: Scope;
}

export interface GoImport {
  readonly path: string;
  /** The name given in the import; `.` puts the package's names into the file. */
  readonly name?: string;
}

export interface GoFile {
  /** The path by which it was asked for, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly packageName: string;
  readonly imports: readonly GoImport[];
  readonly declarations: ReadonlyMap<string, Declaration>;
  /** Methods by `Type.Method`. */
  readonly methods: ReadonlyMap<string, FunctionDeclaration>;
  /** The offset of the first thing that is no Go, if there is one. */
  readonly fault?: number;
}

/** Where an expression stands: its file and the local names there. */
export interface Place {
  readonly file: GoFile;
  readonly scope?: Scope | undefined;
}

/** The local declaration of `name` that `scope` sees. */
export function lookUp(scope: Scope | undefined, name: string): Declaration | undefined {
  for (let current = scope; current; current = current.outer) {
    if (current.declaration.name === name) return current.declaration;
  }
  return undefined;
}

/** `scope` with `declarations` in front. */
export function declare(declarations: readonly Declaration[], scope: Scope | undefined): Scope | undefined {
  return declarations.reduce<Scope | undefined>(
    (outer, declaration) => (outer ? { declaration, outer } : { declaration }),
    scope,
  );
}
