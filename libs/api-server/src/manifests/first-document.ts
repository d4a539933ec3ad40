import { YAMLException } from 'js-yaml';
import { isJsonObject } from '#json';
import { goYamlWords } from './go-yaml-words.js';
import { ManifestSyntaxError, type ParsedText } from './manifest.js';
import { parseYaml } from './parse-yaml.js';

/**
 * The first document of a YAML text, null where there is none; or what the API server says of one that cannot be read.
 * It reads no further, and the keys of maps are in order, as in the JSON that it makes of the text.
 * // as sigs.k8s.io/yaml, by which API server v1.34 reads bodies
 */
export function readFirstDocument(text: string, longest: number): ParsedText | { readonly problem: string } {
  const first = firstDocument(text);
  if (first === undefined) return { value: null, duplicates: [] };
  try {
    const parsed = parseYaml(first, { line: 1, longest });
    return { ...parsed, value: withKeysInOrder(parsed.value) };
  } catch (error) {
    if (!(error instanceof ManifestSyntaxError)) throw error;
    return { problem: error.cause instanceof YAMLException ? goYamlWords(error.cause, first) : error.message };
  }
}

/** Unknown fields are reported in this order. */
function withKeysInOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withKeysInOrder);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inside]) => [key, withKeysInOrder(inside)]));
}

/** Up to the mark behind it: three dashes or dots at the beginning of a line, wherever that is. */
function firstDocument(text: string): string | undefined {
  let hasBegun = false;
  let position = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const isMark = /^(---|\.\.\.)(\s|$)/.test(line);
    if (isMark && hasBegun) return text.slice(0, position);
    const isNothing = /^(\s*(#.*)?|%.*)$/.test(line.trimEnd());
    hasBegun ||= isMark || !isNothing;
    position += line.length;
  }
  return hasBegun ? text : undefined;
}
