/**
 * What a piece of a selector is; a word is a key, a value, or one of the operators `in` and `notin` where one is
 * expected.
 */
export type TokenKind = 'word' | '=' | '==' | '!=' | '!' | '>' | '<' | '(' | ')' | ',' | 'end' | 'error';

/** A piece of a selector and where it starts, in characters from 0. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly position: number;
}

const SYMBOLS: ReadonlySet<string> = new Set(['=', '==', '!=', '!', '>', '<', '(', ')', ',']);
const SPECIAL = /[=!(),<>]/;
const WORD = /[^=!(),<> \t\r\n]+/y;
const BLANKS = /[ \t\r\n]*/y;

/** Splits a selector into tokens; the last one is always `end`. */
export function lexSelector(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (;;) {
    position = matchAt(BLANKS, text, position).end;
    const character = text[position];
    if (character === undefined) return [...tokens, { kind: 'end', text: '', position }];
    const token = SPECIAL.test(character) ? symbolAt(text, position) : wordAt(text, position);
    tokens.push(token);
    position += token.text.length;
  }
}

function wordAt(text: string, position: number): Token {
  return { kind: 'word', text: matchAt(WORD, text, position).text, position };
}

/** The longest symbol that starts here, so `a==b` is not `=` twice. Two characters are the longest there are. */
function symbolAt(text: string, position: number): Token {
  const pair = text.slice(position, position + 2);
  const symbol = SYMBOLS.has(pair) ? pair : text.charAt(position);
  return { kind: isSymbol(symbol) ? symbol : 'error', text: symbol, position };
}

function isSymbol(text: string): text is TokenKind {
  return SYMBOLS.has(text);
}

function matchAt(pattern: RegExp, text: string, position: number): { text: string; end: number } {
  pattern.lastIndex = position;
  const found = pattern.exec(text)?.[0] ?? '';
  return { text: found, end: position + found.length };
}
