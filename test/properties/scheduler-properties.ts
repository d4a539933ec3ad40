import fc from 'fast-check';
import type { Preemption } from '#scheduler';
import { snapshotState } from '../../libs/scheduler/src/testing/index.js';
import { inWords } from './attempt-in-words.js';
import { Account } from './over-commitment.js';
import { attemptsOn, digests, snapshotOf } from './play.js';
import { randomCluster, type RandomCluster } from './random-cluster.js';

const preemption = fc.constantFrom<Preemption>('off', 'nominate', 'evict');

/** What holds for any cluster, tried on this many. */
export function schedulerProperties(numRuns: number): void {
  const holds = (property: (cluster: RandomCluster, mode: Preemption) => void) => (): void =>
    fc.assert(fc.property(randomCluster, preemption, property), { numRuns });

  test(
    'what is bound never over-commits a node',
    holds((cluster, mode) => {
      const account = new Account(cluster.nodes, cluster.bound);
      for (const attempt of attemptsOn(snapshotOf(cluster, cluster.nodes), cluster.pending, mode)) {
        expect(account.follow(attempt, mode === 'evict')).toEqual([]);
      }
    }),
  );

  test(
    'the order in which nodes are given changes nothing but the size of an image',
    holds((cluster, mode) => {
      const nodes = cluster.nodes.map(({ status, ...node }) => ({ ...node, status: { ...status, images: [] } }));
      expect(played(cluster, [...nodes].reverse(), mode)).toEqual(played(cluster, nodes, mode));
    }),
  );

  test(
    'the same input twice gives the same digests',
    holds((cluster, mode) => {
      expect(digests(cluster, mode)).toEqual(digests(structuredClone(cluster), mode));
    }),
  );

  test(
    'a fork that is changed is another cluster, and what is tried is undone to the last bit',
    holds((cluster, mode) => {
      const snapshot = snapshotOf(cluster, cluster.nodes);
      const before = snapshotState(snapshot);
      const fork = snapshot.fork();
      const onFork = [...attemptsOn(fork, cluster.pending, mode)].map(({ nodeName, message }) => nodeName ?? message);
      expect(snapshotState(snapshot)).toEqual(before);
      const tried = snapshot.tentatively(() => [...attemptsOn(snapshot, cluster.pending, 'off')].length);
      expect([tried, snapshotState(snapshot)]).toEqual([cluster.pending.length, before]);
      expect(
        [...attemptsOn(snapshot, cluster.pending, mode)].map(({ nodeName, message }) => nodeName ?? message),
      ).toEqual(onFork);
    }),
  );
}

/** The properties would hold of clusters where nothing happens, too. */
export function reachedOutcomes(numRuns: number): ReadonlyMap<string, number> {
  const reached = new Map<string, number>();
  const note = (what: string): unknown => reached.set(what, (reached.get(what) ?? 0) + 1);
  for (const cluster of fc.sample(randomCluster, { numRuns, seed: 1 })) {
    for (const { outcome, number, postFilter } of attemptsOn(
      snapshotOf(cluster, cluster.nodes),
      cluster.pending,
      'evict',
    )) {
      note(`${outcome} ${number}`);
      if ((postFilter?.search.failures.size ?? 0) > 0) note('tried in vain');
    }
  }
  return reached;
}

function played(cluster: RandomCluster, nodes: RandomCluster['nodes'], mode: Preemption): unknown[] {
  const snapshot = snapshotOf(cluster, nodes);
  const words: unknown[] = [];
  for (const attempt of attemptsOn(snapshot, cluster.pending, mode)) words.push(inWords(attempt, snapshot));
  return words;
}
