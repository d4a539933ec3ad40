import type { DeleteOptions } from '../deletion/index.js';

/** What the API server warns of who deletes an object of a kind. // as apiserver v1.34 registry of jobs */
export function deletionWarnings(
  { kind }: { readonly kind: string },
  { propagationPolicy, orphanDependents }: DeleteOptions,
): readonly string[] {
  if (kind !== 'Job' || propagationPolicy !== undefined || orphanDependents !== undefined) return [];
  return [
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them ' +
      'or set propagationPolicy=Orphan to suppress this warning',
  ];
}
