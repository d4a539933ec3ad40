import { requireWhole } from '#access';
import { clockTopic, findCluster, writeCluster, type ClockMode, type ClusterRow } from '#cluster';
import type { Caller, Database, Transaction } from '#database';
import { queueView, SCHEDULER, type KeptState, type LivingCluster, type QueuedPod } from '#living';
import { ok, read, refuse, type Outcome } from '#requests';
import { timeAt } from '#writes';
import { invalid, wayOf, wayTo, type ClockMove, type Way } from './clock-move.js';
import { wallAt } from './clock-time.js';
import { findClock, saveClock, type ClusterClock } from './clock.store.js';
import { readStopped } from './kept.store.js';
import { LivingClusters } from './living-clusters.js';
import { passTime } from './pass-time.js';

/** The clock of a cluster, as its readers see it. */
export interface ClockView {
  readonly mode: ClockMode;
  readonly now: Date;
  /** How many seconds pass in a second of the wall, on a real clock. */
  readonly rate?: number;
  readonly seed: string;
  /** The earliest timer; null when nothing is to happen. */
  readonly next: { readonly at: Date; readonly what: string } | null;
  /** Controllers, and the keys at which they were stopped: they wrote without end while no time passed. */
  readonly stopped: readonly { readonly what: string; readonly since: Date }[];
  readonly position: string;
  readonly revision: string;
  /** Over all changes and decisions of controllers since the clock began, hexadecimal. */
  readonly digest: string;
}

/** Who waits to be placed. */
export interface QueuedPods {
  readonly active: readonly QueuedPod[];
  readonly backoff: readonly QueuedPod[];
  readonly unschedulable: readonly QueuedPod[];
  readonly gated: readonly QueuedPod[];
  /** How often pods came into which part by which event, since this was asked last. */
  readonly incoming: Readonly<Record<string, number>>;
}

/** How fast time may pass by itself, in seconds a second: a year in five minutes. */
export const FASTEST = 100_000;

/** How a movement is conducted. */
export interface MoveOptions {
  /** Called after each revision with the time reached. */
  readonly reached?: (at: Date) => void;
  /** When it began, where another process began it: it goes on from there. */
  readonly from?: Date | undefined;
}

/** What a clock is to be. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Of a real clock. */
  readonly rate?: number;
}

/** Where a movement leads in one cluster. */
export interface MoveScope {
  /** Id of the cluster. */
  readonly cluster: string;
  readonly from: Date;
  /** The latest time of its end. */
  readonly to: Date;
}

/** A clock that was driven to its present. */
export interface Driven {
  readonly revision: bigint;
  /** In how many milliseconds of the wall the next timer is due; null: never. */
  readonly dueInMs: number | null;
  /** Of the clock, as it was written then. */
  readonly version: bigint;
}

/** One revision of a movement. */
interface Slice {
  readonly view: ClockView;
  /** With the version that it has now. */
  readonly clock: ClusterClock;
  readonly way: Way;
  /** The end is reached. */
  readonly isDone: boolean;
}

/** What one revision does to a clock. */
interface SliceTask {
  readonly way: (present: Date, clock: ClusterClock) => Outcome<Way>;
  /** Whether a request asks for it; the driver hears of it. */
  readonly isAsked?: boolean;
  /** The clock in the end: `at` is the present by the wall. */
  readonly set?: (clock: ClusterClock, at: Date) => ClusterClock;
}

/** Clusters that live: their clocks, and what happens as time passes. */
export class ClockService {
  readonly #living = new LivingClusters();

  constructor(private readonly database: Database) {}

  get(caller: Caller, cluster: string): Promise<Outcome<ClockView>> {
    return read(this.database, caller, async (tx) => {
      const found = await clockOf(tx, await findCluster(tx, cluster), cluster);
      if (found.refused) return found;
      const { clock, row } = found.value;
      return ok(viewOf(clock, row, { at: tx.now, stopped: await readStopped(tx, row.id) }));
    });
  }

  /** Where a movement would lead, or why there is none. */
  scope(caller: Caller, cluster: string, move: ClockMove): Promise<Outcome<MoveScope>> {
    return read(this.database, caller, async (tx) => {
      const found = await clockOf(tx, await findCluster(tx, cluster), cluster);
      if (found.refused) return found;
      const { row, clock } = found.value;
      const way = wayOf(timeAt(clock, tx.now).getTime(), move);
      if (way.refused) return way;
      return ok({ cluster: row.id, from: new Date(way.value.from), to: new Date(way.value.to) });
    });
  }

