/** The bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // Three bytes for what is above 0x7ff, but a surrogate pair is four bytes in two units.
    if (unit > 0x7f) bytes += unit > 0x7ff && (unit < 0xd800 || unit > 0xdfff) ? 2 : 1;
  }
  return bytes;
}

/** The bytes that a base64 text stands for. */
export function base64Length(text: string): number {
  const digits = text.replace(/[\r\n=]/g, '').length;
  return Math.floor((digits * 3) / 4);
}
