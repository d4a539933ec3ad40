import type { Change } from '#explain';
import type { Node, Pod, Profile, Taint } from '#scheduler';
import { amountIn, applied, isFeasible, type Situation } from '../applied-changes.js';
import { labelChanges } from './label-changes.js';

/** Changes that are enough, and what they cost by the published weights. */
export interface Enough {
  readonly cost: number;
  readonly changes: readonly Change[];
}

/** A change that is made or not, and its cost but for the budgets that an eviction breaks. */
interface Atom {
  readonly change: Change;
  readonly cost: number;
  /** Only one atom of a slot is made: a label has one value. */
  readonly slot?: string;
}

const CORDON = 'node.kubernetes.io/unschedulable';

/**
 * Tries every set of changes that costs less than `below`, and answers the cheapest that makes the node fit; null where
 * none does. It reads manifests alone, and asks the engine alone.
 */
export function cheaperThan(situation: Situation, below: number, profile: Profile): Enough | null {
  const atoms = [...atomsOf(situation)].sort((a, b) => a.cost - b.cost);
  let best: Enough | null = null;
  const tryFrom = (at: number, chosen: readonly Atom[], cost: number): void => {
    const limit = best?.cost ?? below;
    const enough = pricedSet(situation, chosen, cost);
    if (enough.cost < limit - 0.005 && mayFit(situation, enough.changes, profile)) best = enough;
    for (let next = at; next < atoms.length; next++) {
      const atom = atoms[next];
      if (atom === undefined || cost + atom.cost >= (best?.cost ?? below) - 0.005) break;
      if (atom.slot !== undefined && chosen.some(({ slot }) => slot === atom.slot)) continue;
      tryFrom(next + 1, [...chosen, atom], cost + atom.cost);
    }
  };
  tryFrom(0, [], 0);
  return best;
}

/** The engine is asked when neither a cordon, nor a taint, nor the node selector is in the way for all to see. */
function mayFit(situation: Situation, changes: readonly Change[], profile: Profile): boolean {
  const after = applied(situation, changes);
  const { spec, metadata } = nodeOf(after) ?? {};
  const { tolerations, nodeSelector } = after.pod.spec ?? {};
  const isTolerated = ({ key, value = '', effect }: Taint): boolean =>
    effect === 'PreferNoSchedule' ||
    (tolerations ?? []).some((one) => one.key === key && (one.operator === 'Exists' || one.value === value));
  const cordon: readonly Taint[] = spec?.unschedulable === true ? [{ key: CORDON, effect: 'NoSchedule' }] : [];
  return (
    [...(spec?.taints ?? []), ...cordon].every(isTolerated) &&
    Object.entries(nodeSelector ?? {}).every(([key, value]) => metadata?.labels?.[key] === value) &&
    isFeasible(after, profile)
  );
}

/** The changes with what must be added to the node beside them, and what all of it costs. */
function pricedSet(situation: Situation, chosen: readonly Atom[], cost: number): Enough {
  const changes = chosen.map(({ change }) => change);
  const gone = new Set(changes.flatMap((change) => ('pods' in change ? change.pods.map(({ uid }) => uid) : [])));
  const added = additions(situation, gone);
  const sum = cost + 50 * broken(situation, gone) + added.reduce((all, one) => all + one.cost, 0);
  return { cost: Math.round(sum * 100) / 100, changes: [...changes, ...added.map(({ change }) => change)] };
}

function broken({ bound, objects }: Situation, gone: ReadonlySet<string>): number {
  return (objects['podDisruptionBudgets'] ?? []).filter((object) => {
    const { metadata, spec, status } = object as {
      metadata: { namespace: string };
      spec: { selector: { matchLabels: Record<string, string> } };
      status: { disruptionsAllowed: number };
    };
    const leaving = bound.filter(
      (pod) =>
        gone.has(pod.metadata?.uid ?? '') &&
        pod.metadata?.namespace === metadata.namespace &&
        Object.entries(spec.selector.matchLabels).every(([key, value]) => pod.metadata?.labels?.[key] === value),
    );
    return leaving.length > status.disruptionsAllowed;
  }).length;
}

/** What lacks of each resource once these pods are gone. */
function additions(situation: Situation, gone: ReadonlySet<string>): readonly Atom[] {
  const node = nodeOf(situation);
  const there = situation.bound.filter(
    ({ spec, metadata }) => spec?.nodeName === situation.node && !gone.has(metadata?.uid ?? ''),
  );
  const allocatable = (node?.status?.allocatable ?? {}) as Record<string, string | number>;
  const names = Object.keys(requestsOf(situation.pod));
  return [...names, 'pods'].flatMap((resource): Atom[] => {
    const of = (pod: Pod): number =>
      resource === 'pods' ? 1 : amountIn(resource, String(requestsOf(pod)[resource] ?? 0));
    const requested = of(situation.pod);
    const lacking =
      requested + there.reduce((sum, pod) => sum + of(pod), 0) - amountIn(resource, String(allocatable[resource] ?? 0));
    if (requested === 0 || lacking <= 0) return [];
    const amount = resource === 'cpu' ? `${lacking}m` : String(lacking);
    const share = lacking / requested;
    const change: Change = { kind: 'addResource', node: situation.node, resource, amount, share };
    return [{ change, cost: Math.round(1000 * (1 + share)) / 100 }];
  });
}

