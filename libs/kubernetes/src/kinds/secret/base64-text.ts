import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';

/** The bytes of a text in UTF-8, as base64. */
export function base64OfText(text: string): string {
  // Percent encoding has every byte that is no unreserved character as two digits.
  const escaped = encodeURIComponent(text);
  const bytes: number[] = [];
  for (let index = 0; index < escaped.length; index += 1) {
    const isByte = escaped[index] === '%';
    bytes.push(isByte ? Number.parseInt(escaped.slice(index + 1, index + 3), 16) : escaped.charCodeAt(index));
    if (isByte) index += 2;
  }
  return base64Encode(Uint8Array.from(bytes));
}

/** The text that base64 stands for; undefined where its bytes are no text in UTF-8. */
export function textOfBase64(base64: string): string | undefined {
  const bytes = base64Decode(base64);
  const escaped = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  try {
    return decodeURIComponent(escaped);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
