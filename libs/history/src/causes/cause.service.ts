import { hasWholeSight, seesObject, sightOf, type Sight } from '#access';
import type { Caller, Database, Transaction } from '#database';
import { ok, read, refuse, type Outcome } from '#requests';
import { readReach } from '#state';
import type { ChangeOp } from '#writes';
import { findRevisions } from '../log/index.js';
import { locateCluster, refuseAfter } from '../past/index.js';
import { findChain, type ChainedChange } from './chain.queries.js';

/** A change of a chain of causes. 64-bit integers are decimal text; times are RFC 3339. */
export interface CauseStep {
  readonly position: string;
  /** When it was written. */
  readonly at: string;
  /** The time of the cluster; absent in a cluster without a clock. */
  readonly clusterAt?: string;
  /** The controller that made it; null where a request did, or where the reader may not know the object. */
  readonly by: string | null;
  /** What was changed; null where the reader may not know the object. */
  readonly change: ChangedObject | null;
}

/** Which object was changed, and how. */
export interface ChangedObject {
  readonly op: ChangeOp;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** The request that a chain ends at; all but its revision is null where the reader sees a part of the cluster. */
export interface CauseRequest {
  readonly revision: string;
  readonly actor: string | null;
  readonly requestId: string | null;
  readonly client: string | null;
  readonly reason: string | null;
}

/** The timer that a chain of causes ends at. */
export interface CauseTimer {
  readonly by: string;
  /** What the controller looked at; null where the reader may not know the object. */
  readonly key: string | null;
  /** The time of the cluster for which it was set. */
  readonly at: string;
}

/** Why a change happened: where both ends are null, what is before is not in the log any more, or lies too far back. */
export interface Causes {
  /** The change, then what it follows from, each from the next. */
  readonly steps: readonly CauseStep[];
  readonly request: CauseRequest | null;
  readonly timer: CauseTimer | null;
}

/** Changes of a chain at most. */
const MOST_STEPS = 1_000;

/** Why changes happened: what each follows from, back to a request or a timer. */
export class CauseService {
  constructor(private readonly database: Database) {}

  why(caller: Caller, cluster: string, position: bigint): Promise<Outcome<Causes>> {
    return read(this.database, caller, async (tx) => {
      const located = await locateCluster(tx, cluster, 'inSight');
      if (located.refused) return located;
      const { cluster: row } = located.value;
      const reach = await readReach(tx, row.id);
      const current = String(reach.head.position);
      if (position > reach.head.position) return refuse({ kind: 'PositionAhead', position: String(position), current });
      if (position <= reach.begin.position) return noChange(position);
      if (position <= reach.keptAfter) return refuseAfter(tx, row.id, { position: position - 1n, reach });
      const sight = sightOf(row);
      const chain = await findChain(tx, row.id, { position, most: MOST_STEPS });
      const [first] = chain;
      if (first === undefined || !seesObject(sight, first)) return noChange(position);
      const steps = chain.map((change) => stepOf(sight, change));
      return ok({ steps, ...(await endOf(tx, row.id, { sight, last: chain.at(-1) ?? first })) });
    });
  }
}

/** The same where the change is of an object that the reader does not see. */
function noChange(position: bigint): Outcome<never> {
  const message = `Invalid value: ${position}: no change has this position`;
  return refuse({ kind: 'InvalidRequest', problems: [{ field: 'position', reason: 'FieldValueInvalid', message }] });
}

function stepOf(sight: Sight, { position, at, clusterAt, cause, ...change }: ChainedChange): CauseStep {
  const isSeen = seesObject(sight, change);
  const { op, kind, namespace, name, uid } = change;
  return {
    position,
    at: at.toISOString(),
    ...(clusterAt !== null && { clusterAt: clusterAt.toISOString() }),
    by: isSeen ? (cause?.by ?? null) : null,
    change: isSeen ? { op, kind, namespace, name, uid } : null,
  };
}

async function endOf(
  tx: Transaction,
  clusterId: string,
  { sight, last }: { readonly sight: Sight; readonly last: ChainedChange },
): Promise<Omit<Causes, 'steps'>> {
  const { cause, revision } = last;
  // What a mirror has seen came with its request.
  if (cause === null || 'source' in cause)
    return { request: await requestOf(tx, clusterId, { revision, isWhole: hasWholeSight(sight) }), timer: null };
  if ('change' in cause) return { request: null, timer: null };
  const { key, at } = cause.timer;
  return { request: null, timer: { by: cause.by, key: seesObject(sight, last) ? key : null, at } };
}

async function requestOf(
  tx: Transaction,
  clusterId: string,
  { revision, isWhole }: { readonly revision: string; readonly isWhole: boolean },
): Promise<CauseRequest> {
  const number = BigInt(revision);
  const range = { from: number, to: number, filter: {}, limit: 1 };
  const [found] = isWhole ? await findRevisions(tx, clusterId, range) : [];
  const { actor = null, requestId = null, client = null, reason = null } = found ?? {};
  return { revision, actor, requestId, client, reason };
}
