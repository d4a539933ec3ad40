import { isJsonObject, LONGEST_OBJECT } from '#json';
import { decodeText, NotTextError } from './decode-text.js';
import { DocumentSplitter, type Format, type FormattedText } from './document-splitter.js';
import {
  ManifestSyntaxError,
  type DuplicateField,
  type ListHeader,
  type Manifest,
  type ParsedText,
} from './manifest.js';

/** How much of the input may be in memory. */
export interface ReadManifestsOptions {
  /**
   * Longest single object in characters, with all its aliases written out; 16 Mi by default. Lists are not limited:
   * they are read item by item.
   */
  readonly longestObject?: number;
  /**
   * Of a key that stands twice the last counts, and the key is reported; by default it ends the input as text that is
   * no YAML does.
   */
  readonly lastKeyCounts?: boolean;
}

/**
 * Reads manifests as kubectl writes and reads them, of any length, holding one object at a time: JSON (one object, a
 * List, `{...}{...}`, NDJSON) or YAML (Lists), distinguished by how each document begins. Items of typed
 * lists get the type of their list. Text that cannot be read is one problem with its line, and the end; a value that is
 * no object is a problem and the next is read.
 */
export async function* readManifests(
  chunks: AsyncIterable<Uint8Array | string>,
  options: ReadManifestsOptions = {},
): AsyncGenerator<Manifest> {
  let index = 0;
  let lines = 1;
  try {
    for await (const piece of piecesOf(decodeText(chunks), options)) {
      lines = piece.line;
      let isFirst = true;
      for (const value of objectsOf(piece.value, piece.list)) {
        const duplicates = isFirst ? piece.duplicates : [];
        isFirst = false;
        yield isJsonObject(value)
          ? { index, line: piece.line, object: value, duplicates }
          : { index, problem: { message: 'a manifest must be an object', line: piece.line } };
        index += 1;
      }
    }
  } catch (error) {
    if (error instanceof ManifestSyntaxError) yield { index, problem: { message: error.message, line: error.line } };
    else if (error instanceof NotTextError) yield { index, problem: { message: error.message, line: lines } };
    else throw error;
  }
}

interface ParsedPiece extends ParsedText {
  readonly line: number;
  readonly list: ListHeader | undefined;
}

async function* piecesOf(
  texts: AsyncIterable<string>,
  { longestObject: longest = LONGEST_OBJECT, lastKeyCounts = false }: ReadManifestsOptions,
): AsyncGenerator<ParsedPiece> {
  const documents = new DocumentSplitter(longest);
  for await (const text of joinedWithBlanks(texts, longest)) yield* parsed(documents.push(text), lastKeyCounts);
  yield* parsed(documents.end(), lastKeyCounts);
}

/** The same text in pieces, of which the first is not blank; each blank one before it is looked at once. */
async function* joinedWithBlanks(texts: AsyncIterable<string>, longest: number): AsyncGenerator<string> {
  const blanks: string[] = [];
  let length = 0;
  let hasBegun = false;
  for await (const text of texts) {
    if (hasBegun) yield text;
    else if (text.trimStart() === '') {
      blanks.push(text);
      length += text.length;
      if (length > longest) throw new ManifestSyntaxError('there is nothing but white space', 1);
    } else {
      hasBegun = true;
      yield (blanks.join('') + text).replace(/^\uFEFF/, '');
    }
  }
}

function* parsed(pieces: Iterable<FormattedText>, lastKeyCounts: boolean): Iterable<ParsedPiece> {
  for (const { piece, format } of pieces) {
    const { text, line, list } = piece;
    const { value, duplicates } = format.parse(text, piece);
    if (!lastKeyCounts) refuseDuplicate(format, duplicates);
    const isYamlItem = list !== undefined && Array.isArray(value) && text.trimStart().startsWith('-');
    yield { value: isYamlItem ? (value as unknown[])[0] : value, line, list, duplicates };
  }
}

function refuseDuplicate({ name }: Format, [duplicate]: readonly DuplicateField[]): void {
  if (duplicate !== undefined)
    throw new ManifestSyntaxError(`invalid ${name}: duplicated key ${JSON.stringify(duplicate.key)}`, duplicate.line);
}

/**
 * The value itself, or what is in it where it is a list; a list whose items were read already has none left. Nothing is
 * nothing.
 */
function* objectsOf(value: unknown, list: ListHeader | undefined): Iterable<unknown> {
  if (value === null && list === undefined) return;
  if (!isJsonObject(value)) {
    yield value;
  } else if (isList(value)) {
    const { apiVersion, kind, items } = value;
    for (const item of items ?? []) yield* objectsOf(item, { apiVersion, kind });
  } else {
    yield withTypeOf(list, value);
  }
}

type List = Readonly<Record<string, unknown>> & { readonly items?: readonly unknown[] | null };

/** Go writes an empty list as null. A plain List has no other field that says what it is. */
function isList(value: Readonly<Record<string, unknown>>): value is List {
  const { kind, items } = value;
  return (
    typeof kind === 'string' &&
    kind.endsWith('List') &&
    Array.isArray(items ?? []) &&
    (kind === 'List' || Object.hasOwn(value, 'items'))
  );
}

/** Items of a PodList are pods of the same version; items of a plain List say themselves what they are. */
function withTypeOf(list: ListHeader | undefined, item: Record<string, unknown>): Record<string, unknown> {
  const kind = list?.kind;
  if (typeof kind !== 'string' || kind === 'List' || !kind.endsWith('List')) return item;
  item['kind'] ??= kind.slice(0, -'List'.length);
  if (list?.apiVersion !== undefined) item['apiVersion'] ??= list.apiVersion;
  return item;
}
