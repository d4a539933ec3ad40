import { IncrementalExecutor, type Pod, type Profile } from '#scheduler';
import { belongsToItsNode, type HypotheticalCluster } from '../cluster/index.js';
import { movePods, type Move } from '../placing/index.js';
import { utilizationOf, type ResourceUse } from '../utilization/index.js';
import { counted, nameOf, verb, type PodName } from './named.js';
import { question, type ByProfile } from './question.js';

/** Pods are packed by how full a node is, and nothing else draws them apart. */
const PACKING = {
  schedulerName: 'repack',
  plugins: { score: { disabled: [{ name: 'NodeResourcesBalancedAllocation' }, { name: 'PodTopologySpread' }] } },
  pluginConfig: [
    {
      name: 'NodeResourcesFit',
      args: {
        scoringStrategy: {
          type: 'MostAllocated',
          resources: [
            { name: 'cpu', weight: 1 },
            { name: 'memory', weight: 1 },
          ],
        },
      },
    },
  ],
};

/** Which nodes would be empty if pods were packed anew? */
export const repack = question({
  wanted: () => ({ all: true, wholeNodes: true }),
  input: ({ profileOf }, { most, profile }: RepackBody) => ({ most, profileOf: profileOf(profile ?? PACKING) }),
  answer,
});

export interface RepackBody extends ByProfile {
  readonly most: number;
}

/** Which nodes could be empty if pods were packed anew. */
export interface RepackAnswer {
  /** Nodes with pods that can move. */
  readonly nodes: { readonly before: number; readonly after: number };
  readonly moves: number;
  /** In this order, the fewest moves first: after any of them one may stop. */
  readonly emptied: readonly {
    readonly node: string;
    readonly moves: readonly { readonly pod: PodName; readonly to: string }[];
  }[];
  /** What the emptied nodes have, and is not needed any more. */
  readonly freed: readonly Pick<ResourceUse, 'resource' | 'allocatable'>[];
  readonly sentence: string;
}

export interface RepackInput {
  /** By which pods are packed. */
  readonly profileOf: (pod: Pod) => Profile;
  /** Nodes to be emptied at most. */
  readonly most: number;
}

/** A node with what would have to move. */
interface Candidate {
  readonly node: string;
  readonly pods: readonly Pod[];
}

/** So many nodes that cannot be emptied are left out before the search ends. */
const MOST_LEFT_OUT = 64;

/**
 * Empties as many nodes as it can together, those with the fewest pods first: their pods go to nodes that stay. A node
 * that cannot be emptied even alone is left out.
 */
function* answer(
  cluster: HypotheticalCluster,
  { profileOf, most }: RepackInput,
): Generator<void, RepackAnswer, undefined> {
  const all = candidatesOf(cluster);
  const packing = new Packing(cluster, profileOf);
  let candidates: readonly Candidate[] = all;
  let [leftOut, step] = [0, 1];
  let emptied: readonly Candidate[] = [];
  let moves: readonly Move[] = [];
  // As in a search by doubling: twice as many more after each success, half as many after each failure.
  while (step > 0 && emptied.length < Math.min(most, candidates.length)) {
    const done = emptied.length;
    const asked = candidates.slice(0, Math.min(done + step, most));
    const tried = yield* packing.empty(asked);
    if (tried.stuckOn === null) {
      moves = tried.moves;
      step = asked.length - done < step ? 0 : step * 2;
      emptied = asked;
      continue;
    }
    // One of those before was emptied with fewer, and is not in the way by itself.
    const stuck = asked.slice(done).find(({ node }) => node === tried.stuckOn);
    if (stuck !== undefined && leftOut < MOST_LEFT_OUT && (yield* packing.empty([stuck])).stuckOn !== null) {
      candidates = candidates.filter((one) => one !== stuck);
      leftOut += 1;
    } else step = halved(asked.length - done, done);
  }
  return answerOf(cluster, { before: all.length, emptied, moves });
}

