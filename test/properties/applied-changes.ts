import {
  evidenceAt,
  DenseExecutor,
  IncomingPod,
  placedPod,
  Snapshot,
  type Node,
  type Pod,
  type Profile,
} from '#scheduler';
import type { Change } from '#explain';

/** Plain JSON, changed in place: the test's own way to make a change, that shares nothing with the one under test. */
type Json = { [key: string]: Json } & Json[] & string;

/** A cluster, a pod that is to be placed and the node in question, as manifests. */
export interface Situation {
  readonly nodes: readonly Node[];
  readonly bound: readonly Pod[];
  readonly objects: Readonly<Record<string, readonly object[]>>;
  readonly pod: Pod;
  readonly node: string;
}

/** A snapshot as the manifests say. */
export function snapshotOf({ nodes, bound, objects }: Situation): Snapshot {
  const snapshot = new Snapshot(objects);
  for (const node of nodes) snapshot.addNode(node);
  for (const pod of bound) snapshot.addPod(placedPod(pod), snapshot.rowOf(pod.spec?.nodeName ?? '') ?? -1);
  return snapshot;
}

/** Whether the engine, which knows nothing of explanations, takes the node for the pod. */
export function isFeasible(situation: Situation, profile: Profile): boolean {
  const snapshot = snapshotOf(situation);
  const pod = new IncomingPod(situation.pod);
  const { evidence } = new DenseExecutor().filter({ profile, snapshot, pod });
  return evidenceAt.first(evidence, snapshot.rowOf(situation.node) ?? -1) === 0;
}

/** The manifests after the changes. */
export function applied(situation: Situation, changes: readonly Change[]): Situation {
  const after = structuredClone(situation);
  const gone = new Set(changes.flatMap((change) => ('pods' in change ? change.pods.map(({ uid }) => uid) : [])));
  const node = after.nodes.find(({ metadata }) => metadata?.name === situation.node) as unknown as Json;
  for (const change of changes) apply(change, { node, pod: after.pod as unknown as Json, objects: after.objects });
  const spec = after.pod.spec as unknown as Record<string, unknown>;
  const constraints = spec['topologySpreadConstraints'] as unknown[] | undefined;
  // Those that went left holes, so that the others kept their places.
  if (constraints !== undefined) spec['topologySpreadConstraints'] = constraints.filter(Boolean);
  return { ...after, bound: after.bound.filter(({ metadata }) => !gone.has(metadata?.uid ?? '')) };
}

interface Changed {
  readonly node: Json;
  readonly pod: Json;
  readonly objects: Situation['objects'];
}

function set(target: Json, key: string, value: unknown): void {
  (target as Record<string, unknown>)[key] = value;
}

function apply(change: Change, { node, pod, objects }: Changed): void {
  const spec = pod['spec'] as Json;
  if (change.kind === 'addToleration')
    set(spec, 'tolerations', [...((spec['tolerations'] as unknown[] | undefined) ?? []), change.toleration]);
  else if (change.kind === 'removePodRequirement') withoutRequirement(spec, change);
  else if (change.kind === 'moveVolume') moveVolume(change, objects);
  else applyToNode(change, node);
}

/** The field, and the taint that the node controller keeps beside it. */
function uncordon(spec: Json): void {
  const taints = (spec['taints'] ?? []) as unknown as { key: string }[];
  set(spec, 'unschedulable', false);
  set(
    spec,
    'taints',
    taints.filter(({ key }) => key !== 'node.kubernetes.io/unschedulable'),
  );
}

function applyToNode(change: Change, node: Json): void {
  const spec = node['spec'] as Json;
  if (change.kind === 'uncordon') uncordon(spec);
  else if (change.kind === 'removeTaint') {
    const taints = spec['taints'] as unknown as { key: string; effect: string }[];
    const { key, effect } = change.taint;
    const kept = taints.filter((taint) => taint.key !== key || taint.effect !== effect);
    set(spec, 'taints', kept);
  } else if (change.kind === 'setNodeLabel') {
    const metadata = node['metadata'] as Json;
    const { [change.label]: _before, ...labels } = metadata['labels'] as Record<string, unknown>;
    set(metadata, 'labels', { ...labels, ...(change.value !== null && { [change.label]: change.value }) });
  } else if (change.kind === 'addResource') {
    const allocatable = node['status']?.['allocatable'] as unknown as Record<string, string | number>;
    const before = amountIn(change.resource, String(allocatable[change.resource] ?? 0));
    const sum = before + amountIn(change.resource, change.amount);
    allocatable[change.resource] = change.resource === 'cpu' ? `${sum}m` : String(sum);
  }
}

function moveVolume({ volume, labels }: Extract<Change, { kind: 'moveVolume' }>, objects: Situation['objects']): void {
  const found = objects['persistentVolumes']?.find((one) => (one as Json)['metadata']?.['name'] === volume) as Json;
  const own = found['metadata']?.['labels'];
  for (const key of Object.keys(own ?? {})) if (own !== undefined && key in labels) set(own, key, labels[key]);
  for (const term of (found['spec']?.['nodeAffinity']?.['required']?.['nodeSelectorTerms'] as Json[] | undefined) ?? [])
    for (const expression of term['matchExpressions'] as Json[])
      set(expression, 'values', [labels[expression['key'] as string]]);
}

function withoutRequirement(spec: Json, { field, key }: Extract<Change, { kind: 'removePodRequirement' }>): void {
  const part = field.split('.')[2] ?? '';
  if (field === 'spec.nodeSelector') Reflect.deleteProperty(spec['nodeSelector'] as Json, key ?? '');
  else if (field === 'spec.nodeName') Reflect.deleteProperty(spec, 'nodeName');
  else if (field === 'spec.topologySpreadConstraints')
    Reflect.deleteProperty(spec['topologySpreadConstraints'] as Json, key ?? '');
  else if (field === 'spec.containers.ports') {
    for (const container of spec['containers'] as Json[])
      for (const port of (container['ports'] as Json[] | undefined) ?? [])
        if (String(port['hostPort']) === key) Reflect.deleteProperty(port, 'hostPort');
  } else
    Reflect.deleteProperty((spec['affinity'] as Json)[part] as Json, 'requiredDuringSchedulingIgnoredDuringExecution');
}

const UNITS: Readonly<Record<string, number>> = { m: 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Cpu in thousandths, all else in units. */
export function amountIn(resource: string, text: string): number {
  const [, digits = '0', unit = ''] = /^(\d+)([A-Za-z]*)$/.exec(text) ?? [];
  if (resource === 'cpu') return Number(digits) * (unit === 'm' ? 1 : 1000);
  return Number(digits) * (UNITS[unit] ?? 1);
}

/** The changes as small as they come: a pod that goes is one, an amount cannot be cut. */
export function atomsOf(changes: readonly Change[]): readonly Change[] {
  return changes.flatMap((change): Change[] =>
    'pods' in change ? change.pods.map((pod) => ({ ...change, pods: [pod] })) : [change],
  );
}

/** The changes with one amount less by the smallest step, one for each amount. */
export function withLess(changes: readonly Change[]): readonly (readonly Change[])[] {
  return changes.flatMap((change, at) => {
    if (change.kind !== 'addResource') return [];
    const less = amountIn(change.resource, change.amount) - 1;
    const amount = change.resource === 'cpu' ? `${less}m` : String(less);
    return [changes.map((other, index) => (index === at ? { ...change, amount } : other))];
  });
}
