import type { Transaction } from '#database';
import { archiveUpTo, lastArchive, refuseIn } from '../archives/index.js';
import { ok, type Outcome } from '../outcome/index.js';
import type { LogPoint } from '../clusters/index.js';
import type { Moment } from './moment.js';

/** A moment before what is kept of a log. */
export interface EarlyMoment {
  readonly text: string;
  readonly moment: Moment;
  /** Every change after this position is kept, and the state at it. */
  readonly keptAfter: bigint;
}

/** The end of what is archived, where the moment is that; the file that it lies in, where it is before that; undefined when nothing is archived. */
export async function archivedMoment(tx: Transaction, clusterId: string, { text, moment, keptAfter }: EarlyMoment): Promise<Outcome<LogPoint> | undefined> {
  const archive = (await archiveUpTo(tx, clusterId, moment)) ?? ('time' in moment ? (await lastArchive(tx, clusterId))?.archive : undefined);
  if (archive === undefined) return undefined;
  const end = { position: BigInt(archive.positions.last), revision: BigInt(archive.revisions.last), at: new Date(archive.times.last) };
  if (end.position === keptAfter && reaches(moment, end)) return ok({ ...end, isPresent: false });
  return refuseIn(archive, `the log at ${text}`);
}

function reaches(moment: Moment, { position, revision, at }: { readonly position: bigint; readonly revision: bigint; readonly at: Date }): boolean {
  if ('position' in moment) return moment.position === position;
  return 'revision' in moment ? moment.revision === revision : moment.time >= at;
}
