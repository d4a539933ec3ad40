import { labelValue, type Labels } from '#apimachinery';
import { sameEverywhere, UNTOUCHED, type Cycle, type PreparedFilter } from '../../plugin.js';
import type { PlacedPod } from '../../snapshot/index.js';
import { matchingServices } from '../v1-20/matching-selector.js';
import { rowsByZoneTurns } from '../zone-turns.js';
import type { ServiceAffinityArgs } from './args.js';

export const NO_MATCH = "node(s) didn't match service affinity";

/**
 * A service only has to exist for the pod. The first pod is the first in the order in which kube-scheduler v1.20 keeps
 * its nodes; one that is terminating counts.
 */
export function affinityFilter(cycle: Cycle<ServiceAffinityArgs>): PreparedFilter {
  const { pod, snapshot, args, status } = cycle;
  const { affinityLabels } = args;
  if (affinityLabels.length === 0) return { ...sameEverywhere(snapshot, 0), follow: () => UNTOUCHED };
  const named = valuesOf(affinityLabels, pod.pod.spec?.nodeSelector);
  const completes = named.size < affinityLabels.length && matchingServices(pod, snapshot.objects).length > 0;
  const isPeer = ({ namespace, labels }: PlacedPod): boolean =>
    namespace === pod.namespace && carries(labels, pod.labels);
  const order = completes ? rowsByZoneTurns(snapshot) : [];
  const peers = new Map(order.map((row) => [row, snapshot.pods(row).filter(isPeer).length]));
  const wantedNow = (): ReadonlyMap<string, string> => {
    const row = order.find((one) => (peers.get(one) ?? 0) > 0);
    if (row === undefined) return named;
    return new Map([...valuesOf(affinityLabels, snapshot.nodes[row]?.labels), ...named]);
  };
  let wanted = wantedNow();
  const change = (other: PlacedPod, row: number, step: 1 | -1): void => {
    if (!completes || !isPeer(other)) return;
    peers.set(row, (peers.get(row) ?? 0) + step);
    wanted = wantedNow();
  };
  const noMatch = status('Unschedulable', NO_MATCH);
  return {
    kind: 'filter',
    domains: snapshot.topology(affinityLabels),
    filter: (row) => {
      const labels = snapshot.nodes[row]?.labels;
      for (const [key, value] of wanted) if (labelValue(labels, key) !== value) return noMatch;
      return 0;
    },
    addPod: (other, row) => change(other, row, 1),
    removePod: (other, row) => change(other, row, -1),
    follow: (other) => (completes && isPeer(other) ? 'prepare' : UNTOUCHED),
  };
}

function valuesOf(keys: readonly string[], labels: Labels | null | undefined): ReadonlyMap<string, string> {
  return new Map(
    keys.flatMap((key): [string, string][] => {
      const value = labelValue(labels ?? undefined, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function carries(labels: Labels, wanted: Labels): boolean {
  return Object.entries(wanted ?? {}).every(([key, value]) => labelValue(labels, key) === value);
}
