import type { Attempt } from '#scheduler';

/** The plugins that rejected a pod, in byte order; none where there is no node at all, or after an error. */
export function rejectedBy({ evidence, preFilter, preEnqueue }: Attempt): string[] {
  const names = new Set<string>();
  const add = (plugin: string | null | undefined): void => {
    if (plugin != null) names.add(plugin);
  };
  add(preEnqueue?.plugin);
  for (const plugin of narrowing(preFilter)) add(plugin);
  if (preFilter !== null && preFilter.status.code !== 'Success') add(preFilter.status.plugin);
  for (const { first } of evidence?.combinations ?? []) if (first !== 0) add(evidence?.statuses[first]?.plugin);
  return [...names].sort();
}

/**
 * Plugins that left some nodes alone to be looked at count as well, unless another one then turned the pod down for
 * good. // as kube-scheduler v1.34 RunPreFilterPlugins
 */
function narrowing(preFilter: Attempt['preFilter']): readonly string[] {
  if (preFilter === null) return [];
  const { status, plugins, asked } = preFilter;
  if (status.code === 'UnschedulableAndUnresolvable' && status.plugin !== null) return [];
  return plugins.slice(0, asked).flatMap(({ plugin, nodeNames }) => (nodeNames === null ? [] : (plugin ?? [])));
}
