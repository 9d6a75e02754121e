// Exact numbers: a constant of Go has no precision until it gets a type (https://go.dev/ref/spec#Constants).

/** In lowest terms; the denominator is positive. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

export function rational(numerator: bigint, denominator = 1n): Rational {
  const divisor = greatestCommonDivisor(absolute(numerator), absolute(denominator)) || 1n;
  const sign = denominator < 0n ? -1n : 1n;
  return { numerator: (sign * numerator) / divisor, denominator: (sign * denominator) / divisor };
}

export const zero: Rational = rational(0n);

export function add(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator);
}

export function negate(a: Rational): Rational {
  return { numerator: -a.numerator, denominator: a.denominator };
}

export function multiply(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.numerator, a.denominator * b.denominator);
}

/** `a / b`; `b` is not zero. */
export function divide(a: Rational, b: Rational): Rational {
  return rational(a.numerator * b.denominator, a.denominator * b.numerator);
}

/** Negative, 0 or positive, as `a` is less than, equal to or greater than `b`. */
export function compare(a: Rational, b: Rational): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

export function isZero(a: Rational): boolean {
  return a.numerator === 0n;
}

export function isInteger(a: Rational): boolean {
  return a.denominator === 1n;
}

/** A binary floating-point format: bits of the significand, and the exponents of its smallest and largest bit. */
export interface FloatFormat {
  readonly precision: number;
  readonly smallest: number;
  readonly largest: number;
}

export const float64: FloatFormat = { precision: 53, smallest: -1074, largest: 1023 };
export const float32: FloatFormat = { precision: 24, smallest: -149, largest: 127 };

/** `a` rounded to the nearest value of `format`, ties to even; undefined when it is too large for it. */
export function round(a: Rational, format: FloatFormat): Rational | undefined {
  if (isZero(a)) return a;
  const magnitude = absolute(a.numerator);
  // The exponent of the leading bit, or one too few: then the significand below has one bit more and shifts again.
  const leading = bitLength(magnitude) - bitLength(a.denominator);
  let exponent = Math.max(leading - format.precision, format.smallest);
  let significand = roundedQuotient(magnitude, a.denominator, exponent);
  if (bitLength(significand) > format.precision) {
    exponent += 1;
    significand = roundedQuotient(magnitude, a.denominator, exponent);
  }
  if (bitLength(significand) + exponent - 1 > format.largest) return undefined;
  const signed = a.numerator < 0n ? -significand : significand;
  return exponent >= 0 ? rational(signed << BigInt(exponent)) : rational(signed, 1n << BigInt(-exponent));
}

/** The number of a value that has been rounded to float64. */
export function toNumber(a: Rational): number {
  const { numerator, denominator } = a;
  // The denominator is a power of two, and halving is exact until the very last bit.
  const shift = bitLength(denominator) - 1;
  const half = Math.floor(shift / 2);
  return Number(numerator) / 2 ** half / 2 ** (shift - half);
}

/** `numerator / denominator / 2^exponent`, rounded to an integer, ties to even. */
function roundedQuotient(numerator: bigint, denominator: bigint, exponent: number): bigint {
  const dividend = exponent < 0 ? numerator << BigInt(-exponent) : numerator;
  const divisor = exponent > 0 ? denominator << BigInt(exponent) : denominator;
  const quotient = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const roundsUp = twice > divisor || (twice === divisor && quotient % 2n === 1n);
  return roundsUp ? quotient + 1n : quotient;
}

/** How many bits a number that is not negative has. */
export function bitLength(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
