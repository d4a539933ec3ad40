import type { Transaction } from '#database';
import { resolveMoment } from '#history';
import type { FieldProblem } from '#apimachinery';
import type { ClusterRow } from '#cluster';
import { ok, refuse, type Outcome } from '#requests';
import { findChangeBefore, findRevisionBefore, readReach, type LogReach } from '#state';
import { clockOfText, timeAt } from '#writes';
import { invalid } from '../request/index.js';
import type { Stretch } from './frame.js';
import { oldestTime, timeAtPosition } from './log-times.queries.js';

/** The most buckets of a report. */
export const MOST_BUCKETS = 366;

/** Which moment or period. */
export interface ReportTimes {
  /** A position, a revision or a time. */
  readonly at?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  readonly buckets?: number | undefined;
}

/** The stretches that a report is asked about, and whether what they say is final. */
export interface PlannedFrames {
  readonly stretches: readonly Stretch[];
  /** Nothing can be written into the period any more: the same question has the same answer for good. */
  readonly closed: boolean;
}

/** A write that has the time of its beginning is committed within this time, or not at all. */
const SETTLED_AFTER_MS = 60_000;

/** What is wrong with the times in every cluster. */
export function timeProblems({ at, from, to, buckets }: ReportTimes): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (at !== undefined && (from ?? to ?? buckets) !== undefined)
    problems.push(invalid('at', at, 'is one moment: from, to and buckets are not given with it'));
  if (buckets !== undefined && !(Number.isInteger(buckets) && buckets >= 1 && buckets <= MOST_BUCKETS))
    problems.push(invalid('buckets', buckets, `must be between 1 and ${MOST_BUCKETS}`));
  if (from !== undefined && to !== undefined) problems.push(...lengthProblems({ from, to, buckets: buckets ?? 1 }));
  return problems;
}

/** What is known of a cluster's log and its times. */
interface Log {
  readonly row: ClusterRow;
  readonly reach: LogReach;
  readonly now: Date;
  /** When its time begins. */
  readonly born: Date;
}

/** Finds the positions of a cluster's log that a report reads. */
export async function planFrames(
  tx: Transaction,
  row: ClusterRow,
  { times, about }: { readonly times: ReportTimes; readonly about: 'state' | 'period' },
): Promise<Outcome<PlannedFrames>> {
  const reach = await readReach(tx, row.id);
  const clock = clockOfText(row.clock);
  const now = clock === null ? new Date(Math.max(tx.at.getTime(), row.at.getTime())) : timeAt(clock, tx.at);
  const log = { row, reach, now, born: reach.clock?.began ?? reach.createdAt };
  const isOfMoment = about === 'state' && (times.from ?? times.to ?? times.buckets) === undefined;
  return times.at !== undefined || isOfMoment ? momentFrame(tx, log, { times, about }) : periodFrames(tx, log, times);
}

/** One frame that ends at a moment. */
async function momentFrame(
  tx: Transaction,
  { row, reach, now, born }: Log,
  { times: { at }, about }: { readonly times: ReportTimes; readonly about: 'state' | 'period' },
): Promise<Outcome<PlannedFrames>> {
  const end = await endAt(tx, row, { at, now });
  if (end.refused) return end;
  const { to, upTo, settled } = end.value;
  if (about === 'state') return ok({ stretches: [{ from: to, to, after: upTo, upTo }], closed: settled });
  const from = (await oldestTime(tx, row.id)) ?? born;
  // The moment is part of the period.
  const after = new Date(to.getTime() + 1);
  return ok({ stretches: [{ from, to: after, after: reach.keptAfter, upTo }], closed: settled });
}

