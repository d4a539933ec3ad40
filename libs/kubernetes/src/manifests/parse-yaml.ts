import { load, YAMLException } from 'js-yaml';
import { DEEPEST_TEXT, isJsonObject, MOST_VALUES } from '../json/index.js';
import { ManifestSyntaxError } from './manifest.js';
import { KUBERNETES_SCHEMA } from './yaml-schema.js';

const MOST_ALIASES = 100;

/** A piece that is read: where it starts, and how many characters it may be with all its aliases written out. */
export interface YamlPiece {
  readonly line: number;
  readonly longest: number;
}

/** Parses a piece as Kubernetes' own YAML reader does; errors name the line of the input. */
export function parseYaml(text: string, piece: YamlPiece): unknown {
  return new Expansion(piece).of(loadYaml(text, piece.line), 0);
}

function loadYaml(text: string, line: number): unknown {
  try {
    return load(text, { schema: KUBERNETES_SCHEMA, maxAliases: MOST_ALIASES });
  } catch (error) {
    if (error instanceof YAMLException)
      throw new ManifestSyntaxError(`invalid YAML: ${error.reason}`, line + (error.mark?.line ?? 0));
    throw error;
  }
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
