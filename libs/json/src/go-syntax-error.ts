/** Where a reader of JSON stopped, as Go's encoding/json says it. */
class SyntaxFault extends Error {}

const END = 'unexpected end of JSON input';

/**
 * What Go's encoding/json says of bytes that are no JSON; undefined of bytes that are. Go reads bytes: a letter of two
 * of them is named by its first. // as encoding/json checkValid
 */
export function goSyntaxError(bytes: Uint8Array): string | undefined {
  try {
    new Scanner(bytes).document();
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxFault) return error.message;
    throw error;
  }
}

const code = (character: string): number => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const COMMA = code(',');
const COLON = code(':');
const MINUS = code('-');
const DOT = code('.');
const ZERO = code('0');
const NINE = code('9');
const BLANKS = new Set([...' \t\r\n'].map(code));
const ESCAPES = new Set([...'bfnrt\\/"'].map(code));
const LITERALS: ReadonlyMap<number, string> = new Map(['true', 'false', 'null'].map((word) => [code(word), word]));

class Scanner {
  #next = 0;

  constructor(private readonly bytes: Uint8Array) {}

  document(): void {
    this.#value();
    this.#blanks();
    if (this.#next < this.bytes.length) this.#fail('after top-level value');
  }

  /** Containers are a stack and no recursion: a body may nest as deep as it is long. */
  #value(): void {
    const open: ('object' | 'array')[] = [];
    for (;;) {
      const opened = this.#begin();
      if (opened !== undefined) {
        open.push(opened);
        if (!this.#isEmpty(opened)) continue;
        open.pop();
      }
      if (!this.#goesOn(open)) return;
    }
  }

  /** The beginning of a value: a scalar is read whole, of a container its bracket. */
  #begin(): 'object' | 'array' | undefined {
    this.#blanks();
    const first = this.#peek();
    if (first === code('{')) return this.#opened('object');
    if (first === code('[')) return this.#opened('array');
    const literal = LITERALS.get(first);
    if (first === QUOTE) this.#string();
    else if (literal !== undefined) this.#literal(literal);
    else if (first === MINUS || isDigit(first)) this.#number();
    else this.#fail('looking for beginning of value');
    return undefined;
  }

  #opened(container: 'object' | 'array'): 'object' | 'array' {
    this.#next += 1;
    return container;
  }

  /** Behind an opening bracket: whether the container ends at once; else the first key of an object is read. */
  #isEmpty(container: 'object' | 'array'): boolean {
    this.#blanks();
    if (this.#peek() === code(container === 'object' ? '}' : ']')) {
      this.#next += 1;
      return true;
    }
    if (container === 'object') this.#key();
    return false;
  }

  /** Behind a value: closes what ends there. True where another value follows. */
  #goesOn(open: ('object' | 'array')[]): boolean {
    for (let container = open.at(-1); container !== undefined; container = open.at(-1)) {
      this.#blanks();
      const found = this.#peek();
      if (found === COMMA) {
        this.#next += 1;
        if (container === 'object') this.#key();
        return true;
      }
      const isObject = container === 'object';
      if (found !== code(isObject ? '}' : ']'))
        this.#fail(isObject ? 'after object key:value pair' : 'after array element');
      this.#next += 1;
      open.pop();
    }
    return false;
  }

  #key(): void {
    this.#blanks();
    if (this.#peek() !== QUOTE) this.#fail('looking for beginning of object key string');
    this.#string();
    this.#blanks();
    if (this.#peek() !== COLON) this.#fail('after object key');
    this.#next += 1;
  }

  #string(): void {
    this.#next += 1;
    for (let found = this.#peek(); found !== QUOTE; found = this.#peek()) {
      if (found < 0x20) this.#fail('in string literal');
      this.#next += 1;
      if (found === BACKSLASH) this.#escape();
    }
    this.#next += 1;
  }

  #escape(): void {
    const found = this.#peek();
    if (found !== code('u') && !ESCAPES.has(found)) this.#fail('in string escape code');
    this.#next += 1;
    if (found !== code('u')) return;
    for (let digit = 0; digit < 4; digit += 1) {
      if (!/[0-9a-fA-F]/.test(String.fromCharCode(this.#peek()))) this.#fail('in \\u hexadecimal character escape');
      this.#next += 1;
    }
  }

  #literal(word: string): void {
    for (const [index, letter] of [...word].entries()) {
      if (this.#peek() !== code(letter))
        this.#fail(`in literal ${word} (expecting ${quoted(code(word.charAt(index)))})`);
      this.#next += 1;
    }
  }

  #number(): void {
    if (this.#peek() === MINUS) {
      this.#next += 1;
      if (!isDigit(this.#peek())) this.#fail('in numeric literal');
    }
    if (this.#peek() === ZERO) this.#next += 1;
    else this.#digits();
    if (this.bytes[this.#next] === DOT) {
      this.#next += 1;
      if (!isDigit(this.#peek())) this.#fail('after decimal point in numeric literal');
      this.#digits();
    }
    if (/[eE]/.test(String.fromCharCode(this.bytes[this.#next] ?? 0))) {
      this.#next += 1;
      if (/[+-]/.test(String.fromCharCode(this.#peek()))) this.#next += 1;
      if (!isDigit(this.#peek())) this.#fail('in exponent of numeric literal');
      this.#digits();
    }
  }

  #digits(): void {
    while (isDigit(this.bytes[this.#next] ?? 0)) this.#next += 1;
  }

  #blanks(): void {
    while (BLANKS.has(this.bytes[this.#next] ?? 0)) this.#next += 1;
  }

  #peek(): number {
    const found = this.bytes[this.#next];
    if (found === undefined) throw new SyntaxFault(END);
    return found;
  }

  #fail(where: string): never {
    throw new SyntaxFault(`invalid character ${quoted(this.#peek())} ${where}`);
  }
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** A byte as Go quotes the character of its number. */
function quoted(byte: number): string {
  if (byte === code("'")) return "'\\''";
  if (byte === QUOTE) return `'"'`;
  if (byte === BACKSLASH) return "'\\\\'";
  const short = new Map([...'\x07\b\f\n\r\t\v'].map((character, index) => [code(character), 'abfnrtv'.charAt(index)]));
  const letter = short.get(byte);
  if (letter !== undefined) return `'\\${letter}'`;
  if (byte < 0x20 || byte === 0x7f) return `'\\x${byte.toString(16).padStart(2, '0')}'`;
  if (byte < 0x7f || (byte > 0xa0 && byte !== 0xad)) return `'${String.fromCharCode(byte)}'`;
  return `'\\u${byte.toString(16).padStart(4, '0')}'`;
}
