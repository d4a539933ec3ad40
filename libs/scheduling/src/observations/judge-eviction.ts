import type { ObservedDecision, ObservedEviction } from '#audit';
import type { Transaction } from '#database';
import type { Manifest } from '#rows';
import type { ReplayedCluster } from '#state';
import { disruptionOf } from '#transfer';
import { blankDecision, notCompared, podName } from '../runs/index.js';
import { allowancesOf, evictionVerdict, type EvictionVerdict, type JudgedEviction } from './eviction-verdict.js';
import { ARCHIVED, LISTED, type Decided, type PartOptions, type SeenPod } from './judging.js';
import type { NearbyChanges, SeenChange, SeenPod as PodInLog } from './nearby-changes.js';
import type { StoredObservation } from './observation.queries.js';
import { seenDecision } from './seen-decision.js';
import { isNominatedTo } from './seen-evictions.js';

/** What evictions are judged with. */
export interface EvictionJudgeOptions {
  readonly cluster: ReplayedCluster;
  readonly changes: NearbyChanges;
  /** Decides beside a nomination. */
  readonly decide: (tx: Transaction, seen: SeenPod, options: PartOptions) => Promise<Decided>;
}

/** What is said of an eviction. */
interface Verdict extends EvictionVerdict, Partial<Omit<ObservedDecision, keyof EvictionVerdict | 'own' | 'eviction'>> {
  readonly preemptor?: ObservedEviction['preemptor'];
}

const PREEMPTION = 'PreemptionByScheduler';

/** What budgets and taints are read from. */
const HOLDING: readonly string[] = ['PodDisruptionBudget', 'Node'];
/** So many states are looked at on each side of the eviction. */
const MOST_STATES = 16;

/**
 * Puts what Berth says beside evictions: of one by a scheduler, whether its own preemption would choose the pod; of
 * others, whether the rules of what evicted it, and the budgets and taints of the state just before, let it go.
 */
export class EvictionJudge {
  constructor(private readonly options: EvictionJudgeOptions) {}

  async decide(tx: Transaction, { observation, seen }: SeenPod, options: PartOptions): Promise<Decided> {
    const { position, pod, listed, shownBy, at } = observation;
    const { reason = '', ...shown } = evictionOf(observation);
    const said = (verdict: Verdict, budgets: ObservedEviction['budgets'] = []): Decided => {
      const { preemptor = null, ...judged } = verdict;
      return decidedOf({ observation, seen }, options, { ...judged, eviction: { reason, preemptor, budgets } });
    };
    if (shownBy === null || position - 1n < options.keptAfter) return said({ agreement: 'unknown', reason: ARCHIVED });
    if (listed) return said({ agreement: 'unknown', reason: LISTED });
    const { past } = await this.options.cluster.at(tx, position - 1n, at);
    const found = past.get('Pod', pod.namespace, pod.name);
    if (found?.uid !== pod.uid) return said({ agreement: 'unknown', reason: 'the pod is not there' });
    const evicted = found.stored().object;
    const budgets = allowancesOf(past, evicted);
    if (reason === PREEMPTION) return said(await this.#byScheduler(tx, { observation, seen }, options), budgets);
    const eviction = { pod: evicted, reason, at: shown.since ?? at.getTime() };
    const verdict = evictionVerdict(past, eviction);
    if (verdict.agreement !== 'differs') return said(verdict, budgets);
    return said((await this.#elsewhere(tx, { observation, eviction }, options)) ?? verdict, budgets);
  }

  /** On other states of the window: the order of watches of several kinds is not that of their changes. */
  async #elsewhere(
    tx: Transaction,
    { observation, eviction }: { readonly observation: StoredObservation; readonly eviction: JudgedEviction },
    options: PartOptions,
  ): Promise<Verdict | undefined> {
    const { position, at } = observation;
    const near = await this.#near(tx, observation, options);
    const holding = near.filter(({ kind }) => HOLDING.includes(kind));
    const earlier = holding.flatMap((one) => (one.position < position ? [one.position - 1n] : [])).reverse();
    const later = holding.flatMap((one) => (one.position > position ? [one.position] : []));
    for (const base of [...earlier.slice(0, MOST_STATES), ...later.slice(0, MOST_STATES)]) {
      if (base <= options.keptAfter) continue;
      const { past } = await this.options.cluster.at(tx, base, at);
      if (evictionVerdict(past, eviction).agreement !== 'same') continue;
      if (base < position) return { agreement: 'same', reason: null, changesBefore: Number(position - 1n - base) };
      return { agreement: 'same', reason: 'what lets it go is seen after it' };
    }
    return undefined;
  }

  /** The pod is one that Berth's own preemption would evict for a pod that the scheduler nominated to the node. */
  async #byScheduler(tx: Transaction, { observation, seen }: SeenPod, options: PartOptions): Promise<Verdict> {
    let last: Verdict = { agreement: 'unknown', reason: 'the pod that it was evicted for is not seen' };
    for (const nomination of await this.#nominations(tx, { observation, seen }, options)) {
      const { pod: preemptor } = nomination;
      const nominated = { ...seenDecision(nomination), victims: [observation.pod] };
      // The evidence is that of the nomination, which is a decision of its own.
      const bare = { ...options, budget: { keep: 'none' } as const };
      const { decision, basePosition } = await this.options.decide(
        tx,
        { observation: nomination, seen: nominated },
        bare,
      );
      if (decision.observed === undefined) continue;
      const { agreement, reason, rank, looksFor, plugin, ...state } = decision.observed;
      const { assumed, assumedNominations, awaitingVolumes } = state;
      const behind = observation.position - 1n - basePosition;
      const changesBefore = behind > 0n ? Number(behind) : 0;
      const judgedOn = { assumed, assumedNominations, awaitingVolumes, changesBefore };
      last = { agreement, reason, rank, looksFor, plugin, ...judgedOn, preemptor };
      if (agreement === 'same' || agreement === 'tie') return last;
    }
    return last;
  }

  /** The pods that are nominated to the node of the evicted one, each as it is first seen so. */
  async #nominations(
    tx: Transaction,
    { observation, seen: { by, node } }: SeenPod,
    options: PartOptions,
  ): Promise<readonly StoredObservation[]> {
    const { uid } = observation.pod;
    const found = new Map<string, StoredObservation>();
    for (const change of await this.#near(tx, observation, options)) {
      const { pod, position, at, text } = change;
      if (pod === undefined || text === null || at === null || node === null) continue;
      if (!isNominatedTo(pod, { uid, by, node }) || found.has(podName(pod).uid)) continue;
      const shownBy = { kind: 'Pod', text };
      found.set(podName(pod).uid, { ...observation, kind: 'failed', pod: nameOf(pod), position, at, shownBy });
    }
    return [...found.values()];
  }

