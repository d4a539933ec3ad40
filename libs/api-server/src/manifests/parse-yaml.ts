import { constructFromEvents, EVENT_DOCUMENT, load, parseEvents, YAMLException, type LoadOptions } from 'js-yaml';
import { DEEPEST_TEXT, isJsonObject, MOST_VALUES } from '#json';
import { ManifestSyntaxError, type ParsedText } from './manifest.js';
import { findTemplate, lostLineBreaks, NO_LINE_BREAKS } from './mistaken-input.js';
import { locateDuplicateYamlKeys } from './duplicate-yaml-key.js';
import type { YamlAnchors, YamlSource } from './yaml-anchors.js';
import { KUBERNETES_SCHEMA } from './yaml-schema.js';

/**
 * A piece that is read: where it starts, how many characters it may be with all its aliases written out, and the
 * anchors of the pieces before it in its document.
 */
export interface YamlPiece {
  readonly line: number;
  readonly longest: number;
  readonly anchors?: YamlAnchors;
}

/** Parses a piece as Kubernetes' own YAML reader does; errors name the line of the input. */
export function parseYaml(text: string, piece: YamlPiece): ParsedText {
  const { value, source, duplicates } = loadYaml(text, piece);
  const expanded = new Expansion(piece).of(value, 0);
  const { line, longest, anchors } = piece;
  if (source !== undefined && anchors?.keep(source) === false)
    throw new ManifestSyntaxError(`the anchors of a list are longer than ${longest} characters`, line);
  return { value: expanded, duplicates };
}

/** A value, and where it may have anchors, what it was made of. */
interface LoadedYaml {
  readonly value: unknown;
  readonly source?: YamlSource;
}

function loadYaml(text: string, { line, anchors }: YamlPiece): LoadedYaml & Pick<ParsedText, 'duplicates'> {
  const options = { schema: KUBERNETES_SCHEMA };
  try {
    return { ...loadPiece(text, anchors, options), duplicates: [] };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason !== DUPLICATED) throw syntaxError(error, text, line);
  }
  // Once more, so that the last one counts; it may be wrong otherwise too.
  try {
    const loaded = loadPiece(text, anchors, { ...options, json: true });
    return { ...loaded, duplicates: locateDuplicateYamlKeys(text, line) };
  } catch (error) {
    throw error instanceof YAMLException ? syntaxError(error, text, line) : error;
  }
}

/** With the nodes that aliases stand for, wherever in the document they are. */
function loadPiece(text: string, anchors: YamlAnchors | undefined, options: LoadOptions): LoadedYaml {
  if (anchors === undefined || !/[&*]/.test(text)) return { value: load(text, options) };
  const source = { source: text, events: parseEvents(text, options) };
  if (source.events.filter(({ type }) => type === EVENT_DOCUMENT).length !== 1) return { value: load(text, options) };
  const completed = anchors.completed(source);
  const { events, source: whole } = completed ?? source;
  const [value] = constructFromEvents([...events], { ...options, source: whole });
  return { value: completed === undefined ? value : (value as unknown[]).at(-1), source };
}

/** What js-yaml says of a key that stands twice. */
const DUPLICATED = 'duplicated mapping key';

function syntaxError(cause: YAMLException, text: string, line: number): ManifestSyntaxError {
  const { reason, mark } = cause;
  if (lostLineBreaks(text)) return new ManifestSyntaxError(`invalid YAML: ${NO_LINE_BREAKS}`, line, { cause });
  const found = findTemplate(text, mark?.line ?? 0);
  if (found !== undefined) {
    const message = `${found.template} is a template that was not rendered: import what helm template prints`;
    return new ManifestSyntaxError(`invalid YAML: ${message}`, line + found.line, { cause });
  }
  return new ManifestSyntaxError(`invalid YAML: ${reason}`, line + (mark?.line ?? 0), { cause });
}

/**
 * A value in which what an alias repeats is a value of its own, so that changing one place changes no other. It is
 * measured on the way: ten levels of ten aliases would be ten thousand millions, an alias to what it is in never ends.
 */
class Expansion {
  #values = 0;
  #characters = 0;

  constructor(private readonly piece: YamlPiece) {}

  of(part: unknown, depth: number): unknown {
    this.#values += 1;
    if (this.#values > MOST_VALUES) this.#fail(`an object holds more than ${MOST_VALUES} values`);
    if (depth > DEEPEST_TEXT)
      this.#fail(`an object nests deeper than ${DEEPEST_TEXT} levels, or an alias is inside itself`);
    if (typeof part === 'string') return this.#text(part);
    if (Array.isArray(part)) return part.map((item) => this.of(item, depth + 1));
    if (!isJsonObject(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [this.#text(key), this.of(item, depth + 1)]));
  }

  #text(text: string): string {
    this.#characters += text.length;
    if (this.#characters > this.piece.longest) this.#fail(`an object is longer than ${this.piece.longest} characters`);
    return text;
  }

  #fail(problem: string): never {
    throw new ManifestSyntaxError(problem, this.piece.line);
  }
}
