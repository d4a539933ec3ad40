import { isJsonObject } from '#json';
import { ManifestSyntaxError, type ListHeader, type ManifestSplitter, type ManifestText } from './manifest.js';
import { lostLineBreaks, NO_LINE_BREAKS } from './mistaken-input.js';
import { parseYaml } from './parse-yaml.js';
import { YamlAnchors } from './yaml-anchors.js';

const DOCUMENT_MARK = /^(---|\.\.\.)(\s|$)/;
const ITEMS_LINE = /^items:\s*(#.*)?$/;
const BLANK_OR_COMMENT = /^\s*(#.*)?$/;

/**
 * Cuts YAML into documents, and the block-style `items:` that kubectl writes into their items, line by line: an item
 * starts with a dash at the indentation of the first one. Only the piece at hand is kept. Any other document is one
 * piece.
 */
export class YamlSplitter implements ManifestSplitter {
  /** The line that is arriving, in pieces: put together once, however many there are. */
  private rest: string[] = [];
  private restLength = 0;
  private line: number;
  private document: Lines = new Lines();
  private item: Lines | undefined;
  /** Indentation of the dashes; -1 before the first item, undefined outside of `items:`. */
  private dash: number | undefined;
  private header: ListHeader = {};
  private hadItems = false;
  private anchors: YamlAnchors;

  constructor(
    private readonly longestPiece: number,
    firstLine: number,
  ) {
    this.line = firstLine - 1;
    this.anchors = new YamlAnchors(longestPiece);
  }

  *push(text: string): Iterable<ManifestText> {
    const lines = text.split('\n');
    const last = lines.pop() ?? '';
    const [first, ...others] = lines;
    if (first !== undefined) {
      const whole = [this.endLine(first), ...others];
      for (const line of whole) yield* this.take(line.endsWith('\r') ? line.slice(0, -1) : line);
    }
    this.rest.push(last);
    this.restLength += last.length;
    if (this.restLength > this.longestPiece)
      throw new ManifestSyntaxError(`a line is longer than ${this.longestPiece} characters`, this.line + 1);
  }

  *end(): Iterable<ManifestText> {
    const last = this.endLine('');
    // A comment in front makes a comment of all that lost its line breaks.
    if (this.line === 0 && last.startsWith('#') && lostLineBreaks(last))
      throw new ManifestSyntaxError(NO_LINE_BREAKS, 1);
    if (last !== '') yield* this.take(last);
    yield* this.endDocument();
  }

  private endLine(end: string): string {
    const line = this.rest.join('') + end;
    this.rest = [];
    this.restLength = 0;
    return line;
  }

  private *take(line: string): Iterable<ManifestText> {
    this.line += 1;
    if (DOCUMENT_MARK.test(line)) {
      yield* this.endDocument();
      const content = line.slice(3);
      if (content.trim() !== '') this.addTo(this.document, content);
    } else if (this.dash === undefined) {
      // A directive such as %YAML 1.1 changes nothing: there is one way to read here.
      if (!(this.document.isBlank && line.startsWith('%'))) this.takeOfDocument(line);
    } else {
      yield* this.takeOfItems(line, this.dash);
    }
  }

  private takeOfDocument(line: string): void {
    if (ITEMS_LINE.test(line)) {
      this.header = this.headerOf(this.document);
      this.dash = -1;
    } else {
      this.addTo(this.document, line);
    }
  }

  private *takeOfItems(line: string, dash: number): Iterable<ManifestText> {
    const indentation = line.length - line.trimStart().length;
    if (BLANK_OR_COMMENT.test(line)) {
      if (this.item !== undefined) this.addTo(this.item, line);
    } else if (/^\s*-(\s|$)/.test(line) && (dash === -1 || indentation === dash)) {
      yield* this.endItem();
      this.dash = indentation;
      this.item = new Lines();
      this.addTo(this.item, line);
    } else if (this.item !== undefined && indentation > dash) {
      this.addTo(this.item, line);
    } else {
      yield* this.endItem();
      // `items:` followed by something else than a list: the document is read as it stands.
      if (dash === -1) this.addTo(this.document, 'items:', this.line - 1);
      this.dash = undefined;
      this.addTo(this.document, line);
    }
  }

  private *endItem(): Iterable<ManifestText> {
    if (this.item === undefined) return;
    yield { text: this.item.text(), line: this.item.firstLine, list: this.header, anchors: this.anchors };
    this.hadItems = true;
    this.item = undefined;
  }

  private *endDocument(): Iterable<ManifestText> {
    yield* this.endItem();
    const { document, hadItems } = this;
    // `items:` at the end is a list of nothing.
    if (this.dash === -1) this.addTo(document, 'items:');
    this.document = new Lines();
    this.dash = undefined;
    this.header = {};
    this.hadItems = false;
    if (hadItems) this.headerOf(document);
    else if (!document.isBlank) yield { text: document.text(), line: document.firstLine, list: undefined };
    this.anchors = new YamlAnchors(this.longestPiece);
  }

  private headerOf(lines: Lines): ListHeader {
    const piece = { line: lines.firstLine, longest: this.longestPiece, anchors: this.anchors };
    const header = lines.isBlank ? {} : parseYaml(lines.text(), piece).value;
    return isJsonObject(header) ? header : {};
  }

  private addTo(lines: Lines, line: string, number = this.line): void {
    lines.add(line, number);
    if (lines.length > this.longestPiece)
      throw new ManifestSyntaxError(`an object is longer than ${this.longestPiece} characters`, lines.firstLine);
  }
}

/** Lines of one piece; those of a list's own document are not next to each other. */
class Lines {
  private readonly lines: string[] = [];
  length = 0;
  firstLine = 0;
  isBlank = true;

  add(line: string, number: number): void {
    if (this.lines.length === 0) this.firstLine = number;
    // Lines that were taken out, as the items of a list, stay as empty ones, so that errors name the right line.
    while (this.firstLine + this.lines.length < number && this.lines.length < MOST_PADDING) this.lines.push('');
    this.lines.push(line);
    this.length += line.length + 1;
    this.isBlank &&= BLANK_OR_COMMENT.test(line);
  }

  text(): string {
    return this.lines.join('\n');
  }
}

/** A list of a million lines needs no million empty ones for an error in its last three. */
const MOST_PADDING = 100_000;
