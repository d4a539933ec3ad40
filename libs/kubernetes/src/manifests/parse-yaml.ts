import { load, YAMLException } from 'js-yaml';
import { DEEPEST_TEXT, isJsonObject, MOST_VALUES } from '#json';
import { ManifestSyntaxError, type ParsedText } from './manifest.js';
import { findTemplate, lostLineBreaks, NO_LINE_BREAKS } from './mistaken-input.js';
import { locateDuplicateYamlKeys } from './duplicate-yaml-key.js';
import { KUBERNETES_SCHEMA } from './yaml-schema.js';

const MOST_ALIASES = 100;

/** A piece that is read: where it starts, and how many characters it may be with all its aliases written out. */
export interface YamlPiece {
  readonly line: number;
  readonly longest: number;
}

/** Parses a piece as Kubernetes' own YAML reader does; errors name the line of the input. */
export function parseYaml(text: string, piece: YamlPiece): ParsedText {
  const { value, duplicates } = loadYaml(text, piece.line);
  return { value: new Expansion(piece).of(value, 0), duplicates };
}

function loadYaml(text: string, line: number): ParsedText {
  const options = { schema: KUBERNETES_SCHEMA, maxAliases: MOST_ALIASES };
  try {
    return { value: load(text, options), duplicates: [] };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason !== DUPLICATED) throw syntaxError(error, text, line);
  }
  // Once more, so that the last one counts; it may be wrong otherwise too.
  try {
    const value = load(text, { ...options, json: true });
    return { value, duplicates: locateDuplicateYamlKeys(text, line) };
  } catch (error) {
    throw error instanceof YAMLException ? syntaxError(error, text, line) : error;
  }
}

/** What js-yaml says of a key that stands twice. */
const DUPLICATED = 'duplicated mapping key';

function syntaxError({ reason, mark }: YAMLException, text: string, line: number): ManifestSyntaxError {
  if (lostLineBreaks(text)) return new ManifestSyntaxError(`invalid YAML: ${NO_LINE_BREAKS}`, line);
  const found = findTemplate(text, mark?.line ?? 0);
  if (found !== undefined) {
    const message = `${found.template} is a template that was not rendered: import what helm template prints`;
    return new ManifestSyntaxError(`invalid YAML: ${message}`, line + found.line);
  }
  return new ManifestSyntaxError(`invalid YAML: ${reason}`, line + (mark?.line ?? 0));
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
