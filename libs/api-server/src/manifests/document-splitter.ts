import { JsonSplitter, parseJson } from './json-splitter.js';
import { ManifestSyntaxError, type ManifestSplitter, type ManifestText, type ParsedText } from './manifest.js';
import { mistakenInput } from './mistaken-input.js';
import { parseYaml } from './parse-yaml.js';
import { YamlSplitter } from './yaml-splitter.js';

/** A format of manifests, and how its pieces are parsed. */
export interface Format {
  readonly name: 'JSON' | 'YAML';
  readonly parse: (text: string, piece: ManifestText) => ParsedText;
}

/** A piece of the input with its format. */
export interface FormattedText {
  readonly piece: ManifestText;
  readonly format: Format;
}

/** Where the next document begins: no string of JSON has a line end, and no text of YAML has this line. */
const NEXT_MARK = /\n---(?=[ \t\r\n])/;
const HALF_MARK = /\n-{0,3}$/;
const MARK = /^---(?=\s|$)/;
const BLANK_OR_COMMENT = /^\s*(#.*)?$/;

/**
 * A bracket, or a brace with its end or its first key, which has quotes. Other braces are YAML, and two of them are
 * those of a template.
 */
const JSON_BEGINS = /^\s*(\[|\{\s*(["}]|$))/;
/** More text may say something else. */
const MAY_BE_JSON = /^\s*\{\s*$/;

/** Each of several files may begin with one. */
const BYTE_ORDER_MARK = '\uFEFF';

/** So many characters of a beginning are enough to know the format. */
const ENOUGH = 1_000;

/**
 * Cuts input into documents at their marks, and each document, by its own format, into pieces: several files are sent
 * as one body, and each may be JSON or YAML.
 * // as YAMLOrJSONDecoder of apimachinery v1.34
 */
export class DocumentSplitter {
  /** What was not passed on yet: the beginning of a document, or a line end that may be followed by a mark. */
  private held = '';
  private line = 1;
  private document: { readonly splitter: ManifestSplitter; readonly format: Format } | undefined;

  constructor(private readonly longest: number) {}

  *push(text: string): Iterable<FormattedText> {
    yield* this.take(this.held + text, false);
  }

  *end(): Iterable<FormattedText> {
    yield* this.take(this.held, true);
    yield* this.endDocument();
  }

  private *take(text: string, isEnd: boolean): Iterable<FormattedText> {
    let rest = text;
    this.held = '';
    while (rest !== '') {
      if (this.document === undefined) rest = this.begin(rest, isEnd);
      if (this.document === undefined) {
        this.held = rest;
        return;
      }
      // At the end there may be no white space behind a mark.
      const next = NEXT_MARK.exec(rest) ?? (isEnd ? /\n---$/.exec(rest) : null);
      const end = next === null ? HALF_MARK.exec(rest)?.index : next.index + 1;
      const until = end === undefined || (next === null && isEnd) ? rest.length : end;
      yield* this.pass(rest.slice(0, until));
      rest = rest.slice(until);
      if (next !== null) {
        yield* this.endDocument();
      } else {
        this.held = rest;
        return;
      }
    }
  }

  private *pass(text: string): Iterable<FormattedText> {
    const { document } = this;
    this.line += linesOf(text);
    if (document !== undefined) yield* formatted(document.splitter.push(text), document.format);
  }

  private *endDocument(): Iterable<FormattedText> {
    const { document } = this;
    this.document = undefined;
    if (document !== undefined) yield* formatted(document.splitter.end(), document.format);
  }

  /** What is left of the text behind marks, white space and comments; the document begins if its format is known. */
  private begin(text: string, isEnd: boolean): string {
    let rest = text;
    while (rest !== '') {
      const lineEnd = rest.indexOf('\n');
      const line = lineEnd < 0 ? rest : rest.slice(0, lineEnd);
      const isWhole = lineEnd >= 0 || isEnd || line.length > ENOUGH;
      if (!isWhole && BLANK_OR_COMMENT.test(line.replace(/^-{1,3}/, ''))) return rest;
      if (line.startsWith(BYTE_ORDER_MARK)) {
        rest = rest.slice(1);
      } else if (MARK.test(line)) {
        rest = rest.slice(3);
      } else if (lineEnd >= 0 && BLANK_OR_COMMENT.test(line)) {
        rest = rest.slice(lineEnd + 1);
        this.line += 1;
      } else {
        const isKnown = isEnd || rest.length > ENOUGH || !MAY_BE_JSON.test(rest);
        if (isKnown) this.document = this.documentOf(rest);
        return rest;
      }
    }
    return rest;
  }

  private documentOf(beginning: string): DocumentSplitter['document'] {
    const { longest, line: firstLine } = this;
    const mistaken = mistakenInput(beginning.trimStart());
    if (mistaken !== undefined) throw new ManifestSyntaxError(mistaken, firstLine);
    if (JSON_BEGINS.test(beginning))
      return { splitter: new JsonSplitter(longest, firstLine), format: { name: 'JSON', parse: parseJson } };
    return {
      splitter: new YamlSplitter(longest, firstLine),
      format: {
        name: 'YAML',
        parse: (piece, { line, anchors }) => parseYaml(piece, { line, longest, ...(anchors && { anchors }) }),
      },
    };
  }
}

function* formatted(pieces: Iterable<ManifestText>, format: Format): Iterable<FormattedText> {
  for (const piece of pieces) yield { piece, format };
}

function linesOf(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
