const DIGITS = /^[A-Za-z0-9+/]$/;

/**
 * The place of the first character that standard base64 with padding does not have there; undefined where all are
 * right. Line ends are skipped. // as encoding/base64 of Go, StdEncoding.Decode
 */
export function illegalBase64Byte(text: string): number | undefined {
  if (PLAIN.test(text)) return undefined;
  let digits = 0;
  let at = 0;
  for (; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '\n' || character === '\r') continue;
    if (DIGITS.test(character)) digits += 1;
    else return character === '=' ? illegalPadding(text, at, digits % 4) : at;
  }
  // Go names the place where the group of four would begin that the text ends in.
  return digits % 4 === 0 ? undefined : at - (digits % 4);
}

const PLAIN = /^(?:[A-Za-z0-9+/]{4})*$/;

/** Two digits of four are followed by two signs, three by one, and nothing is behind them. */
function illegalPadding(text: string, first: number, digits: number): number | undefined {
  if (digits < 2) return first;
  const skip = (from: number): number => {
    let at = from;
    while (text[at] === '\n' || text[at] === '\r') at += 1;
    return at;
  };
  let at = first;
  if (digits === 2) {
    at = skip(first + 1);
    if (at === text.length) return text.length;
    if (text[at] !== '=') return at - 1;
  }
  const rest = skip(at + 1);
  return rest === text.length ? undefined : rest;
}
