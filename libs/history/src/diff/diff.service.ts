import { ownField, setField } from '#json';
import type { Caller, Database, Transaction } from '#database';
import { type ClusterRow, type LocatedCluster } from '#cluster';
import { ok, read, refuse, type Outcome } from '#requests';
import { sightOf } from '#access';
import { locateCluster, seenState } from '../past/index.js';
import { type PastClusters, type PastState } from '#state';
import type { Kinship } from './compare-states.js';
import { differences } from './differences.js';
import type { CountsByKind, Diff, DiffEnd, DiffRequest, ObjectDifference } from './diff.js';

/** What two states differ in: of one cluster at two moments, or of two clusters. */
export class DiffService {
  constructor(
    private readonly database: Database,
    private readonly past: PastClusters,
  ) {}

  diff(caller: Caller, request: DiffRequest): Promise<Outcome<Diff>> {
    return read(this.database, caller, async (tx) => {
      const { cluster, from, to, with: other } = request;
      const before = await locate(tx, { cluster, at: from, field: 'from' });
      if (before.refused) return before;
      const after = await locate(tx, { cluster: other ?? before.value.cluster.id, at: to, field: 'to' });
      return after.refused ? after : ok(await this.#compare(tx, before.value, after.value));
    });
  }

  async #compare(tx: Transaction, from: LocatedCluster, to: LocatedCluster): Promise<Diff> {
    // The earlier first: the later is read on from it where that is shorter.
    const isForward = from.point.position <= to.point.position;
    const first = await this.#state(tx, isForward ? from : to);
    const second = await this.#state(tx, isForward ? to : from);
    const [before, after] = isForward ? [first, second] : [second, first];
    const seen = [seenState(before, sightOf(from.cluster)), seenState(after, sightOf(to.cluster))] as const;
    const { objects, ...others } = await differences(
      { before, after, seen },
      { ...kinshipOf(from.cluster, to.cluster), signal: tx.caller.signal },
    );
    return {
      from: endOf(from),
      to: endOf(to),
      created: countsOf(objects, 'created'),
      deleted: countsOf(objects, 'deleted'),
      changed: countsOf(objects, 'changed'),
      objects,
      ...others,
    };
  }

  #state(tx: Transaction, { cluster, point }: LocatedCluster): Promise<PastState> {
    return this.past.at(tx, cluster.id, point.position);
  }
}

interface End {
  readonly cluster: string;
  readonly at: string | undefined;
  readonly field: 'from' | 'to';
}

/** What is wrong with a moment is said of the field that it stands in. */
async function locate(tx: Transaction, { cluster, at, field }: End): Promise<Outcome<LocatedCluster>> {
  const located = await locateCluster(tx, at === undefined ? cluster : { cluster, at }, 'inSight');
  if (!located.refused || located.refusal.kind !== 'InvalidRequest') return located;
  return refuse({ ...located.refusal, problems: located.refusal.problems.map((problem) => ({ ...problem, field })) });
}

/**
 * How far two logs are one: all of it, up to where one left the other, or up to where the first of
 * two forks left their origin.
 */
function kinshipOf(from: ClusterRow, to: ClusterRow): Kinship {
  if (from.id === to.id) return { sharedUpTo: BigInt(from.position), isOneCluster: true };
  const [fromLeft, toLeft] = [BigInt(from.origin_position ?? 0), BigInt(to.origin_position ?? 0)];
  if (from.origin_cluster_id === to.id) return { sharedUpTo: fromLeft, isOneCluster: false };
  if (to.origin_cluster_id === from.id) return { sharedUpTo: toLeft, isOneCluster: false };
  const areSiblings = from.origin_cluster_id !== null && from.origin_cluster_id === to.origin_cluster_id;
  if (!areSiblings) return { sharedUpTo: 0n, isOneCluster: false };
  return { sharedUpTo: fromLeft < toLeft ? fromLeft : toLeft, isOneCluster: false };
}

function endOf({ cluster: { id, name }, point: { position, revision, at }, moment }: LocatedCluster): DiffEnd {
  return {
    cluster: id,
    name,
    position: String(position),
    revision: String(revision),
    at: at?.toISOString() ?? null,
    moment: moment ?? `revision:${revision}`,
  };
}

function countsOf(objects: readonly ObjectDifference[], op: ObjectDifference['op']): CountsByKind {
  const counts: Record<string, number> = {};
  for (const object of objects)
    if (object.op === op) setField(counts, object.kind, (ownField(counts, object.kind) ?? 0) + 1);
  return counts;
}
