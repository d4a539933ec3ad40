import { createHash } from 'node:crypto';
import { requireWhole } from '#access';
import { changeOf, findCluster, writeCluster, type ClusterRow, type ClusterWrite } from '#cluster';
import type { Caller, Database, Transaction } from '#database';
import {
  parseDuration,
  queueView,
  SCHEDULER,
  type Change,
  type LivingCluster,
  type Moment,
  type QueuedPod,
} from '#living';
import { ok, read, refuse, type Outcome } from '#requests';
import type { Manifest } from '#rows';
import { findClock, saveClock, type ClusterClock } from './clock.store.js';
import { livingState, type LivingState } from './living-state.js';

/** The clock of a cluster, as its readers see it. */
export interface ClockView {
  readonly mode: 'virtual';
  readonly now: Date;
  readonly seed: string;
  /** The earliest timer; null when nothing is to happen. */
  readonly next: { readonly at: Date; readonly what: string } | null;
  readonly position: string;
  readonly revision: string;
  /** Over all changes of controllers since the clock began, hexadecimal. */
  readonly digest: string;
}

/** How time is to pass. Durations are Go's. */
export type ClockMove =
  | { readonly advance: string }
  /** RFC 3339. */
  | { readonly advanceTo: string }
  /** Until no object has changed for `quiet`, at most for `atMost`. */
  | { readonly settle: { readonly quiet: string; readonly atMost: string } };

/** Who waits to be placed. */
export interface QueuedPods {
  readonly active: readonly QueuedPod[];
  readonly backoff: readonly QueuedPod[];
  readonly unschedulable: readonly QueuedPod[];
  readonly gated: readonly QueuedPod[];
  /** How often pods came into which part by which event, since this was asked last. */
  readonly incoming: Readonly<Record<string, number>>;
}

/** How many changes one request may make: what is left happens with the next one. */
const MOST_CHANGES = 200_000;
/** The thread is left to others after so many moments. */
const MOMENTS_AT_ONCE = 50;

/** Clusters that live: their clocks, and what happens as time passes. */
export class ClockService {
  constructor(private readonly database: Database) {}

  get(caller: Caller, cluster: string): Promise<Outcome<ClockView>> {
    return read(this.database, caller, async (tx) => {
      const found = await clockOf(tx, await findCluster(tx, cluster), cluster);
      return found.refused ? found : ok(viewOf(found.value.clock, found.value.row));
    });
  }

  /** Lets time pass. What happens until then is one revision, each change at its own time. */
  move(caller: Caller, cluster: string, move: ClockMove): Promise<Outcome<ClockView>> {
    return writeCluster(this.database, { caller, cluster }, async (work) => {
      requireWhole(work.cluster);
      const found = await clockOf(work.tx, work.cluster, cluster);
      if (found.refused) return found;
      const { clock } = found.value;
      const way = wayOf(clock.now.getTime(), move);
      if (way.refused) return way;
      const state = await livingState(work.tx, clock, work.draft.head.position);
      const digest = await live(work, state, { moments: way.value(state.living), digest: clock.digest });
      const { head, changes } = work.draft;
      const position = head.position + BigInt(changes.length);
      const after = { ...clock, ...restOf(state.living), position, digest };
      await saveClock(work.tx, after);
      const revision = head.revision + (changes.length === 0 ? 0n : 1n);
      return ok(() => viewOf(after, { position: String(position), revision: String(revision) }));
    });
  }

  /** The queue as it is, and what came into it since this was asked last. */
  queue(caller: Caller, cluster: string): Promise<Outcome<QueuedPods>> {
    return writeCluster(this.database, { caller, cluster }, async ({ tx, cluster: row }) => {
      requireWhole(row);
      const found = await clockOf(tx, row, cluster);
      if (found.refused) return found;
      const { clock } = found.value;
      const { living } = await livingState(tx, clock, clock.position);
      const view = queueView(living.memoryOf(SCHEDULER));
      await saveClock(tx, { ...clock, kept: living.keep() });
      return ok(() => view);
    });
  }
}

