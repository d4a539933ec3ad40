import type { Attempt } from '#scheduler';

/** The plugins that rejected a pod, in byte order; none where there is no node at all, or after an error. */
export function rejectedBy({ evidence, preFilter, preEnqueue }: Attempt): string[] {
  const names = new Set<string>();
  const add = (plugin: string | null | undefined): void => {
    if (plugin != null) names.add(plugin);
  };
  add(preEnqueue?.plugin);
  if (preFilter !== null && preFilter.status.code !== 'Success') add(preFilter.status.plugin);
  for (const { first } of evidence?.combinations ?? []) if (first !== 0) add(evidence?.statuses[first]?.plugin);
  return [...names].sort();
}
