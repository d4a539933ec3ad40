/**
 * Spreads pods that belong together over topology domains. As kube-scheduler v1.34 PodTopologySpread decides when to skip (no hard
 * constraint; no soft one; default constraints only where a service or controller selects the pod); what it then decides is not
 * supported yet.
 */
import { definePlugin, NOT_SUPPORTED, SKIP, type Cycle } from '../../plugin.js';
import type { TopologySpreadConstraint } from '../../objects.js';
import { readPodTopologySpreadArgs, type PodTopologySpreadArgs } from './args.js';
import { defaultSelector } from './default-selector.js';

/** As kube-scheduler v1.34 podtopologyspread systemDefaultConstraints. */
const SYSTEM_DEFAULTS: readonly TopologySpreadConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];

export const podTopologySpread = definePlugin<PodTopologySpreadArgs>({
  name: 'PodTopologySpread',
  normalization: 'custom',
  readArgs: readPodTopologySpreadArgs,
  preFilter: (cycle) => (hasConstraint(cycle, 'DoNotSchedule') ? NOT_SUPPORTED : SKIP),
  preScore: (cycle) => (hasConstraint(cycle, 'ScheduleAnyway') ? NOT_SUPPORTED : SKIP),
});

function hasConstraint({ pod, snapshot, args }: Cycle<PodTopologySpreadArgs>, action: string): boolean {
  const own = pod.pod.spec?.topologySpreadConstraints ?? [];
  if (own.length > 0) return own.some(({ whenUnsatisfiable }) => whenUnsatisfiable === action);
  const defaults = args.defaultingType === 'System' ? SYSTEM_DEFAULTS : (args.defaultConstraints ?? []);
  return defaults.some(({ whenUnsatisfiable }) => whenUnsatisfiable === action) && defaultSelector(pod, snapshot.objects) !== null;
}
