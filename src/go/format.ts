// Values as Go's own packages print them.
import { float32, float64, type Rational, round, toNumber } from "./rational.ts";

/**
 * A float as `strconv.FormatFloat(value, 'g', -1, bits)` prints it: the shortest digits that read back the same, with
 * an exponent from 1e+06 on and below 1e-04.
 */
export function formatFloat(value: Rational, bits: 32 | 64): string {
  const rounded = round(value, bits === 32 ? float32 : float64);
  if (rounded === undefined) return value.numerator < 0n ? "-Inf" : "+Inf";
  const [mantissa = "0", power = "0"] = shortestDigits(toNumber(rounded), bits).split("e");
  const exponent = Number(power);
  const sign = mantissa.startsWith("-") ? "-" : "";
  const digits = mantissa.replace(/[-.]/g, "");
  if (exponent < -4 || exponent >= 6) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return `${sign}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** `d.ddde±x` with as few digits as tell the number from its neighbours of the same size. */
function shortestDigits(value: number, bits: 32 | 64): string {
  if (bits === 64) return value.toExponential();
  for (let digits = 0; digits < 9; digits += 1) {
    const text = value.toExponential(digits);
    if (Math.fround(Number(text)) === value) return text;
  }
  return value.toExponential();
}

const units: readonly (readonly [string, bigint])[] = [
  ["ns", 1n],
  ["µs", 10n ** 3n],
  ["ms", 10n ** 6n],
];

/** Nanoseconds as `time.Duration.String` prints them: `1h30m0s`, `1.5ms`, `0s`. */
export function formatDuration(nanoseconds: bigint): string {
  const sign = nanoseconds < 0n ? "-" : "";
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (size === 0n) return "0s";
  const small = units.findLast(([, unit]) => size >= unit);
  if (small && size < 10n ** 9n) return `${sign}${formatDecimal(size, small[1])}${small[0]}`;
  const minutes = size / (60n * 10n ** 9n);
  const seconds = formatDecimal(size % (60n * 10n ** 9n), 10n ** 9n);
  const hours = minutes / 60n;
  const before = hours > 0n ? `${hours}h${minutes % 60n}m` : minutes > 0n ? `${minutes}m` : "";
  return `${sign}${before}${seconds}s`;
}

/** `amount / unit` as a decimal without zeros at its end; `unit` is a power of ten. */
function formatDecimal(amount: bigint, unit: bigint): string {
  const places = String(unit).length - 1;
  const fraction = String(amount % unit)
    .padStart(places, "0")
    .replace(/0+$/, "");
  return `${amount / unit}${places === 0 || fraction === "" ? "" : `.${fraction}`}`;
}