async function clockOf(
  tx: Transaction,
  row: ClusterRow | undefined,
  cluster: string,
): Promise<Outcome<{ readonly row: ClusterRow; readonly clock: ClusterClock }>> {
  if (row === undefined) return refuse({ kind: 'ClusterNotFound', cluster });
  const clock = await findClock(tx, row.id);
  return clock === undefined ? invalid('cluster', 'Forbidden: the cluster has no clock') : ok({ row, clock });
}

function invalid(field: string, message: string): Outcome<never> {
  return refuse({ kind: 'InvalidRequest', problems: [{ field, reason: 'FieldValueInvalid', message }] });
}

/** The moments of a movement. */
function wayOf(now: number, move: ClockMove): Outcome<(living: LivingCluster) => Iterable<Moment>> {
  if ('settle' in move) {
    const [quietMs, atMostMs] = [parseDuration(move.settle.quiet), parseDuration(move.settle.atMost)];
    if (quietMs === undefined) return noDuration('settle.quiet', move.settle.quiet);
    if (atMostMs === undefined) return noDuration('settle.atMost', move.settle.atMost);
    return ok((living) => living.settle({ quietMs, atMostMs }));
  }
  if ('advance' in move) {
    const ms = parseDuration(move.advance);
    return ms === undefined ? noDuration('advance', move.advance) : ok((living) => living.advanceTo(now + ms));
  }
  const at = Date.parse(move.advanceTo);
  if (Number.isNaN(at)) return invalid('advanceTo', `Invalid value: "${move.advanceTo}": must be a time`);
  if (at < now) return invalid('advanceTo', `Invalid value: "${move.advanceTo}": must not be before the clock's time`);
  return ok((living) => living.advanceTo(at));
}

function noDuration(field: string, text: string): Outcome<never> {
  return invalid(field, `Invalid value: "${text}": must be a duration such as 1h2m3.5s`);
}

/** Drafts what happens, moment by moment. Answers the digest over it. */
async function live(
  { draft }: ClusterWrite,
  { createdPositions }: LivingState,
  { moments, digest: before }: { readonly moments: Iterable<Moment>; readonly digest: Uint8Array },
): Promise<Uint8Array> {
  let [digest, made, seen] = [before, 0, 0];
  for (const { changes } of moments) {
    for (const change of changes) {
      drafted(draft, change, createdPositions);
      digest = createHash('sha256').update(digest).update(textOf(change)).digest();
    }
    made += changes.length;
    if (made > MOST_CHANGES) return digest;
    if (++seen % MOMENTS_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return digest;
}

function drafted(
  draft: ClusterWrite['draft'],
  { op, object }: Change,
  createdPositions: ReadonlyMap<string, bigint>,
): void {
  const { resourceVersion: _, ...metadata } = object.metadata;
  const manifest = { ...object, metadata } as Manifest;
  if (op === 'create') draft.create(manifest);
  else if (op === 'update') draft.update(manifest, createdPositions.get(metadata.uid ?? '') ?? 0n);
  else draft.remove(manifest, changeOf('delete', manifest));
}

/** Without positions, which other writers share. */
function textOf({ op, at, by, object }: Change): string {
  const { resourceVersion: _, ...metadata } = object.metadata;
  return JSON.stringify([op, at, by, { ...object, metadata }]);
}

function restOf(living: LivingCluster): Pick<ClusterClock, 'now' | 'next' | 'kept'> {
  const { now, next } = living;
  return { now: new Date(now), next: next && { at: new Date(next.at), what: next.what }, kept: living.keep() };
}

function viewOf(
  { now, seed, next, digest }: ClusterClock,
  { position, revision }: Pick<ClusterRow, 'position' | 'revision'>,
): ClockView {
  return { mode: 'virtual', now, seed, next, position, revision, digest: Buffer.from(digest).toString('hex') };
}
