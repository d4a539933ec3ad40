import { IncrementalExecutor, type Pod, type Profile } from '#scheduler';
import { leavesByItself, type HypotheticalCluster } from '../cluster/index.js';
import { movePods, type Loss, type Move } from '../placing/index.js';

/** A node with what would have to leave. */
export interface Candidate {
  readonly node: string;
  readonly pods: readonly Pod[];
}

/** Nodes that can be emptied together, and how. */
export interface Emptied {
  readonly nodes: readonly Candidate[];
  readonly moves: readonly Move[];
  readonly lost: readonly Loss[];
}

/** What a search found, and whether no larger set of the candidates can be emptied. */
export interface Found extends Emptied {
  readonly proven: boolean;
}

/** So many nodes that cannot be emptied are left out before the search ends. */
const MOST_LEFT_OUT = 64;

/** Of so few nodes every set is tried. */
const MOST_WITH_ALL_SETS = 8;

/** So fine a search is of no use: a trial takes as long as all moves before. */
const FINEST = 1 / 64;

const NOTHING: Emptied = { nodes: [], moves: [], lost: [] };

/** Trials on copies of a cluster, which stays as it is. */
export class Packing {
  constructor(
    private readonly cluster: HypotheticalCluster,
    private readonly profileOf: (pod: Pod) => Profile,
  ) {}

  /** So many of the candidates as can be emptied together, those before the others; not more than `most`. */
  *largest(candidates: readonly Candidate[], most: number): Generator<void, Found, undefined> {
    const quick = yield* this.#byDoubling(candidates, most);
    if (quick.nodes.length >= Math.min(most, candidates.length)) return { ...quick, proven: true };
    if (candidates.length > MOST_WITH_ALL_SETS) return { ...quick, proven: false };
    const larger = yield* this.#bySets(candidates, { above: quick.nodes.length, most });
    return { ...(larger ?? quick), proven: true };
  }

  /** As in a search by doubling: twice as many more after each success, half as many after each failure. */
  *#byDoubling(all: readonly Candidate[], most: number): Generator<void, Emptied, undefined> {
    let candidates = all;
    let [leftOut, step] = [0, 1];
    let emptied = NOTHING;
    while (step > 0 && emptied.nodes.length < Math.min(most, candidates.length)) {
      const done = emptied.nodes.length;
      const asked = candidates.slice(0, Math.min(done + step, most));
      const tried = yield* this.empty(asked);
      if (!('stuckOn' in tried)) {
        step = asked.length - done < step ? 0 : step * 2;
        emptied = tried;
        continue;
      }
      // One of those before was emptied with fewer, and is not in the way by itself.
      const stuck = asked.slice(done).find(({ node }) => node === tried.stuckOn);
      if (stuck !== undefined && leftOut < MOST_LEFT_OUT && 'stuckOn' in (yield* this.empty([stuck]))) {
        candidates = candidates.filter((one) => one !== stuck);
        leftOut += 1;
      } else step = halved(asked.length - done, done);
    }
    return emptied;
  }

  /** The largest set that can be emptied, of those with more nodes than so many; null where none can. */
  *#bySets(
    all: readonly Candidate[],
    { above, most }: { readonly above: number; readonly most: number },
  ): Generator<void, Emptied | null, undefined> {
    const sets = Array.from({ length: 2 ** all.length }, (_, mask) => all.filter((_one, at) => (mask >> at) % 2 === 1))
      .filter(({ length }) => length > above && length <= most)
      .sort((a, b) => b.length - a.length);
    for (const set of sets) {
      const tried = yield* this.empty(set);
      if (!('stuckOn' in tried)) return tried;
    }
    return null;
  }

  /**
   * Closes the nodes and takes their pods away, node by node; or says on which node one is stuck. Pods that leave by
   * themselves do so whichever node is first.
   */
  *empty(candidates: readonly Candidate[]): Generator<void, Emptied | { readonly stuckOn: string }, undefined> {
    const { budgets, at } = this.cluster;
    const snapshot = this.cluster.snapshot.fork();
    const names = candidates.map(({ node }) => node);
    this.cluster.closeOn(snapshot, names);
    const moving = {
      snapshot,
      executor: new IncrementalExecutor(),
      budgets,
      at,
      profileOf: this.profileOf,
      newUid: () => this.cluster.newUid(),
      closed: new Set(names),
    };
    const [moves, lost]: [Move[], Loss[]] = [[], []];
    budgets.mark();
    try {
      yield* movePods({ ...moving, pods: candidates.flatMap(({ pods }) => pods.filter(leavesByItself)) });
      for (const { node, pods } of candidates) {
        const moved = yield* movePods({ ...moving, pods: pods.filter((pod) => !leavesByItself(pod)) });
        if (moved.stuck.length > 0) return { stuckOn: node };
        moves.push(...moved.moves);
        lost.push(...moved.lost);
      }
      return { nodes: candidates, moves, lost };
    } finally {
      budgets.rollback();
    }
  }
}

/** Half of a step, or none where that is hardly more than nothing of what is done. */
function halved(step: number, done: number): number {
  const half = Math.floor(step / 2);
  return half < done * FINEST ? 0 : half;
}
