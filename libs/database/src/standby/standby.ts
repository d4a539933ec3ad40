import { setTimeout as pause } from 'node:timers/promises';
import { Probe } from '../connection/index.js';

/** Whether the standby can be used, and if not, why. */
export type StandbyNotice = { readonly usable: true } | { readonly usable: false; readonly why: string };

/** Up to where a server has committed, and which server that is. */
interface Committed {
  readonly system: string;
  readonly database: string;
  readonly timeline: string;
  readonly lsn: string;
}

/** What a standby has of that. `timeline` is null where it does not stream, or its user may not see that it does. */
interface Replayed extends Pick<Committed, 'system' | 'database'> {
  readonly timeline: string | null;
  readonly isStandby: boolean;
  readonly hasAll: boolean;
}

const IDENTITY =
  '(SELECT system_identifier::text FROM pg_control_system()) AS system, current_database()::text AS database';

/** A commit is seen by others when it is flushed, or with `synchronous_commit` off, when it is inserted. */
const COMMITTED = `SELECT ${IDENTITY}, substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) AS timeline,
  (CASE WHEN current_setting('synchronous_commit') = 'off' THEN pg_current_wal_insert_lsn()
    ELSE pg_current_wal_flush_lsn() END)::text AS lsn`;

/** The timeline as in the names of the files of the log. */
const REPLAYED = `SELECT ${IDENTITY}, pg_is_in_recovery() AS "isStandby",
  (SELECT lpad(upper(to_hex(received_tli)), 8, '0') FROM pg_stat_wal_receiver) AS timeline,
  pg_last_wal_replay_lsn() >= $1::pg_lsn AS "hasAll"`;

/** So long a read waits for the standby to have what is committed, and so often it looks. */
const WAIT_MS = 100;
const LOOK_MS = 5;
/** Much was written just now: that is no trouble. */
const BEHIND = 'behind';
/** A standby that cannot be used is not asked again for so long. */
const REST_MS = 2_000;

/**
 * A hot standby of a server (streaming replication), for reads that see at least all that was committed when they
 * began: what their callers wrote or saw before, through any process.
 */
export class Standby {
  readonly #primary: Probe;
  readonly #standby: Probe;
  readonly #tell: (notice: StandbyNotice) => void;
  readonly #restMs: number;
  #why: string | undefined;
  #restsUntil = 0;

  /** @param tell called when the standby can be used no longer, or again */
  constructor(
    urls: { readonly primary: string; readonly standby: string },
    tell: (notice: StandbyNotice) => void,
    { restMs = REST_MS }: { readonly restMs?: number } = {},
  ) {
    this.#primary = new Probe(urls.primary);
    this.#standby = new Probe(urls.standby);
    this.#tell = tell;
    this.#restMs = restMs;
  }

  /** Whether a read that begins now may go to the standby. Never throws. */
  async isCurrent(): Promise<boolean> {
    if (performance.now() < this.#restsUntil) return false;
    const [committed] = await this.#primary.ask<Committed>(COMMITTED).catch(() => []);
    // A primary that does not answer says so to the read.
    if (committed === undefined) return false;
    const state = await this.#state(committed).catch((error: unknown) => `it does not answer: ${messageOf(error)}`);
    if (state !== 'current') this.#restsUntil = performance.now() + this.#restMs;
    this.#learn(state === 'current' || state === BEHIND ? undefined : state);
    return state === 'current';
  }

  /** A connection to the standby was not made. */
  failed(error: unknown): void {
    this.#restsUntil = performance.now() + this.#restMs;
    this.#learn(`it does not answer: ${messageOf(error)}`);
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.close(), this.#standby.close()]);
  }

  /** Whether it has all that is committed, or why it cannot be used. */
  async #state(committed: Committed): Promise<string> {
    const until = performance.now() + WAIT_MS;
    for (;;) {
      const [replayed] = await this.#standby.ask<Replayed>(REPLAYED, [committed.lsn]);
      const why = replayed === undefined ? 'it says nothing' : differenceOf(replayed, committed);
      if (why !== undefined) return why;
      if (replayed?.hasAll === true) return 'current';
      if (performance.now() > until) return BEHIND;
      await pause(LOOK_MS);
    }
  }

  #learn(why: string | undefined): void {
    if (why === this.#why) return;
    this.#why = why;
    this.#tell(why === undefined ? { usable: true } : { usable: false, why });
  }
}

/** What shows that a server does not replay the log of the other one. */
function differenceOf(replayed: Replayed, committed: Committed): string | undefined {
  if (!replayed.isStandby) return 'it is no standby';
  if (replayed.system !== committed.system || replayed.database !== committed.database)
    return 'it is a standby of another database';
  if (replayed.timeline === null) return 'it does not stream, or its user may not read pg_stat_wal_receiver';
  return replayed.timeline === committed.timeline ? undefined : 'it follows another timeline';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