/** So fine a search is of no use: a trial takes as long as all moves before. */
const FINEST = 1 / 64;

/** Half of a step, or none where that is hardly more than nothing of what is done. */
function halved(step: number, done: number): number {
  const half = Math.floor(step / 2);
  return half < done * FINEST ? 0 : half;
}

/** The fewest pods first, and of those with as many the smaller name. Empty ones are empty already. */
function candidatesOf(cluster: HypotheticalCluster): Candidate[] {
  return cluster.snapshot.nodes
    .map(({ name: node }) => ({ node, pods: cluster.podsOn([node]).map(({ pod }) => pod) }))
    .map(({ node, pods }) => ({ node, pods: pods.filter((pod) => !belongsToItsNode(pod)) }))
    .filter(({ pods }) => pods.length > 0)
    .sort((a, b) => a.pods.length - b.pods.length || (a.node < b.node ? -1 : 1));
}

/** Trials on copies of a cluster, which stays as it is. */
class Packing {
  constructor(
    private readonly cluster: HypotheticalCluster,
    private readonly profileOf: (pod: Pod) => Profile,
  ) {}

  /** Closes the nodes and moves their pods, node by node; or says on which node one is stuck. */
  *empty(
    candidates: readonly Candidate[],
  ): Generator<void, { readonly moves: readonly Move[]; readonly stuckOn: string | null }, undefined> {
    const { budgets, at } = this.cluster;
    const snapshot = this.cluster.snapshot.fork();
    this.cluster.closeOn(
      snapshot,
      candidates.map(({ node }) => node),
    );
    const moving = {
      snapshot,
      executor: new IncrementalExecutor(),
      budgets,
      at,
      profileOf: this.profileOf,
      newUid: () => this.cluster.newUid(),
      closed: new Set(candidates.map(({ node }) => node)),
    };
    const moves: Move[] = [];
    budgets.mark();
    try {
      for (const { node, pods } of candidates) {
        const moved = yield* movePods({ ...moving, pods });
        if (moved.stuck.length > 0) return { moves, stuckOn: node };
        moves.push(...moved.moves);
      }
      return { moves, stuckOn: null };
    } finally {
      budgets.rollback();
    }
  }
}

function answerOf(
  cluster: HypotheticalCluster,
  { before, emptied, moves }: { before: number; emptied: readonly Candidate[]; moves: readonly Move[] },
): RepackAnswer {
  const byNode = new Map(emptied.map(({ node }) => [node, [] as { pod: PodName; to: string }[]]));
  for (const { pod, from, to } of moves) byNode.get(from)?.push({ pod: nameOf(pod), to });
  const freed = freedBy(cluster, [...byNode.keys()]);
  const answer = {
    nodes: { before, after: before - emptied.length },
    moves: moves.length,
    emptied: [...byNode].map(([node, own]) => ({ node, moves: own })),
    freed,
  };
  return { ...answer, sentence: sentenceOf(answer) };
}

function freedBy({ snapshot }: HypotheticalCluster, names: readonly string[]): RepackAnswer['freed'] {
  const alone = snapshot.fork();
  const freed = new Set(names);
  alone.removeNodes(new Set(alone.nodes.flatMap(({ name }, row) => (freed.has(name) ? [] : [row]))));
  return utilizationOf(alone).map(({ resource, allocatable }) => ({ resource, allocatable }));
}

function sentenceOf({ nodes, moves, emptied }: Omit<RepackAnswer, 'sentence'>): string {
  if (emptied.length === 0)
    return `No node can be emptied: ${counted(nodes.before, 'node')} ${verb(nodes.before, 'stays', 'stay')}.`;
  const empty = verb(moves, 'empties', 'empty');
  return `${counted(moves, 'move')} ${empty} ${emptied.length} of ${counted(nodes.before, 'node')}.`;
}
