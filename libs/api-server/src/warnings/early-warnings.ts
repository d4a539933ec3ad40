import { isJsonObject, ownField } from '#json';
import { appArmorAnnotations, type PodSpec } from '#kubernetes';
import { FieldPath } from '#apimachinery';
import { annotationPath } from './annotation-warnings.js';

/**
 * What is odd about an object as it is sent, which its strategy mends: the API server v1.34 warns of it whether the
 * object is admitted or not. What cannot be read is left to be refused.
 * // as podStrategy.PrepareForCreate, applyAppArmorVersionSkew
 */
export function earlyWarningsOf(given: unknown): readonly string[] {
  if (!isJsonObject(given) || given['kind'] !== 'Pod') return [];
  const [annotations, spec] = [partOf(given, 'metadata', 'annotations'), partOf(given, 'spec')];
  const texts = Object.entries(annotations).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return appArmorAnnotations(Object.fromEntries(texts), readable(spec)).map(
    (key) => `${annotationPath(FieldPath.root, key)}: deprecated since v1.30; use the "appArmorProfile" field instead`,
  );
}

function partOf(
  given: Readonly<Record<string, unknown>>,
  ...fields: readonly string[]
): Readonly<Record<string, unknown>> {
  let part: unknown = given;
  for (const field of fields) part = isJsonObject(part) ? ownField(part, field) : undefined;
  return isJsonObject(part) ? part : {};
}

/** The containers of a spec that are objects, and what is said of them all. */
function readable(spec: Readonly<Record<string, unknown>>): PodSpec {
  const lists = (['initContainers', 'containers', 'ephemeralContainers'] as const).map((name) => {
    const list = spec[name];
    return [name, Array.isArray(list) ? list.filter(isJsonObject) : []] as const;
  });
  return { ...Object.fromEntries(lists), securityContext: partOf(spec, 'securityContext'), os: partOf(spec, 'os') };
}