/** A frame for each bucket of a period. */
async function periodFrames(
  tx: Transaction,
  { row, reach, now, born }: Log,
  times: ReportTimes,
): Promise<Outcome<PlannedFrames>> {
  const from = times.from ?? (await oldestTime(tx, row.id)) ?? born;
  const to = times.to ?? new Date(Math.max(now.getTime(), from.getTime()) + 1);
  const problems = periodProblems({ ...times, from, to, now });
  if (problems.length > 0) return refuse({ kind: 'InvalidRequest', problems });
  const bounds = boundsOf(from, to, times.buckets ?? 1);
  const positions: bigint[] = [];
  for (const bound of bounds) {
    const position = await positionBefore(tx, row.id, { bound, reach, born });
    if (position.refused) return position;
    positions.push(position.value);
  }
  const stretches = bounds
    .slice(0, -1)
    .map((start, index) => ({
      from: start,
      to: bounds[index + 1] ?? to,
      after: positions[index] ?? 0n,
      upTo: positions[index + 1] ?? 0n,
    }));
  const isClosed = times.from !== undefined && times.to !== undefined && isPast(to, { reach, now });
  return ok({ stretches, closed: isClosed });
}

/** Whether nothing can be written any more that has an earlier time. */
function isPast(to: Date, { reach, now }: Pick<Log, 'reach' | 'now'>): boolean {
  if (reach.clock !== null) return to <= now;
  return reach.lastAt >= to || to.getTime() + SETTLED_AFTER_MS <= now.getTime();
}

/** Where a report ends that is asked for one moment. */
async function endAt(
  tx: Transaction,
  row: ClusterRow,
  { at, now }: { readonly at: string | undefined; readonly now: Date },
): Promise<Outcome<{ readonly to: Date; readonly upTo: bigint; readonly settled: boolean }>> {
  if (at === undefined) return ok({ to: now, upTo: BigInt(row.position), settled: false });
  const point = await resolveMoment(tx, row.id, at);
  if (point.refused) return point;
  const isNumbered = /^(revision:)?\d+$/.test(at);
  const time = isNumbered ? ((await timeAtPosition(tx, row.id, point.value.position)) ?? row.created_at) : new Date(at);
  const settled = isNumbered || time.getTime() + SETTLED_AFTER_MS <= now.getTime();
  return ok({ to: time, upTo: point.value.position, settled });
}

/** The last position before a time. Refused where the log from there on is not retained. */
async function positionBefore(
  tx: Transaction,
  clusterId: string,
  { bound, reach, born }: { readonly bound: Date; readonly reach: LogReach; readonly born: Date },
): Promise<Outcome<bigint>> {
  // Times of the log are whole milliseconds.
  const last = new Date(bound.getTime() - 1);
  if (last < born) return ok(reach.begin.position);
  const find = reach.clock === null ? findRevisionBefore : findChangeBefore;
  const place = await find(tx, clusterId, last);
  if (place !== undefined && place.lastPosition >= reach.keptAfter) return ok(place.lastPosition);
  // From the oldest time on all of the log is there.
  const isWhole = reach.keptAfter === reach.begin.position;
  if (isWhole || bound.getTime() === (await oldestTime(tx, clusterId))?.getTime()) return ok(reach.keptAfter);
  const point = await resolveMoment(tx, clusterId, last.toISOString());
  return point.refused ? point : ok(point.value.position);
}

function periodProblems({
  from,
  to,
  buckets = 1,
  now,
}: ReportTimes & { readonly from: Date; readonly to: Date; readonly now: Date }): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (to.getTime() > now.getTime() + 1)
    problems.push(invalid('to', to.toISOString(), `must be at most the present, ${now.toISOString()}`));
  return [...problems, ...lengthProblems({ from, to, buckets })];
}

/** A bucket has a millisecond at least. */
function lengthProblems({
  from,
  to,
  buckets,
}: {
  readonly from: Date;
  readonly to: Date;
  readonly buckets: number;
}): FieldProblem[] {
  if (to.getTime() - from.getTime() >= buckets) return [];
  const why = to > from ? `is too near to from for ${buckets} buckets of a millisecond` : 'must be later than from';
  return [invalid('to', to.toISOString(), why)];
}

/** The beginning of each bucket, and the end. */
function boundsOf(from: Date, to: Date, count: number): Date[] {
  const [start, end] = [from.getTime(), to.getTime()];
  return Array.from({ length: count + 1 }, (_, index) => new Date(start + Math.round(((end - start) * index) / count)));
}
