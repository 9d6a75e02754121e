// Amounts of resources: `1000m` and `1` are the same to Kubernetes, and it stores the shorter one.
// https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
import type { Json } from "../kubernetes/object.ts";
import type { LivePath } from "./live-path.ts";

const suffixes: Readonly<Record<string, number>> = {
  n: 1e-9,
  u: 1e-6,
  m: 1e-3,
  "": 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
};

/** Keys below which every value is an amount, and those that are one themselves. */
const amounts = new Set(["requests", "limits", "hard", "sizeLimit", "divisor"]);

/** Whether both are the same amount, at a place that holds amounts. */
export function sameQuantity(a: Json, b: Json, path: LivePath): boolean {
  const isAmount = [path.at(-1), path.at(-2)].some((step) => typeof step === "string" && amounts.has(step));
  if (!isAmount) return false;
  const first = amountOf(a);
  return first !== undefined && first === amountOf(b);
}

/** An amount as a number; undefined for what is none. */
export function amountOf(value: Json | undefined): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const match = /^([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)([numkMGTPE]?|[KMGTPE]i)$/.exec(String(value));
  const factor = suffixes[match?.[2] ?? ""];
  const number = Number(match?.[1] ?? Number.NaN);
  return Number.isNaN(number) || factor === undefined ? undefined : Number((number * factor).toPrecision(15));
}
