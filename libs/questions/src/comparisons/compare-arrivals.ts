import { ok, read, type Outcome } from '#requests';
import type { Database, Transaction } from '#database';
import { locateCluster } from '#history';
import { IncrementalExecutor } from '#scheduler';
import { recallCluster, type ClusterInMemory } from '#state';
import { countArrivals, listArrivedParts, RecordedArrivals, type ArrivedPart } from './arrivals/index.js';
import type { Comparing } from './comparing.js';
import type { SeedReports } from './seed-reports.js';
import { Contest, Side, type LocatedSide, type Rules } from './sides/index.js';

/** So many parts are looked up at a time. */
const PAGE = 1_000;

/** The stretch of the log that is walked. */
interface Walk {
  readonly comparing: Comparing;
  readonly slow: Database['slow'];
  readonly clusterId: string;
  readonly from: bigint;
  readonly upTo: bigint;
}

/** Pods as they arrived, on two sides to which all else happens as the log has it. */
export async function compareArrivals(comparing: Comparing, reports: SeedReports): Promise<Outcome<void>> {
  const { caller, source, located, request } = comparing;
  const { cluster, point } = located.located;
  const { slow } = source.database;
  const until = 'since' in request.of ? request.of.until : undefined;
  const end = await read(slow, caller, (tx) =>
    locateCluster(tx, { cluster: cluster.id, ...(until !== undefined && { at: until }) }),
  );
  if (end.refused) return end;
  const stretch = { from: point.position, upTo: end.value.point.position };
  const walk = { comparing, slow, clusterId: cluster.id, ...stretch };
  reports.expected = await read(slow, caller, (tx) => countArrivals(tx, cluster.id, stretch));
  for (const tieBreak of reports.ties) {
    const { arrivals, contest } = await read(slow, caller, (tx) => begin(tx, walk, reports.rules(tieBreak)));
    let ordinal = 0;
    for await (const part of partsOf(walk)) {
      const due = await read(slow, caller, async (tx) => {
        await arrivals.follow(tx, part.basePosition);
        return arrivals.due(tx, part);
      });
      for (const { object } of due) {
        contest.try(object, { ordinal: ordinal++, now: part.at.toISOString() });
        reports.tried(object);
        await reports.turn();
      }
      arrivals.settle();
    }
    await read(slow, caller, (tx) => arrivals.follow(tx, walk.upTo));
    reports.add(contest, tieBreak);
  }
  reports.say();
  return ok(undefined);
}

async function* partsOf({ comparing: { caller }, slow, clusterId, from, upTo }: Walk): AsyncGenerator<ArrivedPart> {
  for (let after: ArrivedPart | undefined; ;) {
    const page: ArrivedPart[] = await read(slow, caller, (tx) =>
      listArrivedParts(tx, clusterId, { from, upTo, after, limit: PAGE }),
    );
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}

interface Begun {
  readonly arrivals: RecordedArrivals;
  readonly contest: Contest;
}

async function begin(tx: Transaction, { comparing, clusterId, from }: Walk, rules: Rules): Promise<Begun> {
  const { source, located } = comparing;
  const past = (await source.clusters.at(tx, clusterId, from)).copy();
  const following: ClusterInMemory[] = [];
  const sideOf = async ({ located: { cluster, point }, profiles }: LocatedSide): Promise<Side> => {
    const then = await source.clusters.at(tx, cluster.id, point.position);
    const inMemory = await recallCluster(then, point.at ?? tx.at);
    if (cluster.id === clusterId) following.push(inMemory);
    const executor = new IncrementalExecutor();
    return new Side({ snapshot: inMemory.snapshot, executor, profileOf: (pod) => profiles.of(pod) }, rules);
  };
  const contest = new Contest(await sideOf(located.a), await sideOf(located.b));
  return { contest, arrivals: new RecordedArrivals({ clusterId, past, following, contest }) };
}
