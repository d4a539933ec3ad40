import { clusterOfClockTopic } from '#cluster';
import { isConnectionLost, type Caller, type Database, type Lease } from '#database';
import { lostRace } from '#requests';
import { clusterOfTopic } from '#writes';
import type { ClockService, Driven } from './clock.service.js';
import { claimClocks, drivenClocks, releaseClocks } from './driven-clocks.queries.js';

/** How often a driver looks for clocks that no process drives: one statement, however many clocks there are. */
const LOOK_MS = 5_000;
/** So many clusters live at a time: each holds a connection. */
const LANES = 2;
/** A cluster whose moment failed is tried again after this, doubled each time. */
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 60_000;
/** The longest time that a timer of the process can wait. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

/** What the driver needs beside the database. */
export interface ClockDriverOptions {
  readonly clocks: Pick<ClockService, 'drive'>;
  readonly lease: Pick<Lease, 'holder'>;
  /** On whose behalf clusters live. */
  readonly caller: Caller;
  /** Called with each failure. */
  readonly onFailure: (error: unknown, cluster?: string) => void;
  readonly lookMs?: number;
}

/** A cluster that this process drives. */
interface Drive {
  readonly clusterId: string;
  /** When its next timer is due, on the process's own clock. */
  dueAt: number;
  /** The last revision that its controllers know, and the last that was heard of. */
  revision: bigint;
  heard: bigint;
  /** The clock as this process wrote it last, and as it was seen. */
  version: bigint;
  seen: bigint;
  isLiving: boolean;
  failures: number;
}

/**
 * Drives the real clocks of this process: it sleeps until the next timer of all its clusters, and is woken by what is
 * written to one of them. One process drives a cluster, for as long as it holds its lease.
 */
export class ClockDriver {
  readonly #drives = new Map<string, Drive>();
  readonly #living = new Set<Promise<void>>();
  #sleeping: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;
  #stopListening: (() => void) | undefined;
  #isStopped = false;

  constructor(
    private readonly database: Database,
    private readonly options: ClockDriverOptions,
  ) {}

  start(): void {
    this.database.notifications.overhear((topic) => {
      if (clusterOfClockTopic(topic) !== undefined) void this.#lookSoon();
    });
    this.#looking = setInterval(() => void this.#lookSoon(), this.options.lookMs ?? LOOK_MS).unref();
    void this.#lookSoon();
  }

  /** Begins no more moments; resolves when those that have begun are over, and other processes may go on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#looking);
    clearTimeout(this.#sleeping);
    this.#stopListening?.();
    await Promise.all([this.#look, ...this.#living]);
    if (this.#drives.size === 0) return;
    try {
      await this.database.transaction(this.options.caller, (tx) => releaseClocks(tx, this.options.lease.holder));
    } catch (error) {
      // Its lease ends with the process.
      this.options.onFailure(error);
    }
  }

  /** One look at a time; what comes up while there is one is found by the next. */
  async #lookSoon(): Promise<void> {
    while (this.#look !== undefined) await this.#look;
    if (this.#isStopped) return;
    this.#look = this.#takeClocks();
    try {
      await this.#look;
    } finally {
      this.#look = undefined;
    }
  }

  async #takeClocks(): Promise<void> {
    const { caller, lease, onFailure } = this.options;
    try {
      const driven = await this.database.transaction(caller, async (tx) => {
        await claimClocks(tx, lease.holder);
        return drivenClocks(tx, lease.holder);
      });
      const ids = new Set(driven.map(({ clusterId }) => clusterId));
      for (const [id, drive] of this.#drives) if (!ids.has(id) && !drive.isLiving) this.#drives.delete(id);
      for (const { clusterId, revision, version, isCaughtUp } of driven) {
        const known = this.#drives.get(clusterId);
        if (known === undefined) {
          this.#drives.set(clusterId, newDrive(clusterId));
          continue;
        }
        known.seen = version;
        // Notifications may be lost.
        if (!isCaughtUp) hear(known, revision);
      }
      this.#listen();
      this.#wake();
    } catch (error) {
      // The next look says it.
      if (!isConnectionLost(error) && !lostRace(error)) onFailure(error);
    }
  }

  /** A connection is held as long as there is something to listen for. */
  #listen(): void {
    if (this.#drives.size === 0) {
      this.#stopListening?.();
      this.#stopListening = undefined;
      return;
    }
    this.#stopListening ??= this.database.notifications.listen((topic, payload) => {
      const isSet = clusterOfClockTopic(topic) !== undefined;
      const drive = this.#drives.get((isSet ? clusterOfClockTopic(topic) : clusterOfTopic(topic)) ?? '');
      if (isSet) void this.#lookSoon();
      else if (drive !== undefined && /^\d{1,19}$/.test(payload)) {
        hear(drive, BigInt(payload));
        this.#wake();
      }
    });
  }

  /** Lets live who is due, as far as there are lanes, and sleeps until the next one is. */
  #wake(): void {
    clearTimeout(this.#sleeping);
    if (this.#isStopped) return;
    const waiting = [...this.#drives.values()]
      .filter(({ isLiving }) => !isLiving)
      .map((drive) => ({ drive, dueAt: dueAtOf(drive) }))
      .sort((a, b) => a.dueAt - b.dueAt);
    const now = performance.now();
    for (const { drive, dueAt } of waiting) {
      if (this.#living.size >= LANES) return;
      if (dueAt > now) return this.#sleep(dueAt - now);
      const living = this.#live(drive).finally(() => {
        this.#living.delete(living);
        this.#wake();
      });
      this.#living.add(living);
    }
  }

  #sleep(ms: number): void {
    if (ms === Infinity) return;
    const wake = (): void => {
      this.#wake();
    };
    this.#sleeping = setTimeout(wake, Math.min(Math.ceil(ms), LONGEST_WAIT_MS)).unref();
  }

  async #live(drive: Drive): Promise<void> {
    const { clocks, caller, lease, onFailure } = this.options;
    const { clusterId } = drive;
    drive.isLiving = true;
    drive.dueAt = Infinity;
    try {
      const driven = await clocks.drive(caller, clusterId, lease.holder);
      drive.failures = 0;
      if (driven === null) this.#drives.delete(clusterId);
      else follow(drive, driven);
    } catch (error) {
      drive.dueAt = performance.now() + Math.min(FIRST_RETRY_MS * 2 ** drive.failures, LONGEST_RETRY_MS);
      drive.failures += 1;
      if (!isConnectionLost(error)) onFailure(error, clusterId);
    } finally {
      drive.isLiving = false;
    }
  }
}

function newDrive(clusterId: string): Drive {
  return { clusterId, dueAt: 0, revision: -1n, heard: -1n, version: 0n, seen: 0n, isLiving: false, failures: 0 };
}

function hear(drive: Drive, revision: bigint): void {
  if (revision > drive.heard) drive.heard = revision;
}

/** What was written to it is due at once, and a clock that another set, unless its last moment failed. */
function dueAtOf({ dueAt, heard, revision, seen, version, failures }: Drive): number {
  return (heard > revision || seen > version) && failures === 0 ? 0 : dueAt;
}

function follow(drive: Drive, { revision, version, dueInMs }: Driven): void {
  drive.revision = revision;
  drive.version = version;
  drive.dueAt = dueInMs === null ? Infinity : performance.now() + dueInMs;
}
