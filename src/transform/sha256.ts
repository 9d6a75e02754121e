// SHA-256 as Helm's function sha256sum prints it. Written out, because this part of the compiler runs without Node.
// https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.180-4.pdf

const blockLength = 64;

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function rootsOfPrimes(count: number, root: (prime: number) => number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32) | 0);
}

const initialHash = rootsOfPrimes(8, Math.sqrt);
const roundConstants = rootsOfPrimes(64, Math.cbrt);

/** The digest of `text` in UTF-8, as 64 lower-case hexadecimal digits. */
export function sha256(text: string): string {
  const words = padded(new TextEncoder().encode(text));
  let hash = initialHash;
  for (let at = 0; at < words.length; at += blockLength / 4) {
    hash = compress(hash, words.slice(at, at + blockLength / 4));
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The message as words, with a one bit, zeros, and its length in bits behind it. */
function padded(message: Uint8Array): readonly number[] {
  const length = Math.ceil((message.length + 9) / blockLength) * blockLength;
  const bytes = new DataView(new ArrayBuffer(length));
  for (const [index, byte] of message.entries()) bytes.setUint8(index, byte);
  bytes.setUint8(message.length, 0x80);
  bytes.setBigUint64(length - 8, BigInt(message.length) * 8n);
  return Array.from({ length: length / 4 }, (_, index) => bytes.getInt32(index * 4));
}

function compress(hash: readonly number[], block: readonly number[]): readonly number[] {
  const schedule = [...block];
  const word = (index: number) => schedule[index] ?? 0;
  for (let at = block.length; at < roundConstants.length; at += 1) {
    const [early, late] = [word(at - 15), word(at - 2)];
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule.push((word(at - 16) + first + word(at - 7) + second) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (const [at, constant] of roundConstants.entries()) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first = (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + constant + word(at)) | 0;
    const second = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((added, index) => ((hash[index] ?? 0) + added) | 0);
}

function rotate(word: number, count: number): number {
  return (word >>> count) | (word << (32 - count));
}
