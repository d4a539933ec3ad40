import { afterEviction } from '#kubernetes';
import type { EvictionRefusal } from '#api-server';
import { compareQueued, type Pod, type Profile } from '#scheduler';
import {
  Disruptions,
  leavesByItself,
  selectedNodes,
  type HypotheticalCluster,
  type NodeSelection,
} from '../cluster/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { movePods, type Moved } from '../placing/index.js';
import { applyStep } from '../steps/index.js';
import { assumeClaims } from '../volumes/index.js';
import {
  leavingInWords,
  leftDataInWords,
  leftDataOf,
  lostOf,
  someOf,
  unsafeOf,
  type LeftData,
  type PodMessage,
} from './leaving.js';
import { counted, inside, listed, nameOf, reasonsOf, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Can these nodes be drained together? */
export const drain = question({
  wanted: (body: DrainBody, snapshot) => {
    const selected = selectedNodes(snapshot, body);
    return { wholeNodes: true, nodes: 'names' in selected ? selected.names : [] };
  },
  input: ({ cluster: { snapshot }, profileOf }, body: DrainBody): DrainInput => {
    const selected = selectedNodes(snapshot, body);
    if ('faults' in selected) throw new NotPossible(faultsAt('', selected.faults));
    const { autoscaler = false, profile } = body;
    return { names: selected.names, profileOf: profileOf(profile), autoscaler };
  },
  answer,
});

export type DrainBody = ByProfile &
  NodeSelection & {
    /** Whether pods that the cluster autoscaler does not evict forbid it. */
    readonly autoscaler?: boolean;
  };

/** Whether nodes can be drained, and what becomes of their pods. */
export interface DrainAnswer {
  readonly possible: boolean;
  readonly nodes: readonly string[];
  /** In this order: each is placed before the next one goes, and no budget is broken. */
  readonly moves: readonly { readonly pod: PodName; readonly from: string; readonly to: string }[];
  /** Pods that are evicted and that no controller creates again. */
  readonly lost: readonly { readonly pod: PodName; readonly node: string }[];
  /** Volumes of pods that leave, whose data they do not take along. */
  readonly localData: readonly LeftData[];
  /** Pods for which there is no other node. */
  readonly unplaced: readonly PodMessage[];
  /** Budgets that forbid it, why, and the pods that they keep. */
  readonly blocked: readonly {
    readonly budget: PodName;
    readonly reason: EvictionRefusal;
    readonly pods: readonly { readonly pod: PodName; readonly node: string }[];
  }[];
  /** Pods that the cluster autoscaler does not evict, where that is asked. */
  readonly unsafe: readonly PodMessage[];
  /** Pods that no controller creates again, whether they are lost or forbid it. */
  readonly unmanaged: readonly PodName[];
  /** Pods that stay with their nodes: those of DaemonSets, and those of the kubelet. */
  readonly staying: number;
  /** Pods that are on their way out already. */
  readonly leaving: number;
  readonly sentence: string;
}

export interface DrainInput {
  /** Nodes of the cluster, which the cluster knows whole, as it knows their pods. */
  readonly names: readonly string[];
  readonly profileOf: (pod: Pod) => Profile;
  readonly autoscaler?: boolean;
}

/** Drains nodes together: none of their pods goes to another one of them. */
function* answer(
  cluster: HypotheticalCluster,
  { names, profileOf, autoscaler = false }: DrainInput,
): Generator<void, DrainAnswer, undefined> {
  const cordoned = applyStep(cluster, { cordon: { names } });
  if ('faults' in cordoned) throw new Error('a node cannot be cordoned');
  const known = cluster.podsOn(names).sort(compareQueued);
  const own = known.filter(({ pod }) => afterEviction(pod) === 'stays');
  const all = known.filter(({ pod }) => afterEviction(pod) !== 'stays').map(({ pod }) => pod);
  const leaving = all.filter(leavesByItself);
  const evicted = all.filter((pod) => !leavesByItself(pod));
  const { snapshot, executor, budgets, at } = cluster;
  const unsafe = autoscaler ? unsafeOf(evicted, new Disruptions(snapshot)) : [];
  const kept = new Set(unsafe.map(({ pod }) => pod));
  const pods = all.filter((pod) => !kept.has(pod));
  assumeClaims(cluster, pods);
  const newUid = (): string => cluster.newUid();
  const moved = yield* movePods({ snapshot, executor, budgets, at, pods, profileOf, newUid, closed: new Set(names) });
  const reported = {
    possible: moved.stuck.length === 0 && unsafe.length === 0,
    nodes: names,
    moves: moved.moves.map(({ pod, ...ends }) => ({ pod: nameOf(pod), ...ends })),
    lost: lostOf(moved.lost),
    localData: leftDataOf(moved),
    unplaced: unplacedOf(moved),
    blocked: blockedOf(moved),
    unsafe: unsafe.map(({ pod, message }) => ({ pod: nameOf(pod), node: pod.spec?.nodeName ?? '', message })),
    unmanaged: evicted.filter((pod) => afterEviction(pod) === 'lost').map(nameOf),
    staying: own.length,
    leaving: leaving.length,
  };
  return { ...reported, sentence: sentenceOf(reported) };
}

function unplacedOf({ stuck }: Moved): DrainAnswer['unplaced'] {
  return stuck.flatMap(({ pod, from, message, refused }) =>
    refused === null ? [{ pod: nameOf(pod), node: from, message }] : [],
  );
}

function blockedOf({ stuck }: Moved): DrainAnswer['blocked'] {
  const blocked = new Map<
    string,
    { budget: PodName; reason: EvictionRefusal; pods: { pod: PodName; node: string }[] }
  >();
  for (const { pod, from, refused } of stuck)
    for (const budget of refused?.budgets ?? []) {
      const reason = refused?.reason ?? 'noDisruptions';
      const key = `${budget.namespace}/${budget.name} ${reason}`;
      const found = blocked.get(key) ?? { budget, reason, pods: [] };
      blocked.set(key, found);
      found.pods.push({ pod: nameOf(pod), node: from });
    }
  return [...blocked.values()];
}

function sentenceOf(answer: Omit<DrainAnswer, 'sentence'>): string {
  const { possible, nodes, moves, lost, localData } = answer;
  const what = nodes.length === 1 ? `Node ${nodes[0] ?? ''}` : `${nodes.length} nodes`;
  if (!possible) return `${what} cannot be drained: ${obstaclesOf(answer).join('; ')}.`;
  const leaving = moves.length + lost.length === 0 ? 'no pod has to leave' : leavingInWords(moves.length, lost);
  return `${what} can be drained: ${leaving}.${leftDataInWords(localData)}`;
}

function obstaclesOf({ unplaced, blocked, unsafe }: Omit<DrainAnswer, 'sentence'>): string[] {
  const [reason] = reasonsOf(unplaced.map(({ message }) => message));
  const byReason = (why: EvictionRefusal): DrainAnswer['blocked'] => blocked.filter((one) => one.reason === why);
  const budgetsOf = (some: DrainAnswer['blocked']): string =>
    listed(some.map(({ budget: { namespace, name } }) => `${namespace}/${name}`));
  const [exhausted, several] = [byReason('noDisruptions'), byReason('severalBudgets')];
  return [
    ...(unplaced.length > 0
      ? [`${counted(unplaced.length, 'pod')} would have no node (${inside(reason?.message ?? '')})`]
      : []),
    ...(exhausted.length > 0 ? [`PodDisruptionBudget ${budgetsOf(exhausted)} forbids it`] : []),
    ...(several.length > 0
      ? [
          `the eviction API refuses a pod with more than one PodDisruptionBudget: ${podsOf(several)} ` +
            `(${budgetsOf(several)})`,
        ]
      : []),
    ...(unsafe.length > 0 ? [`the cluster autoscaler does not evict ${unsafeInWords(unsafe)}`] : []),
  ];
}

/** `shop/a and shop/b (no controller recreates it), shop/c (it has local storage (volume tmp))`. */
function unsafeInWords(unsafe: DrainAnswer['unsafe']): string {
  return reasonsOf(unsafe.map(({ message }) => message))
    .map(
      ({ message }) => `${someOf(unsafe.filter((one) => one.message === message).map(({ pod }) => pod))} (${message})`,
    )
    .join(', ');
}

function podsOf(blocked: DrainAnswer['blocked']): string {
  const pods = new Map(blocked.flatMap((one) => one.pods.map(({ pod }) => [`${pod.namespace}/${pod.name}`, pod])));
  return someOf([...pods.values()]);
}
