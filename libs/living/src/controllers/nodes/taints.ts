import type { Condition, KubernetesObject, Taint } from '#kubernetes';

export const NOT_READY = 'node.kubernetes.io/not-ready';
export const UNREACHABLE = 'node.kubernetes.io/unreachable';
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** What each status of a condition taints a node with; a status that is not here is a sound one. */
const TAINTING: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [
    'Ready',
    new Map([
      ['False', NOT_READY],
      ['Unknown', UNREACHABLE],
    ]),
  ],
  ['MemoryPressure', new Map([['True', 'node.kubernetes.io/memory-pressure']])],
  ['DiskPressure', new Map([['True', 'node.kubernetes.io/disk-pressure']])],
  ['NetworkUnavailable', new Map([['True', 'node.kubernetes.io/network-unavailable']])],
  ['PIDPressure', new Map([['True', 'node.kubernetes.io/pid-pressure']])],
]);

const KEYS: ReadonlySet<string> = new Set([
  UNSCHEDULABLE,
  ...[...TAINTING.values()].flatMap((keyOf) => [...keyOf.values()]),
]);

/** A node, as far as its taints go. */
export interface TaintedNode extends KubernetesObject {
  spec?: { readonly taints?: readonly Taint[]; readonly unschedulable?: boolean };
  status?: { readonly conditions?: readonly Condition[] };
}

/**
 * The taints of a node with those for its conditions, and without those for conditions that it has no more; the same
 * list where nothing changes. // as node lifecycle controller v1.34 doNoScheduleTaintingPass
 */
export function conditionTaints({ spec, status }: TaintedNode, time: string): readonly Taint[] {
  const taints = spec?.taints ?? [];
  const keys = (status?.conditions ?? []).flatMap(
    ({ type = '', status: said = '' }) => TAINTING.get(type)?.get(said) ?? [],
  );
  const wanted = [...keys, ...(spec?.unschedulable === true ? [UNSCHEDULABLE] : [])];
  const isOwn = ({ key = '', effect }: Taint): boolean => effect === 'NoSchedule' && KEYS.has(key);
  const kept = taints.filter((taint) => !isOwn(taint) || wanted.includes(taint.key ?? ''));
  const added = wanted.filter((key) => !kept.some((taint) => isOwn(taint) && taint.key === key));
  if (added.length === 0 && kept.length === taints.length) return taints;
  return [...kept, ...added.map((key) => ({ key, effect: 'NoSchedule', timeAdded: time }))];
}
