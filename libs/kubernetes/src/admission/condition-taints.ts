import type { Node } from '../kinds/index.js';
import type { Taint } from '../tolerations/index.js';
import type { Admission } from './admission-context.js';

const NOT_READY = 'node.kubernetes.io/not-ready';
const UNREACHABLE = 'node.kubernetes.io/unreachable';
const UNSCHEDULABLE = 'node.kubernetes.io/unschedulable';

/** What each status of a condition taints a node with; a status that is not here is a sound one. */
const TAINTING: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['Ready', { False: NOT_READY, Unknown: UNREACHABLE }],
  ['MemoryPressure', { True: 'node.kubernetes.io/memory-pressure' }],
  ['DiskPressure', { True: 'node.kubernetes.io/disk-pressure' }],
  ['NetworkUnavailable', { True: 'node.kubernetes.io/network-unavailable' }],
  ['PIDPressure', { True: 'node.kubernetes.io/pid-pressure' }],
]);

/**
 * Makes the built-in taints of a node what its conditions and `spec.unschedulable` say, in clusters that ask for it, so
 * that a node is never seen without them. A condition that a node does not have says nothing: no kubelet reports here.
 * An import brings its own taints: it tells what is.
 * // as node lifecycle controller v1.34 doNoScheduleTaintingPass and processTaintBaseEviction
 */
export function taintByConditions({ object: node, context, isNew, changed }: Admission<Node>): void {
  if (!context.conditionTaints || context.onlyTells === true || (!isNew && context.operation !== 'update')) return;
  const wanted = wantedTaints(node);
  const judged = judgedTaints(node);
  const present = node.spec?.taints ?? [];
  const kept = present.filter((one) => !judged.some((other) => same(one, other)) || has(wanted, one));
  const added = wanted.filter((one) => !has(kept, one));
  if (added.length === 0 && kept.length === present.length) return;
  const taints = [...kept, ...added.map((one) => ({ ...one, timeAdded: context.now }))];
  node.spec = { ...node.spec, taints };
  if (taints.length === 0) delete node.spec.taints;
  changed.push({ path: '/spec/taints', value: taints.length === 0 ? null : taints });
}

/**
 * A node as it is created where a node controller looks at it later: not ready until then.
 * // as API server v1.34 TaintNodesByCondition
 */
export function taintNewNode<Created extends object>(node: Created): Created {
  const { spec } = node as { readonly spec?: Node['spec'] };
  const taints = spec?.taints ?? [];
  const taint = scheduling(NOT_READY);
  if (has(taints, taint)) return node;
  return { ...node, spec: { ...spec, taints: [...taints, taint] } };
}

const CONDITION_KEYS: ReadonlySet<string> = new Set([...TAINTING.values()].flatMap((keyOf) => Object.values(keyOf)));

/**
 * The taints of a node that is imported again: one that was only now added by a condition is as old as it was, and
 * where the node keeps its conditions it keeps their taints.
 */
export function taintsOfImportedAgain(
  taints: readonly Taint[],
  old: readonly Taint[],
  { now, keepsConditions }: { readonly now: string; readonly keepsConditions: boolean },
): Taint[] {
  const aged = taints.map((one) => (one.timeAdded === now ? (old.find((other) => same(one, other)) ?? one) : one));
  const kept = old.filter(({ key }) => keepsConditions && CONDITION_KEYS.has(key));
  return [...aged, ...kept.filter((one) => !has(aged, one))];
}

function wantedTaints({ spec, status }: Node): Taint[] {
  const keys = (status?.conditions ?? []).flatMap(({ type = '', status: said = '' }) => {
    const keyOf = TAINTING.get(type);
    return keyOf !== undefined && Object.hasOwn(keyOf, said) ? [keyOf[said] ?? ''] : [];
  });
  return [
    ...[...keys, ...(spec?.unschedulable === true ? [UNSCHEDULABLE] : [])].map((key) => scheduling(key)),
    ...keys.filter((key) => key === NOT_READY || key === UNREACHABLE).map((key) => ({ key, effect: 'NoExecute' })),
  ];
}

/** Those about which the node says something, whether they are wanted or not. */
function judgedTaints({ status }: Node): Taint[] {
  const keys = (status?.conditions ?? []).flatMap(({ type = '' }) => Object.values(TAINTING.get(type) ?? {}));
  return [
    ...[...keys, UNSCHEDULABLE].map((key) => scheduling(key)),
    ...keys.filter((key) => key === NOT_READY || key === UNREACHABLE).map((key) => ({ key, effect: 'NoExecute' })),
  ];
}

function scheduling(key: string): Taint {
  return { key, effect: 'NoSchedule' };
}

function has(taints: readonly Taint[], taint: Taint): boolean {
  return taints.some((one) => same(one, taint));
}

/** As Taint.MatchTaint. */
function same(one: Taint, other: Taint): boolean {
  return one.key === other.key && one.effect === other.effect;
}
