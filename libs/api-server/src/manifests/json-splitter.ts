import { shapeOfJson, shapeProblem } from '#json';
import { findDuplicateKeys } from './duplicate-key.js';
import { locateJsonError } from './locate-json-error.js';
import {
  ManifestSyntaxError,
  type ListHeader,
  type ManifestSplitter,
  type ManifestText,
  type ParsedText,
} from './manifest.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const COLON = 0x3a;
const COMMA = 0x2c;
const DASH = 0x2d;
const SPACE = 0x20;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);
const OPENING_LIST = 0x5b;
/**
 * Enough for the key, its colon and some white space: looking further back would cost every bracket the whole piece.
 */
const KEY_LENGTH = 64;
const ITEMS_KEY = /(?<!\\)"items"\s*:\s*\[$/;

/**
 * Cuts JSON into documents, and the documents that are lists into their items, without parsing them: `{...}{...}`,
 * NDJSON, documents with `---` between them, and the `items` of an object are found by counting brackets outside of
 * strings. Only the piece at hand is kept; `JSON.parse` reads it. Our own rather than @streamparser/json: that one
 * takes a key `__proto__` for the prototype, and builds every value itself.
 */
export class JsonSplitter implements ManifestSplitter {
  private depth = 0;
  private inString = false;
  private escaped = false;
  private line: number;
  /** Depth at which items lie, 0 outside of a list. */
  private itemsDepth = 0;
  private pieceLine = 0;
  private piece: string[] = [];
  private pieceLength = 0;
  private colons = 0;
  private values = 0;
  /** Dashes since the last document: three of them are a mark between documents, as kubectl reads JSON too. */
  private dashes = 0;
  /** The end of what is kept of the piece. */
  private tail = '';
  /** The object around the items, without them. */
  private envelope:
    { readonly text: string; readonly line: number; readonly colons: number; readonly header: ListHeader } | undefined;

  constructor(
    private readonly longestPiece: number,
    firstLine: number,
  ) {
    this.line = firstLine;
  }

  *push(text: string): Iterable<ManifestText> {
    let start = this.pieceLine > 0 ? 0 : -1;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      if (code === NEWLINE) this.line += 1;
      if (this.inString) {
        this.readInString(code);
        continue;
      }
      if (this.isBetween(code, start)) continue;
      if (this.depth === this.itemsDepth && (code === COMMA || CLOSING.has(code))) {
        if (start >= 0 && this.itemsDepth > 0) yield this.finish(text.slice(start, index));
        start = CLOSING.has(code) ? this.leaveItems(index, code) : -1;
        continue;
      }
      if (start < 0) {
        start = index;
        this.pieceLine = this.line;
      }
      if (code === QUOTE) this.inString = true;
      else if (code === COLON) this.colons += 1;
      else if (code === COMMA) this.values += 1;
      else if (OPENING.has(code)) start = this.open(text, start, index);
      else if (CLOSING.has(code)) {
        this.depth -= 1;
        if (this.depth === this.itemsDepth) {
          yield this.finish(text.slice(start, index + 1));
          start = -1;
        }
      }
    }
    if (start >= 0) this.keep(text.slice(start));
  }

  *end(): Iterable<ManifestText> {
    this.checkMark();
    if (this.depth > 0 || this.inString || this.pieceLine > 0)
      throw new ManifestSyntaxError('unexpected end of JSON input', this.line);
  }

  /** White space, or part of a mark between documents. */
  private isBetween(code: number, start: number): boolean {
    if (code === DASH && start < 0 && this.depth === 0) {
      this.dashes += 1;
      return true;
    }
    if (this.dashes > 0) this.checkMark();
    return code <= SPACE;
  }

  private checkMark(): void {
    if (this.dashes !== 0 && this.dashes !== 3)
      throw new ManifestSyntaxError('invalid JSON: unexpected "-"', this.line);
    this.dashes = 0;
  }

  /** Before anything of it is parsed: what nests too deep, or holds too much, never becomes a value. */
  private checkShape(): void {
    const problem = shapeProblem({ depth: this.depth - this.itemsDepth, values: this.values });
    if (problem !== undefined) throw new ManifestSyntaxError(`an object ${problem}`, this.pieceLine);
  }

  /** Where the piece at hand starts then: nowhere, when it is items that are opened. */
  private open(text: string, start: number, index: number): number {
    this.depth += 1;
    this.values += 1;
    this.checkShape();
    const recent = text.slice(Math.max(start, index + 1 - KEY_LENGTH), index + 1);
    if (!this.opensItems(recent, text.charCodeAt(index))) return start;
    this.enterItems(text.slice(start, index + 1));
    return -1;
  }

  private readInString(code: number): void {
    if (this.escaped) this.escaped = false;
    else if (code === BACKSLASH) this.escaped = true;
    else if (code === QUOTE) this.inString = false;
  }

  /** A list inside of nothing, or the `items` of an object that is inside of nothing. */
  private opensItems(recent: string, code: number): boolean {
    if (code !== OPENING_LIST || this.itemsDepth > 0 || this.depth > 2) return false;
    if (this.depth === 1) return true;
    return ITEMS_KEY.test(recent.length < KEY_LENGTH ? this.tail + recent : recent);
  }

  private enterItems(last: string): void {
    const text = this.piece.join('') + last;
    this.itemsDepth = this.depth;
    this.envelope = {
      text,
      line: this.pieceLine,
      colons: this.colons,
      header: this.depth === 1 ? {} : headerOf(`${text}]}`, this.pieceLine),
    };
    this.clear();
  }

  /** Goes on with the object around the items, as if they had been empty. */
  private leaveItems(index: number, code: number): number {
    const { envelope } = this;
    if (envelope === undefined || code !== 0x5d)
      throw new ManifestSyntaxError(`unexpected ${String.fromCharCode(code)}`, this.line);
    this.depth -= 1;
    this.itemsDepth = 0;
    this.envelope = undefined;
    if (this.depth === 0) return -1;
    this.piece = [envelope.text];
    this.pieceLength = envelope.text.length;
    this.pieceLine = envelope.line;
    this.colons = envelope.colons;
    return index;
  }

  private finish(last: string): ManifestText {
    this.checkShape();
    const text = this.piece.join('') + last;
    const piece = { text, line: this.pieceLine, colons: this.colons, list: this.envelope?.header };
    this.clear();
    return piece;
  }

  private keep(text: string): void {
    this.piece.push(text);
    this.tail = (this.tail + text.slice(-KEY_LENGTH)).slice(-KEY_LENGTH);
    this.pieceLength += text.length;
    if (this.pieceLength > this.longestPiece)
      throw new ManifestSyntaxError(`an object is longer than ${this.longestPiece} characters`, this.pieceLine);
  }

  private clear(): void {
    this.piece = [];
    this.pieceLength = 0;
    this.tail = '';
    this.colons = 0;
    this.values = 0;
    this.pieceLine = 0;
  }
}

function headerOf(text: string, line: number): ListHeader {
  const {
    value: header,
    duplicates: [duplicate],
  } = parseJson(text, { line });
  if (duplicate !== undefined)
    throw new ManifestSyntaxError(`invalid JSON: duplicated key ${JSON.stringify(duplicate.key)}`, duplicate.line);
  return typeof header === 'object' && header !== null ? header : {};
}

/** Parses a piece that starts on `line`; where it is no JSON, the error says on which line of the input. */
export function parseJson(text: string, { line, colons }: Pick<ManifestText, 'line' | 'colons'>): ParsedText {
  const lineAt = (position: number): number => line + text.slice(0, position).split('\n').length - 1;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = locateJsonError(text);
    throw new ManifestSyntaxError(
      `invalid JSON: unexpected ${JSON.stringify(text.charAt(position))}`,
      lineAt(position),
    );
  }
  const duplicates = findDuplicateKeys(text, value, colons ?? shapeOfJson(text).keys);
  return { value, duplicates: duplicates.map(({ key, path, position }) => ({ key, path, line: lineAt(position) })) };
}
