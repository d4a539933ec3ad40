import type { FieldReader } from './field-reader.js';

/** A resource with its weight in a score. */
export interface ResourceSpec {
  readonly name: string;
  readonly weight: number;
}

const DEFAULT_RESOURCES: readonly ResourceSpec[] = Object.freeze([
  { name: 'cpu', weight: 1 },
  { name: 'memory', weight: 1 },
]);

/** Reads `resources` of a plugin's args: an absent or empty list is cpu and memory, no weight and weight 0 are 1. */
export function readResourceSpecs(reader: FieldReader): readonly ResourceSpec[] {
  const resources = reader.list('resources', (entry) => ({
    name: entry.requiredString('name'),
    weight: entry.integer64('weight') || 1,
  }));
  return resources.length === 0 ? DEFAULT_RESOURCES : resources;
}

/** What args come to that say nothing of resources. */
export function defaultResourceSpecs(): readonly ResourceSpec[] {
  return DEFAULT_RESOURCES;
}
