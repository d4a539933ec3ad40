import { headOfRow, type ClusterRow } from '#cluster';
import type { Transaction } from '#database';
import { ok, refuse, type Outcome } from '#requests';
import { type ClusterHead, timeAt, type HeadClock } from '#writes';
import { momentProblem, resolveMoment } from '../past/index.js';
import { findRevisionEnd } from './revision-end.store.js';

/** Where a fork leaves the log of its origin. */
export interface ForkPoint {
  /** What its own first revision follows. */
  readonly head: ClusterHead;
  /** What was written after that is none of its own. */
  readonly time: Date;
  readonly isPresent: boolean;
}

/**
 * The place that a moment names, or the present: the end of a revision, for a fork's log goes on from a whole one.
 * Refused by field when it is in the middle of one.
 */
export async function resolveForkPoint(
  tx: Transaction,
  origin: ClusterRow,
  moment: string | undefined,
): Promise<Outcome<ForkPoint>> {
  const found = headOfRow(origin);
  const present = { ...found, clock: found.clock && stillAt(found.clock, timeAt(found.clock, tx.at)) };
  if (moment === undefined) return ok({ head: present, time: tx.at, isPresent: true });
  const point = await resolveMoment(tx, origin.id, moment);
  if (point.refused) return point;
  const { position, revision, at: time } = point.value;
  const end = await findRevisionEnd(tx, origin, revision);
  if (position !== end.position) {
    const nearest = [`${end.before} ("revision:${revision - 1n}")`, `${end.position} ("revision:${revision}")`];
    return refuse({
      kind: 'InvalidRequest',
      problems: [momentProblem(moment, `the end of a revision; the nearest are ${nearest.join(' and ')}`)],
    });
  }
  const at = time ?? origin.created_at;
  const isPresent = position === present.position;
  const clock =
    present.clock && (isPresent ? present.clock : stillAt(present.clock, end.clusterAt ?? present.clock.began));
  return ok({ head: { ...present, position, revision, hash: end.hash, at, clock }, time: at, isPresent });
}

/** The clock of a fork: it stands still. */
function stillAt(clock: HeadClock, now: Date): HeadClock {
  return { ...clock, now, rate: 1, wall: null };
}
