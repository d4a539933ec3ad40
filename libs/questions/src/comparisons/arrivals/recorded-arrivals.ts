import { listDecisions } from '#audit';
import type { StoredObject } from '#rows';
import type { Transaction } from '#database';
import { followLog, PastRows, type ClusterInMemory, type PastObject, type PastState } from '#state';
import { compareQueued } from '#scheduler';
import type { Contest } from '../sides/index.js';
import type { ArrivedPart } from './recorded-parts.queries.js';

/** What a walk begins with. */
export interface ArrivalsInput {
  readonly clusterId: string;
  /** The walk's own: it goes on with it. */
  readonly past: PastState;
  /** The sides that are this cluster: what happens to it beside its arrivals happens there. */
  readonly following: readonly ClusterInMemory[];
  readonly contest: Contest;
}

/**
 * A walk along a cluster's log. Pods that were tried are tried on both sides at that moment, and again with each later
 * part as long as they are on no node; where the log has them is no matter. They leave when the log has them leave. All
 * else happens as it did: nodes, other objects, and pods that others bound.
 */
export class RecordedArrivals {
  /** By `namespace/name`: the uids of pods that the sides place. */
  readonly #arrived = new Map<string, string>();
  /** Those of them that are not on nodes on both sides. */
  readonly #left = new Map<string, StoredObject>();

  constructor(private readonly input: ArrivalsInput) {}

  /** Goes on to a position. */
  async follow(tx: Transaction, position: bigint): Promise<void> {
    const { past, clusterId, following } = this.input;
    if (position <= past.position) return;
    const touched = await followLog(tx, clusterId, { past, upTo: position });
    for (const { kind, namespace, name } of touched) if (kind === 'Pod') this.#follow(`${namespace}/${name}`);
    const takes = (pod: PastObject): boolean => this.#arrived.get(keyOf(pod)) !== pod.uid;
    const rows = new PastRows(past, { at: tx.at, takes });
    for (const cluster of following) await cluster.catchUp(rows, touched);
  }

  /** The pods that are to be tried with a part, in queue order. */
  async due(tx: Transaction, { run, firstOrdinal, count, at }: ArrivedPart): Promise<readonly StoredObject[]> {
    const { past, clusterId, following, contest } = this.input;
    const after = { run, ordinal: firstOrdinal - 1 };
    const decisions = await listDecisions(tx, { clusterId, kind: 'log', filter: { run }, after, limit: count });
    for (const { decision } of decisions) {
      const { namespace, name, uid } = decision.pod;
      const pod = past.get('Pod', namespace, name);
      const isOfPart = decision.ordinal < firstOrdinal + count && decision.outcome !== 'skipped';
      if (!isOfPart || pod?.uid !== uid || contest.isSettled(uid)) continue;
      this.#arrived.set(keyOf(pod), uid);
      this.#left.set(keyOf(pod), pod.stored());
    }
    for (const cluster of following) await cluster.renewBudgets(new PastRows(past, { at }));
    return [...this.#left.values()].sort((one, two) => compareQueued(queued(one), queued(two)));
  }

  /** Those that are on nodes on both sides are not tried again. */
  settle(): void {
    for (const [key, { object }] of this.#left)
      if (this.input.contest.isSettled(object.metadata.uid ?? '')) this.#left.delete(key);
  }

  /** A pod that the sides place has changed, or is gone. */
  #follow(key: string): void {
    const uid = this.#arrived.get(key);
    if (uid === undefined) return;
    const [namespace = '', name = ''] = key.split('/');
    const pod = this.input.past.get('Pod', namespace, name);
    if (pod?.uid === uid && !pod.placement.finished) {
      if (this.#left.has(key)) this.#left.set(key, pod.stored());
      return;
    }
    this.input.contest.leave(uid);
    this.#arrived.delete(key);
    this.#left.delete(key);
  }
}

function keyOf({ namespace, name }: PastObject): string {
  return `${namespace}/${name}`;
}

function queued({ object, createdPosition }: StoredObject): Parameters<typeof compareQueued>[0] {
  return { pod: object, position: createdPosition };
}
