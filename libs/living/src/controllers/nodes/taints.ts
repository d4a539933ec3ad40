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

/** A taint that a controller writes: it has no value. */
export interface OwnTaint {
  readonly key: string;
  readonly effect: 'NoSchedule' | 'NoExecute';
}

/** The taints that a node lacks for its conditions, and those for conditions that it has no more. */
interface TaintChanges {
  readonly added: readonly OwnTaint[];
  readonly removed: readonly OwnTaint[];
}

/** // as node lifecycle controller v1.34 doNoScheduleTaintingPass */
export function conditionTaints({ spec, status }: TaintedNode): TaintChanges {
  const keys = (status?.conditions ?? []).flatMap(
    ({ type = '', status: said = '' }) => TAINTING.get(type)?.get(said) ?? [],
  );
  const wanted = [...keys, ...(spec?.unschedulable === true ? [UNSCHEDULABLE] : [])];
  const there = (spec?.taints ?? []).flatMap(({ key = '', effect }) =>
    effect === 'NoSchedule' && KEYS.has(key) ? [key] : [],
  );
  const asTaint = (key: string): OwnTaint => ({ key, effect: 'NoSchedule' });
  return {
    added: wanted.filter((key) => !there.includes(key)).map(asTaint),
    removed: there.filter((key) => !wanted.includes(key)).map(asTaint),
  };
}

export function hasTaint({ spec }: TaintedNode, { key, effect }: OwnTaint): boolean {
  return spec?.taints?.some((taint) => taint.key === key && taint.effect === effect) === true;
}

/** A node with these taints, in place of those of the same key and effect. // as AddOrUpdateTaintOnNode */
export function withTaints(node: TaintedNode, added: readonly OwnTaint[], time: string): TaintedNode {
  if (added.length === 0) return node;
  const isAdded = ({ key, effect }: Taint): boolean => added.some((one) => one.key === key && one.effect === effect);
  const before = node.spec?.taints ?? [];
  const replaced = before.map((taint) =>
    isAdded(taint) ? { key: taint.key, effect: taint.effect, timeAdded: time } : taint,
  );
  const fresh = added.filter((taint) => !hasTaint(node, taint)).map((taint) => ({ ...taint, timeAdded: time }));
  return { ...node, spec: { ...node.spec, taints: [...replaced, ...fresh] } };
}

/** A node without these taints; the same where it has none of them. // as RemoveTaintOffNode */
export function withoutTaints(node: TaintedNode, removed: readonly OwnTaint[]): TaintedNode {
  if (!removed.some((taint) => hasTaint(node, taint))) return node;
  const { taints = [], ...spec } = node.spec ?? {};
  const kept = taints.filter(({ key, effect }) => !removed.some((one) => one.key === key && one.effect === effect));
  return { ...node, spec: { ...spec, ...(kept.length > 0 && { taints: kept }) } };
}