function requestsOf({ spec }: Pod): Readonly<Record<string, string | number>> {
  return spec?.containers?.[0]?.resources?.requests ?? {};
}

function nodeOf({ nodes, node }: Situation): Node | undefined {
  return nodes.find(({ metadata }) => metadata?.name === node);
}

function atomsOf(situation: Situation): readonly Atom[] {
  return [
    ...ofNode(situation),
    ...ofPod(situation),
    ...labelChanges(situation).map((change) => ({ change, cost: 2, slot: `label ${change.label}` })),
    ...situation.bound
      .filter((pod) => mayMatter(situation, pod))
      .map(({ metadata, spec }): Atom => {
        const { namespace = '', name = '', uid = '' } = metadata ?? {};
        const pod = { namespace, name, uid, priority: spec?.priority ?? 0, afterEviction: 'lost' as const };
        return { change: { kind: 'evictPods', pods: [pod], budgets: [] }, cost: 5 };
      }),
  ];
}

/**
 * A pod that its DaemonSet or the kubelet creates again makes no room, and one of another node matters where pods are
 * counted by domain.
 */
function mayMatter({ pod, node }: Situation, { spec, metadata }: Pod): boolean {
  const isOfNode =
    metadata?.annotations?.['kubernetes.io/config.mirror'] !== undefined ||
    metadata?.ownerReferences?.some(({ kind }) => kind === 'DaemonSet') === true;
  if (isOfNode) return false;
  const counts = pod.spec?.topologySpreadConstraints !== undefined || Object.keys(pod.spec?.affinity ?? {}).length > 0;
  return spec?.nodeName === node || spec?.affinity !== undefined || counts;
}

/** Taints and the cordon. */
function ofNode(situation: Situation): readonly Atom[] {
  const spec = nodeOf(situation)?.spec ?? {};
  const taints = (spec.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule');
  const isCordoned = spec.unschedulable === true;
  const cordon: Taint = { key: CORDON, effect: 'NoSchedule' };
  const tolerable = isCordoned && taints.every(({ key }) => key !== CORDON) ? [...taints, cordon] : taints;
  return [
    ...(isCordoned ? [{ change: { kind: 'uncordon' as const, node: situation.node }, cost: 1 }] : []),
    ...tolerable.map(({ key, value, effect }): Atom => {
      const toleration = value ? { key, operator: 'Equal', value, effect } : { key, operator: 'Exists', effect };
      return { change: { kind: 'addToleration', toleration }, cost: 2 };
    }),
    ...taints
      .filter(({ key }) => !isCordoned || key !== CORDON)
      .map((taint): Atom => ({ change: { kind: 'removeTaint', node: situation.node, taint }, cost: 3 })),
  ];
}

/** What the pod may do without, and its volume, which may be moved. */
function ofPod({ pod, nodes, node, objects }: Situation): readonly Atom[] {
  const { spec = {} } = pod;
  const drop = (field: string, key: string | null): Atom => ({
    change: { kind: 'removePodRequirement', field, key } as Change,
    cost: 4,
  });
  const ports = (spec.containers ?? []).flatMap((container) => container.ports ?? []);
  const parts = Object.entries(spec.affinity ?? {}) as [string, Record<string, unknown>][];
  const zone = nodes.find(({ metadata }) => metadata?.name === node)?.metadata?.labels?.['topology.kubernetes.io/zone'];
  const claims = (objects['persistentVolumeClaims'] ?? []) as {
    metadata: { name: string };
    spec: { volumeName: string };
  }[];
  return [
    ...Object.keys(spec.nodeSelector ?? {}).map((key) => drop('spec.nodeSelector', key)),
    ...parts
      .filter(([, part]) => part['requiredDuringSchedulingIgnoredDuringExecution'] !== undefined)
      .map(([name]) => drop(`spec.affinity.${name}`, null)),
    ...(spec.topologySpreadConstraints ?? []).map((_, at) => drop('spec.topologySpreadConstraints', String(at))),
    ...ports.flatMap(({ hostPort }) =>
      hostPort === undefined ? [] : [drop('spec.containers.ports', String(hostPort))],
    ),
    ...claims.flatMap(({ metadata, spec: { volumeName } }): Atom[] =>
      zone === undefined || !(spec.volumes ?? []).some((one) => one.persistentVolumeClaim?.claimName === metadata.name)
        ? []
        : [
            {
              change: {
                kind: 'moveVolume',
                volume: volumeName,
                claim: { namespace: 'default', name: metadata.name },
                labels: { 'topology.kubernetes.io/zone': zone },
              },
              cost: 30,
            },
          ],
    ),
  ];
}
