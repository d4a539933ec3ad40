/** What stands in the place of a value of a Secret wherever the value is not shown. */
const DIGEST = /^hmac-sha256:[0-9a-f]{64}$/;

/** The text of a digest in hexadecimal digits. */
export function digestText(hex: string): string {
  return `hmac-sha256:${hex}`;
}

/** Whether a text is a digest of a value, and not the value. */
export function isDigest(text: string): boolean {
  return DIGEST.test(text);
}