  /**
   * Lets time pass, each change at its own time. Many moments are one revision; between two revisions others write, and
   * the movement ends there once the signal of its caller is aborted.
   * @throws what the caller's signal was aborted with
   */
  async move(
    caller: Caller,
    cluster: string,
    move: ClockMove,
    { reached, from }: MoveOptions = {},
  ): Promise<Outcome<ClockView>> {
    let known: Way | undefined;
    if (from !== undefined) {
      const begun = wayOf(from.getTime(), move);
      if (begun.refused) return begun;
      known = begun.value;
    }
    for (;;) {
      caller.signal?.throwIfAborted();
      const slice = await this.#slice(caller, cluster, {
        way: (present) => (known === undefined ? wayOf(present.getTime(), move) : ok(known)),
      });
      if (slice.refused) return slice;
      const { view, way, isDone } = slice.value;
      if (isDone) return ok(view);
      known = way;
      reached?.(view.now);
    }
  }

  /** Time passes by itself from now on, or does not any more. What is due by now happens first. */
  async set(caller: Caller, cluster: string, setting: ClockSetting): Promise<Outcome<ClockView>> {
    const refused = refusedSetting(setting);
    if (refused !== undefined) return refused;
    const { mode, rate = 1 } = setting;
    for (;;) {
      const slice = await this.#slice(caller, cluster, {
        way: (present) => ok(wayTo(present.getTime(), present.getTime())),
        set: (clock, at) =>
          mode === 'real' ? { ...clock, mode, rate, wall: at } : { ...clock, mode, rate: 1, wall: null },
      });
      if (slice.refused) return slice;
      if (slice.value.isDone) return ok(slice.value.view);
    }
  }

  /** Lets happen what is due on a real clock; null where `driver` does not drive it any more. */
  async drive(caller: Caller, clusterId: string, driver: string): Promise<Driven | null> {
    const slice = await this.#slice(caller, clusterId, {
      way: (present, clock) =>
        clock.driver === driver && clock.mode === 'real'
          ? ok(wayTo(present.getTime(), present.getTime()))
          : invalid('mode', 'another process drives the clock'),
      isAsked: false,
    });
    if (slice.refused) return null;
    const { view, clock, isDone } = slice.value;
    const left = view.next === null ? null : Math.max(0, view.next.at.getTime() - view.now.getTime());
    const revision = BigInt(view.revision);
    const { version, rate } = clock;
    if (!isDone) return { revision, version, dueInMs: 0 };
    return { revision, version, dueInMs: left === null ? null : Math.ceil(left / rate) };
  }

  /** The queue as it is, and what came into it since this was asked last; `keep`: the counts go on. */
  async queue(
    caller: Caller,
    cluster: string,
    { keep = false }: { readonly keep?: boolean } = {},
  ): Promise<Outcome<QueuedPods>> {
    let kept: (() => void) | undefined;
    const outcome = await writeCluster(this.database, { caller, cluster }, async ({ tx, cluster: row }) => {
      requireWhole(row);
      const found = await clockOf(tx, row, cluster);
      if (found.refused) return found;
      const { clock } = found.value;
      const state = await this.#living.take(tx, clock, { head: clock.position, present: clock.now });
      const view = queueView(state.living.memoryOf(SCHEDULER), { keep });
      const version = keep ? clock.version : await saveClock(tx, clock, state);
      kept = () => {
        this.#living.put(row.id, { state, version });
      };
      return ok(() => view);
    });
    if (!outcome.refused) kept?.();
    return outcome;
  }

  async #slice(
    caller: Caller,
    cluster: string,
    { way: wayFrom, set, isAsked = true }: SliceTask,
  ): Promise<Outcome<Slice>> {
    let kept: (() => void) | undefined;
    const outcome = await writeCluster<Slice>(this.database, { caller, cluster }, async (work) => {
      requireWhole(work.cluster);
      const found = await clockOf(work.tx, work.cluster, cluster);
      if (found.refused) return found;
      const { clock } = found.value;
      const { head } = work.draft;
      const at = work.tx.now;
      const present = timeAt(clock, at);
      const way = wayFrom(present, clock);
      if (way.refused) return way;
      const state = await this.#living.take(work.tx, clock, { head: head.position, present });
      const { digest, isDone, run } = await passTime(work, state, { clock, way: way.value, database: this.database });
      if (run !== undefined) work.draft.run = run;
      const isEmpty = work.draft.isEmpty && run === undefined;
      const position = head.position + BigInt(work.draft.count);
      const passed = { ...clock, ...restOf(state.living), position, digest };
      const { rate, mode } = clock;
      const wall = mode === 'real' ? wallAt(rate, { reached: passed.now, present, at }) : null;
      const after = isDone && set !== undefined ? set({ ...passed, wall }, at) : { ...passed, wall };
      const version = await saveClock(work.tx, after, state);
      if (isAsked && (mode === 'real' || after.mode === 'real'))
        work.tx.notify(clockTopic(clock.clusterId), after.mode);
      kept = () => {
        this.#living.put(work.cluster.id, { state, version });
      };
      const revision = head.revision + (isEmpty ? 0n : 1n);
      const { stopped } = state.living;
      const view = viewOf(after, { position: String(position), revision: String(revision) }, { at, stopped });
      return ok(() => ({ view, clock: { ...after, version }, way: way.value, isDone }));
    });
    if (!outcome.refused) kept?.();
    return outcome;
  }
}

function refusedSetting({ mode, rate }: ClockSetting): Outcome<never> | undefined {
  if (rate === undefined) return undefined;
  if (mode !== 'real') return invalid('rate', 'Forbidden: only a real clock has a rate');
  const isRate = Number.isFinite(rate) && rate > 0 && rate <= FASTEST;
  return isRate ? undefined : invalid('rate', `Invalid value: ${rate}: must be greater than 0 and at most ${FASTEST}`);
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

function restOf(living: LivingCluster): Pick<ClusterClock, 'now' | 'next'> {
  const { now, next } = living;
  return { now: new Date(now), next: next && { at: new Date(next.at), what: next.what } };
}

function viewOf(
  clock: ClusterClock,
  { position, revision }: Pick<ClusterRow, 'position' | 'revision'>,
  { at, stopped: loops }: { readonly at: Date; readonly stopped: KeptState['stopped'] },
): ClockView {
  const { mode, rate, seed, next } = clock;
  const stopped = loops.map(({ id, at: since }) => ({ what: id, since: new Date(since) }));
  return {
    ...{ mode, now: timeAt(clock, at), seed, next, stopped, position, revision },
    ...(mode === 'real' && { rate }),
    digest: Buffer.from(clock.digest).toString('hex'),
  };
}
