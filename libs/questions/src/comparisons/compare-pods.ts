import { ok, read, type Outcome } from '#requests';
import type { Transaction } from '#database';
import { type PastState, recallCluster } from '#state';
import { IncrementalExecutor, podUid, type Pod } from '#scheduler';
import type { Comparing } from './comparing.js';
import { askedPods, podsOfRun } from './pods/index.js';
import type { SeedReports } from './seed-reports.js';
import { Contest, Side, type LocatedSide, type SideState } from './sides/index.js';

/** What is read for a comparison of given pods. */
interface Given {
  readonly pods: readonly Pod[];
  readonly a: SideState;
  readonly b: SideState;
  readonly now: string;
}

/** Given pods, one after the other, on two states that stand still otherwise. */
export async function comparePods(comparing: Comparing, reports: SeedReports): Promise<Outcome<void>> {
  const { caller, source } = comparing;
  const given = await read(source.database.slow, caller, (tx) => readGiven(tx, comparing));
  if (given.refused) return given;
  const { pods, a, b, now } = given.value;
  reports.expected = pods.length;
  for (const tieBreak of reports.ties) {
    const rules = reports.rules(tieBreak);
    const contest = new Contest(new Side(a, rules), new Side(b, rules));
    const snapshots = [a.snapshot, b.snapshot];
    for (const snapshot of snapshots) snapshot.mark();
    for (const [ordinal, pod] of pods.entries()) {
      contest.try(pod, { ordinal, now });
      reports.tried(pod);
      await reports.turn();
    }
    reports.add(contest, tieBreak);
    for (const snapshot of snapshots) snapshot.rollback();
  }
  reports.say();
  return ok(undefined);
}

async function readGiven(tx: Transaction, { source, request, located }: Comparing): Promise<Outcome<Given>> {
  const { cluster, point } = located.located;
  const past = await source.clusters.at(tx, cluster.id, point.position);
  const pods =
    located.run === undefined
      ? await askedPods(past, 'pods' in request.of ? request.of.pods : {})
      : ok(await podsOfRun(tx, past, located.run));
  if (pods.refused) return pods;
  const a = await recallSide(tx, { side: located.a, source, pods: pods.value });
  const b =
    located.b.located.cluster.id === located.a.located.cluster.id
      ? { ...a, snapshot: a.snapshot.fork(), executor: new IncrementalExecutor() }
      : await recallSide(tx, { side: located.b, source, pods: pods.value });
  const profileOf = (pod: Pod): ReturnType<SideState['profileOf']> => located.b.profiles.of(pod);
  return ok({ pods: pods.value, a, b: { ...b, profileOf }, now: tx.at.toISOString() });
}

interface Recalled {
  readonly side: LocatedSide;
  readonly source: Comparing['source'];
  readonly pods: readonly Pod[];
}

/** A side's cluster without the pods, so that they can be placed anew. */
async function recallSide(tx: Transaction, { side, source, pods }: Recalled): Promise<SideState> {
  const { cluster, point } = side.located;
  const past = await source.clusters.at(tx, cluster.id, point.position);
  const { snapshot, executor } = (await recallCluster(past, point.at ?? tx.at)).state;
  for (const uid of pods.flatMap((pod) => uidsIn(past, pod))) {
    snapshot.removePod(uid);
    snapshot.nominations.remove(uid);
  }
  return { snapshot, executor, profileOf: (pod) => side.profiles.of(pod) };
}

/** The pod itself, and the one of its name: another cluster may have one, and a fork has both in one. */
function uidsIn(past: PastState, pod: Pod): readonly string[] {
  const { namespace = '', name = '' } = pod.metadata ?? {};
  return [...new Set([podUid(pod), past.get('Pod', namespace, name)?.uid ?? ''])];
}
