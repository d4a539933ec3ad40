/**
 * A collision-resistant hash, handed in by the caller so that this library needs no runtime. Berth hands in SHA-256 (32
 * bytes). It must not keep the bytes: others follow in their place.
 */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The bytes of all parts, one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

/** Lower-case hexadecimal: the form in which hashes stand inside canonical JSON. */
export function toHex(bytes: Uint8Array): string {
  const codes = new Array<number>(2 * bytes.length);
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    codes[2 * index] = DIGITS[byte >> 4] ?? 0;
    codes[2 * index + 1] = DIGITS[byte & 15] ?? 0;
  }
  // At once: a text that grows digit by digit is made of as many objects.
  return String.fromCharCode(...codes);
}

/** The code units of the digits. */
const DIGITS = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));

/** The bytes that lower-case hexadecimal spells; undefined for every other text. */
export function fromHex(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(text.length >> 1);
  for (let index = 0; index < bytes.length; index++) bytes[index] = parseInt(text.slice(2 * index, 2 * index + 2), 16);
  return toHex(bytes) === text ? bytes : undefined;
}

/** True when both hold the same bytes. Not constant-time: what is compared here is public. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
