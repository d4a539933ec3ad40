import { Tokenizer, TokenParser } from '@streamparser/json';

/**
 * Where in a text that is no JSON the first wrong token starts, in characters from 0; its end where it only stops too
 * soon. `JSON.parse` says so for some errors only, and in words that change from version to version.
 */
export function locateJsonError(text: string): number {
  const tokenizer = new Tokenizer();
  const parser = new TokenParser({ paths: [] });
  let offset = 0;
  let found: number | undefined;
  tokenizer.onToken = (token) => {
    if (found !== undefined) return;
    offset = token.offset;
    parser.write(token);
  };
  parser.onError = () => {
    found ??= offset;
  };
  tokenizer.onError = (error) => {
    found ??= Number(/absolute position "(\d+)"/.exec(error.message)?.[1] ?? offset);
  };
  tokenizer.write(text);
  return found === undefined ? text.length : characterAtByte(text, found);
}

/** The tokenizer counts bytes of UTF-8. */
function characterAtByte(text: string, offset: number): number {
  let bytes = 0;
  let index = 0;
  for (const character of text) {
    if (bytes >= offset) return index;
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    index += character.length;
  }
  return index;
}
