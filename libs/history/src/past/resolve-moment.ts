import type { LogPoint } from '#cluster';
import type { Transaction } from '#database';
import { ok, refuse, type Outcome } from '#requests';
import { bornAt, momentBeforeKept } from './before-kept.js';
import {
  findChangeBefore,
  findRevision,
  findRevisionAt,
  findRevisionBefore,
  readReach,
  type LogReach,
  type RevisionPlace,
} from '#state';
import { timeAt } from '#writes';
import { momentProblem, readMoment, type Moment } from './moment.js';

/**
 * Where `at` is in a cluster's log. Refused by field when it is no moment, or one that has not come yet; before the
 * retained log, with `Archived`, or with `HistoryExpired`, which names the cluster to ask where that is before a fork.
 */
export async function resolveMoment(tx: Transaction, clusterId: string, text: string): Promise<Outcome<LogPoint>> {
  const read = readMoment(text);
  if ('problem' in read) return refuse({ kind: 'InvalidRequest', problems: [read.problem] });
  const reach = await readReach(tx, clusterId);
  const late = lateness(read.moment, { reach, now: tx.at });
  if (late !== undefined) return refuse({ kind: 'InvalidRequest', problems: [momentProblem(text, late)] });
  const place = await placeOf(tx, clusterId, { moment: read.moment, reach });
  if (place === undefined || place.position < reach.keptAfter)
    return momentBeforeKept(tx, clusterId, { text, moment: read.moment, reach });
  return ok({ ...place, isPresent: place.position === reach.head.position && place.revision === reach.head.revision });
}

/** What a moment must be at most, when it is later than the present. */
function lateness(
  moment: Moment,
  { reach: { head, lastAt, clock }, now }: { readonly reach: LogReach; readonly now: Date },
): string | undefined {
  if ('position' in moment)
    return moment.position > head.position ? `at most the present position, ${head.position}` : undefined;
  if ('revision' in moment)
    return moment.revision > head.revision ? `at most the present revision, revision:${head.revision}` : undefined;
  const present = clock === null ? (lastAt > now ? lastAt : now) : timeAt(clock, now);
  return moment.time > present ? `at most the present, ${present.toISOString()}` : undefined;
}

async function placeOf(
  tx: Transaction,
  clusterId: string,
  { moment, reach }: { readonly moment: Moment; readonly reach: LogReach },
): Promise<Omit<LogPoint, 'isPresent'> | undefined> {
  const { begin, clock } = reach;
  const atBegin = { ...begin, at: null };
  if ('position' in moment)
    return moment.position === begin.position ? atBegin : pointOf(await findRevisionAt(tx, clusterId, moment.position));
  if ('revision' in moment)
    return moment.revision === begin.revision ? atBegin : pointOf(await findRevision(tx, clusterId, moment.revision));
  // In a cluster with a clock times are those of the cluster, and many of them may be one revision.
  const find = clock === null ? findRevisionBefore : findChangeBefore;
  const found = pointOf(await find(tx, clusterId, moment.time));
  return found ?? (moment.time >= bornAt(reach) ? atBegin : undefined);
}

function pointOf(place: RevisionPlace | undefined): Omit<LogPoint, 'isPresent'> | undefined {
  return place && { position: place.lastPosition, revision: place.revision, at: place.at };
}
