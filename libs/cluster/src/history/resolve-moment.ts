import type { Transaction } from '#database';
import type { LogPoint } from '../clusters/index.js';
import { ok, refuse, type Outcome } from '../outcome/index.js';
import { archivedMoment } from './archived-moment.js';
import { findRevision, findRevisionAt, findRevisionBefore, readBounds, type LogBounds, type RevisionPlace } from './log.store.js';
import { momentProblem, readMoment, type Moment } from './moment.js';

/**
 * Where `at` is in a cluster's log. Refused by field when it is no moment, or one that has not come yet; before what is kept with `Archived`, or
 * with `HistoryExpired`, which names the cluster to ask where that is before a fork.
 */
export async function resolveMoment(tx: Transaction, clusterId: string, text: string): Promise<Outcome<LogPoint>> {
  const read = readMoment(text);
  if ('problem' in read) return refuse({ kind: 'InvalidRequest', problems: [read.problem] });
  const bounds = await readBounds(tx, clusterId);
  const late = lateness(read.moment, { bounds, now: tx.at });
  if (late !== undefined) return refuse({ kind: 'InvalidRequest', problems: [momentProblem(text, late)] });
  const place = await placeOf(tx, clusterId, { moment: read.moment, bounds });
  if (place === undefined || place.position < bounds.keptAfter) {
    const archived = isBefore(read.moment, bounds) ? undefined : await archivedMoment(tx, clusterId, { text, moment: read.moment, keptAfter: bounds.keptAfter });
    return archived ?? refuse({ kind: 'HistoryExpired', at: text, oldest: String(bounds.keptAfter), ...beforeFork(read.moment, bounds) });
  }
  return ok({ ...place, isPresent: place.position === bounds.head.position && place.revision === bounds.head.revision });
}

/** What a moment must be at most, when it is later than the present. */
function lateness(moment: Moment, { bounds: { head }, now }: { readonly bounds: LogBounds; readonly now: Date }): string | undefined {
  if ('position' in moment) return moment.position > head.position ? `at most the present position, ${head.position}` : undefined;
  if ('revision' in moment) return moment.revision > head.revision ? `at most the present revision, revision:${head.revision}` : undefined;
  return moment.time > now ? `at most the present, ${now.toISOString()}` : undefined;
}

/** The cluster was not there yet. */
function isBefore(moment: Moment, { begin, createdAt }: LogBounds): boolean {
  if ('position' in moment) return moment.position < begin.position;
  return 'revision' in moment ? moment.revision < begin.revision : moment.time < createdAt;
}

/** The cluster whose log has it, where a fork is asked for what was before it. */
function beforeFork(moment: Moment, bounds: LogBounds): { readonly origin?: string } {
  return bounds.originId !== null && isBefore(moment, bounds) ? { origin: bounds.originId } : {};
}

async function placeOf(tx: Transaction, clusterId: string, { moment, bounds: { begin, createdAt } }: { readonly moment: Moment; readonly bounds: LogBounds }): Promise<Omit<LogPoint, 'isPresent'> | undefined> {
  const atBegin = { ...begin, at: null };
  if ('position' in moment) return moment.position === begin.position ? atBegin : pointOf(await findRevisionAt(tx, clusterId, moment.position));
  if ('revision' in moment) return moment.revision === begin.revision ? atBegin : pointOf(await findRevision(tx, clusterId, moment.revision));
  const found = pointOf(await findRevisionBefore(tx, clusterId, moment.time));
  return found ?? (moment.time >= createdAt ? atBegin : undefined);
}

function pointOf(place: RevisionPlace | undefined): Omit<LogPoint, 'isPresent'> | undefined {
  return place && { position: place.lastPosition, revision: place.revision, at: place.at };
}
