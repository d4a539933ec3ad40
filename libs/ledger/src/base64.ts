const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

/** RFC 4648 section 4, with padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const digits = [a >> 2, ((a & 3) << 4) | (b >> 4), ((b & 15) << 2) | (c >> 6), c & 63];
    text += digits
      .slice(0, Math.min(3, bytes.length - at) + 1)
      .map((value) => DIGITS.charAt(value))
      .join('')
      .padEnd(4, '=');
  }
  return text;
}

/**
 * The bytes of a text that `toBase64` would write; undefined for every other text, another spelling
 * of the same bytes included.
 */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0) return undefined;
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='));
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  let [bits, held, length] = [0, 0, 0];
  for (const digit of text.replace(/=+$/, '')) {
    bits = (bits << 6) | (VALUES.get(digit) ?? 0);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >> held) & 255;
    bits &= (1 << held) - 1;
  }
  return toBase64(bytes) === text ? bytes : undefined;
}
