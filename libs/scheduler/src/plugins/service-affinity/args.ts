import type { FieldReader } from '../../fields/index.js';

/** ServiceAffinityArgs with defaults applied: keys of node labels. */
export interface ServiceAffinityArgs {
  /** Pods of a service go where these have the same values. */
  readonly affinityLabels: readonly string[];
  /** Pods of a service are spread over the values of each of these. */
  readonly antiAffinityLabelsPreference: readonly string[];
}

export function readServiceAffinityArgs(reader: FieldReader): ServiceAffinityArgs {
  return {
    affinityLabels: reader.strings('affinityLabels') ?? [],
    antiAffinityLabelsPreference: reader.strings('antiAffinityLabelsPreference') ?? [],
  };
}
