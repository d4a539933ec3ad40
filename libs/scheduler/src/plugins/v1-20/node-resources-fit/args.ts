import type { FieldReader } from '../../../fields/index.js';

/**
 * NodeResourcesFitArgs of v1.20: extended resources that are not looked at, by name and by what is before the slash.
 */
export interface FitArgs {
  readonly ignoredResources: readonly string[];
  readonly ignoredResourceGroups: readonly string[];
}

export function readFitArgs(reader: FieldReader): FitArgs {
  return {
    ignoredResources: reader.strings('ignoredResources') ?? [],
    ignoredResourceGroups: reader.strings('ignoredResourceGroups') ?? [],
  };
}
