// Functions of the language whose results can be constants (https://go.dev/ref/spec#Built-in_functions).
import {
  type BasicName,
  basic,
  basicNameOf,
  basicTypes,
  type Constant,
  isNumber,
  isReal,
  numberValue,
  Unresolvable,
} from "./constant.ts";
import { binary, unify } from "./operate.ts";
import { rational } from "./rational.ts";

/** By name; each throws Unresolvable for what it is not for. */
export const builtIns: Readonly<Record<string, (given: readonly Constant[]) => Constant>> = {
  len: ([given]) => {
    if (given?.value.kind !== "string") throw new Unresolvable("len is constant for a string only");
    const bytes = new TextEncoder().encode(given.value.value).length;
    return { value: numberValue("int", rational(BigInt(bytes))), type: basic("int") };
  },
  min: (given) => given.reduce((least, each) => lesser(least, each, "<")),
  max: (given) => given.reduce((most, each) => lesser(most, each, ">")),
  real: ([given]) => part(given, "real"),
  imag: ([given]) => part(given, "imaginary"),
  complex: ([left, right]) => {
    if (!left || !right) throw new Unresolvable("complex is for two numbers");
    const [a, b] = unify(left, right);
    if (!isNumber(a.value) || !isNumber(b.value) || !isReal(a.value) || !isReal(b.value)) {
      throw new Unresolvable("complex is for two real numbers");
    }
    const value = numberValue("complex", a.value.real, b.value.real);
    if (!a.type) return { value };
    const name = basicNameOf(a.type);
    if (name !== "float32" && name !== "float64") throw new Unresolvable("complex is for floats");
    return { value, type: basic(name === "float32" ? "complex64" : "complex128") };
  },
};

/** The one of two for which `chosen operator other` holds, with the type that the operation gives both. */
function lesser(left: Constant, right: Constant, operator: "<" | ">"): Constant {
  const [a, b] = unify(left, right);
  const { value } = binary(operator, b, a);
  return value.kind === "bool" && value.value ? b : a;
}

const partTypes: Readonly<Partial<Record<BasicName, BasicName>>> = {
  complex64: "float32",
  complex128: "float64",
};

function part(given: Constant | undefined, name: "real" | "imaginary"): Constant {
  if (!given || !isNumber(given.value)) throw new Unresolvable("only a complex number has parts");
  const value = numberValue("float", given.value[name]);
  if (!given.type) return { value };
  const basicName = basicNameOf(given.type);
  if (basicName === undefined || basicTypes[basicName] !== "complex") {
    throw new Unresolvable("only a complex number has parts");
  }
  return { value, type: basic(partTypes[basicName] ?? "float64") };
}
