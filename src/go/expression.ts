// Expressions of Go as data, types among them: what constants, registrations and the types of receivers are read from.

/** Half-open range of offsets in the file's text. */
interface Placed {
  readonly start: number;
  readonly end: number;
}

/** A literal as it is written. */
export interface Literal extends Placed {
  readonly kind: "literal";
  readonly type: "number" | "rune" | "string" | "raw-string";
  readonly text: string;
}

/** An identifier: of a constant, a variable, a type, a package. */
export interface Name extends Placed {
  readonly kind: "name";
  readonly name: string;
}

/** `operand.name`: a member of a package, a field or a method. */
export interface Selector extends Placed {
  readonly kind: "selector";
  readonly operand: Expression;
  readonly name: string;
}

/** `operator operand`; `*T` is a pointer type or what a pointer points to. */
export interface Unary extends Placed {
  readonly kind: "unary";
  readonly operator: string;
  readonly operand: Expression;
}

export interface Binary extends Placed {
  readonly kind: "binary";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}

/** A call or a conversion, which look the same. */
export interface Call extends Placed {
  readonly kind: "call";
  readonly function: Expression;
  readonly arguments: readonly Expression[];
}

/** `T{…}`. */
export interface Composite extends Placed {
  readonly kind: "composite";
  readonly type: Expression;
  readonly elements: readonly { readonly key?: Expression; readonly value: Expression }[];
}

/** `operand[index]`, and a generic function or type with its arguments: which, what the operand names tells. */
export interface Index extends Placed {
  readonly kind: "index";
  readonly operand: Expression;
  readonly indices: readonly Expression[];
}

/** `operand[a:b]`. */
export interface Slice extends Placed {
  readonly kind: "slice";
  readonly operand: Expression;
}

/** `operand.(T)`. */
export interface Assertion extends Placed {
  readonly kind: "assertion";
  readonly operand: Expression;
  readonly type: Expression;
}

/** A function literal, of which only the type matters here. */
export interface FunctionLiteral extends Placed {
  readonly kind: "function-literal";
  readonly type: FunctionType;
}

/** `[]T`, `[n]T`, and `[...]T`, whose length is that of the literal. */
export interface ListType extends Placed {
  readonly kind: "list-type";
  readonly element: Expression;
  readonly length?: Expression | "counted";
}

export interface ChannelType extends Placed {
  readonly kind: "channel-type";
  readonly element: Expression;
}

export interface MapType extends Placed {
  readonly kind: "map-type";
  readonly key: Expression;
  readonly value: Expression;
}

export interface StructType extends Placed {
  readonly kind: "struct-type";
  /** An embedded field has the name of its type. */
  readonly fields: ReadonlyMap<string, { readonly type: Expression; readonly isEmbedded: boolean }>;
}

export interface InterfaceType extends Placed {
  readonly kind: "interface-type";
  readonly methods: ReadonlyMap<string, FunctionType>;
  /** Embedded interfaces, and types that a type parameter can be. */
  readonly elements: readonly Expression[];
}

export interface FunctionType extends Placed {
  readonly kind: "function-type";
  /** The types of the parameters, one for each; that of `...T` is `[]T`. */
  readonly parameters: readonly Expression[];
  readonly isVariadic: boolean;
  readonly results: readonly Expression[];
}

/** What no constant and no registrar is made of, such as a comparison of types. */
export interface OtherExpression extends Placed {
  readonly kind: "other";
  /** What it is, in the grammar's words. */
  readonly what: string;
}

export type Expression =
  | Literal
  | Name
  | Selector
  | Unary
  | Binary
  | Call
  | Composite
  | Index
  | Slice
  | Assertion
  | FunctionLiteral
  | ListType
  | MapType
  | ChannelType
  | StructType
  | InterfaceType
  | FunctionType
  | OtherExpression;
