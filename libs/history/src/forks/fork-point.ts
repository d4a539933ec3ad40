import type { Transaction } from '#database';
import { type ClusterHead, headOfRow, type ClusterRow } from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import { momentProblem, resolveMoment } from '../past/index.js';
import { findRevisionEnd } from './revision-end.store.js';

/** Where a fork leaves the log of its origin. */
export interface ForkPoint {
  /** What its own first revision follows. */
  readonly head: ClusterHead;
  /** What was written after that is none of its own. */
  readonly time: Date;
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
  // A fork has no clock.
  const present = { ...headOfRow(origin), clock: null };
  if (moment === undefined) return ok({ head: present, time: tx.at });
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
  return ok({ head: { ...present, position, revision, hash: end.hash, at }, time: at });
}
