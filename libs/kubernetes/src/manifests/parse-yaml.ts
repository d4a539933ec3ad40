import { load, YAMLException } from 'js-yaml';
import { isJsonObject } from '../json/index.js';
import { ManifestSyntaxError } from './manifest.js';
import { KUBERNETES_SCHEMA } from './yaml-schema.js';

const MOST_ALIASES = 100;
/** Values that a document with aliases may expand to: ten levels of ten aliases would be ten thousand millions. */
const MOST_VALUES = 100_000;

/** Parses a piece that starts on `line`, as Kubernetes' own YAML reader does; errors name the line of the input. */
export function parseYaml(text: string, { line }: { readonly line: number }): unknown {
  const value = loadYaml(text, line);
  return text.includes('*') && text.includes('&') ? withoutSharing(value, line) : value;
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

/** What an alias repeats becomes a value of its own, so that changing one place changes no other. */
function withoutSharing(value: unknown, line: number): unknown {
  let values = 0;
  const copy = (part: unknown): unknown => {
    values += 1;
    if (values > MOST_VALUES) throw new ManifestSyntaxError(`aliases expand to more than ${MOST_VALUES} values`, line);
    if (Array.isArray(part)) return part.map(copy);
    return isJsonObject(part) ? Object.fromEntries(Object.entries(part).map(([key, item]) => [key, copy(item)])) : part;
  };
  return copy(value);
}