  /** The changes that are seen within the window, on both sides, in the order of the log. */
  async #near(
    tx: Transaction,
    { position, at }: StoredObservation,
    { head, settings: { windowMs } }: PartOptions,
  ): Promise<readonly SeenChange[]> {
    const { changes } = this.options;
    const before = await changes.before(tx, position);
    const after = await changes.after(tx, { position, decided: position, head });
    return [...before.reverse(), ...after].filter(
      (change) => change.at !== null && Math.abs(change.at.getTime() - at.getTime()) <= windowMs,
    );
  }
}

function nameOf(pod: PodInLog): StoredObservation['pod'] {
  const { namespace, name, uid } = podName(pod);
  return { namespace, name, uid };
}

/** What the object that shows an eviction says of it. */
function evictionOf({ shownBy }: Pick<StoredObservation, 'shownBy'>): {
  readonly reason?: string;
  readonly since?: number;
} {
  const { reason, lastTransitionTime } = (shownBy && disruptionOf(JSON.parse(shownBy.text) as Manifest)) ?? {};
  const since = typeof lastTransitionTime === 'string' ? Date.parse(lastTransitionTime) : NaN;
  return { ...(typeof reason === 'string' && { reason }), ...(!Number.isNaN(since) && { since }) };
}

function decidedOf(
  { observation, seen }: SeenPod,
  { runId, ordinal }: PartOptions,
  judged: Partial<ObservedDecision> & Pick<ObservedDecision, 'reason'>,
): Decided {
  const { reason, ...verdict } = judged;
  return {
    decision: {
      ...blankDecision({ metadata: observation.pod }, { runId, ordinal, seed: 0n }),
      ...{ outcome: 'observed', node: seen.node, message: seen.message },
      observed: { ...notCompared(seen, ''), ...verdict, reason },
    },
    ...{ basePosition: observation.position - 1n, chunks: [], bases: [], nodeSet: undefined, keep: () => undefined },
  };
}

/** Whether a scheduler evicted it: the pod that it was for may be seen later. */
export function isByScheduler({ kind, shownBy }: StoredObservation): boolean {
  return kind === 'evicted' && evictionOf({ shownBy }).reason === PREEMPTION;
}
