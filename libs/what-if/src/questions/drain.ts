import { compareQueued, type Pod, type Profile } from '#scheduler';
import {
  belongsToItsNode,
  controllerOf,
  selectedNodes,
  type BudgetLimit,
  type HypotheticalCluster,
  type NodeSelection,
} from '../cluster/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { movePods, type Moved } from '../placing/index.js';
import { applyStep } from '../steps/index.js';
import { counted, inside, listed, nameOf, reasonsOf, verb, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Can these nodes be drained together? */
export const drain = question({
  wanted: (body: DrainBody, snapshot) => {
    const selected = selectedNodes(snapshot, body);
    return { wholeNodes: true, nodes: 'names' in selected ? selected.names : [] };
  },
  input: ({ cluster: { snapshot }, profileOf }, body: DrainBody) => {
    const selected = selectedNodes(snapshot, body);
    if ('faults' in selected) throw new NotPossible(faultsAt('', selected.faults));
    return { names: selected.names, profileOf: profileOf(body.profile) };
  },
  answer,
});

export type DrainBody = ByProfile & NodeSelection;

/** Whether nodes can be drained, and what becomes of their pods. */
export interface DrainAnswer {
  readonly possible: boolean;
  readonly nodes: readonly string[];
  /** In this order: each is placed before the next one goes, and no budget is broken. */
  readonly moves: readonly { readonly pod: PodName; readonly from: string; readonly to: string }[];
  /** Pods for which there is no other node. */
  readonly unplaced: readonly { readonly pod: PodName; readonly node: string; readonly message: string }[];
  /** Budgets that forbid it, and the pods that they keep. */
  readonly blocked: readonly {
    readonly budget: PodName;
    readonly pods: readonly { readonly pod: PodName; readonly node: string }[];
  }[];
  /** Pods that no controller creates again. */
  readonly unmanaged: readonly PodName[];
  /** Pods that stay with their nodes: those of DaemonSets, and those of the kubelet. */
  readonly staying: number;
  readonly sentence: string;
}

export interface DrainInput {
  /** Nodes of the cluster, which the cluster knows whole, as it knows their pods. */
  readonly names: readonly string[];
  readonly profileOf: (pod: Pod) => Profile;
}

/** Drains nodes together: none of their pods goes to another one of them. */
function* answer(
  cluster: HypotheticalCluster,
  { names, profileOf }: DrainInput,
): Generator<void, DrainAnswer, undefined> {
  const cordoned = applyStep(cluster, { cordon: { names } });
  if ('faults' in cordoned) throw new Error('a node cannot be cordoned');
  const known = cluster.podsOn(names).sort(compareQueued);
  const own = known.filter(({ pod }) => belongsToItsNode(pod));
  const pods = known.filter(({ pod }) => !belongsToItsNode(pod)).map(({ pod }) => pod);
  const { snapshot, executor, budgets, at } = cluster;
  const newUid = (): string => cluster.newUid();
  const moved = yield* movePods({ snapshot, executor, budgets, at, pods, profileOf, newUid, closed: new Set(names) });
  const told = {
    possible: moved.stuck.length === 0,
    nodes: names,
    moves: moved.moves.map(({ pod, ...ends }) => ({ pod: nameOf(pod), ...ends })),
    unplaced: unplacedOf(moved),
    blocked: blockedOf(moved),
    unmanaged: pods.filter((pod) => controllerOf(pod) === undefined).map(nameOf),
    staying: own.length,
  };
  return { ...told, sentence: sentenceOf(told) };
}

function unplacedOf({ stuck }: Moved): DrainAnswer['unplaced'] {
  return stuck.flatMap(({ pod, from, message, budgets }) =>
    budgets.length > 0 ? [] : [{ pod: nameOf(pod), node: from, message }],
  );
}

function blockedOf({ stuck }: Moved): DrainAnswer['blocked'] {
  const blocked = new Map<string, { budget: BudgetLimit; pods: { pod: PodName; node: string }[] }>();
  for (const { pod, from, budgets } of stuck)
    for (const budget of budgets) {
      const key = `${budget.namespace}/${budget.name}`;
      const found = blocked.get(key) ?? { budget, pods: [] };
      blocked.set(key, found);
      found.pods.push({ pod: nameOf(pod), node: from });
    }
  return [...blocked.values()].map(({ budget: { namespace, name }, pods }) => ({ budget: { namespace, name }, pods }));
}

function sentenceOf({ possible, nodes, moves, unplaced, blocked }: Omit<DrainAnswer, 'sentence'>): string {
  const what = nodes.length === 1 ? `Node ${nodes[0] ?? ''}` : `${nodes.length} nodes`;
  if (possible)
    return `${what} can be drained: ${counted(moves.length, 'pod')} ${verb(moves.length, 'moves', 'move')}.`;
  const [reason] = reasonsOf(unplaced.map(({ message }) => message));
  const budgets = blocked.map(({ budget: { namespace, name } }) => `${namespace}/${name}`);
  const why = [
    ...(unplaced.length > 0
      ? [`${counted(unplaced.length, 'pod')} would have no node (${inside(reason?.message ?? '')})`]
      : []),
    ...(budgets.length > 0 ? [`PodDisruptionBudget ${listed(budgets)} forbids it`] : []),
  ];
  return `${what} cannot be drained: ${why.join('; ')}.`;
}
