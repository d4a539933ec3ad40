/**
 * Compares two texts by their UTF-8 bytes, as Go compares strings. UTF-16 order differs where one text has a character
 * beyond U+FFFF (written with surrogates, D800 to DFFF) and the other one between U+E000 and U+FFFF.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return byteRank(left) - byteRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for characters that sort after every other one. */
function byteRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
