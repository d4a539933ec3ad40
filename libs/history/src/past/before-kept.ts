import type { Transaction } from '#database';
import { archiveUpTo, lastArchive, refuseIn } from '../archives/index.js';
import { type LogPoint } from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import type { LogReach } from '#state';
import type { Moment } from './moment.js';

/** A moment before the retained part of a log. */
export interface EarlyMoment {
  readonly text: string;
  readonly moment: Moment;
  readonly reach: LogReach;
}

/**
 * The end of what is archived, where the moment is that: the state at it is stored. Before that it is refused with the
 * file that it lies in, before a fork with the cluster to ask, and where neither is known with where the log begins.
 */
export async function momentBeforeKept(
  tx: Transaction,
  clusterId: string,
  { text, moment, reach }: EarlyMoment,
): Promise<Outcome<LogPoint>> {
  if (isBefore(moment, reach)) return refuseUnborn(text, reach);
  const archive =
    (await archiveUpTo(tx, clusterId, moment)) ??
    ('time' in moment ? (await lastArchive(tx, clusterId))?.archive : undefined);
  if (archive === undefined) return refuseExpired(text, reach);
  const end = {
    position: BigInt(archive.positions.last),
    revision: BigInt(archive.revisions.last),
    at: new Date(archive.times.last),
  };
  return end.position === reach.keptAfter && reaches(moment, end)
    ? ok({ ...end, isPresent: false })
    : refuseIn(archive, `the log at ${text}`);
}

/** Says where the change is that follows a position before the retained part of the log. */
export async function refuseAfter(
  tx: Transaction,
  clusterId: string,
  { position, reach }: { readonly position: bigint; readonly reach: LogReach },
): Promise<Outcome<never>> {
  if (isBefore({ position }, reach)) return refuseUnborn(String(position), reach);
  const archive = await archiveUpTo(tx, clusterId, { position: position + 1n });
  return archive === undefined
    ? refuseExpired(String(position), reach)
    : refuseIn(archive, `the log after position ${position}`);
}

/** Since when there is the cluster, by the time that its moments have. */
export function bornAt({ createdAt, clock }: Pick<LogReach, 'createdAt' | 'clock'>): Date {
  return clock?.began ?? createdAt;
}

/** The cluster was not there yet. */
function isBefore(moment: Moment, reach: LogReach): boolean {
  const { begin } = reach;
  if ('position' in moment) return moment.position < begin.position;
  return 'revision' in moment ? moment.revision < begin.revision : moment.time < bornAt(reach);
}

function reaches(
  moment: Moment,
  { position, revision, at }: { readonly position: bigint; readonly revision: bigint; readonly at: Date },
): boolean {
  if ('position' in moment) return moment.position === position;
  return 'revision' in moment ? moment.revision === revision : moment.time >= at;
}

/** Before a fork there is the cluster that was forked, before another nothing. */
function refuseUnborn(at: string, reach: LogReach): Outcome<never> {
  const { keptAfter, originId } = reach;
  const before = originId === null ? { began: bornAt(reach).toISOString() } : { origin: originId };
  return refuse({ kind: 'HistoryExpired', at, oldest: String(keptAfter), ...before });
}

function refuseExpired(at: string, { keptAfter }: LogReach): Outcome<never> {
  return refuse({ kind: 'HistoryExpired', at, oldest: String(keptAfter) });
}
