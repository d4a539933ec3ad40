import type pg from 'pg';
import { isUploading } from '../copy/index.js';
import { postgresErrorCode } from '../error-codes.js';
import { destroy, socketOf } from './client.js';
import { ConnectionLost } from './connection-lost.js';
import type { Probe } from './probe.js';

/** Who does the work of a transaction at the server. */
export interface Backend {
  readonly pid: number;
  /** When the transaction began there: a process has one at a time. Undefined: not reported yet. */
  readonly began?: string;
}

/** A connection that is in use. */
export interface WatchedConnection {
  backend: Backend;
}

interface Watched extends WatchedConnection {
  readonly client: pg.PoolClient;
  bytesRead: number;
  /** So many looks in a row it owed an answer and sent nothing. */
  silent: number;
  /** So many times in a row the server said that it owes none. */
  denied: number;
}

const LOOK_MS = 1_000;
/** The server is asked about a connection that was silent for so many looks. */
const ASK_AFTER = 5;
/** It is dead when the server says so twice: an answer may have been on its way. */
const DENIALS = 2;
/** Or when the server cannot be asked for so many looks. */
const GIVE_UP_AFTER = 15;
/** A dead connection's backend is terminated as soon as the server can be asked; after so many looks, no longer. */
const CLEAN_UP_WITHIN = 600;

/**
 * Of each, by its place, whether the server owes it nothing: it does not know of it, or waits itself, for a statement
 * or for its answer to be read.
 */
const OWES_NOTHING = `SELECT coalesce(state LIKE 'idle%' OR wait_event_type = 'Client', activity.pid IS NULL) AS denied
  FROM unnest($1::int[], $2::timestamptz[]) WITH ORDINALITY AS asked (pid, began, place)
  LEFT JOIN pg_stat_activity AS activity
    ON activity.pid = asked.pid AND (began IS NULL OR xact_start = began)
  ORDER BY place`;
const TERMINATE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND application_name = 'berth' AND xact_start IS NOT NULL
    AND xact_start = coalesce($2::timestamptz, xact_start)`;

/**
 * Notices that the connection under a transaction is dead although nothing says so: a network may acknowledge what it
 * loses. A connection that owes an answer and is silent is asked about over another one. If the server works on the
 * answer, the waiting goes on; if it waits itself, does not know of it, or cannot be asked for long, the connection is
 * destroyed, and what it left at the server is ended there.
 */
export class ConnectionWatch {
  readonly #watched = new Set<Watched>();
  readonly #left = new Map<Backend, number>();
  #timer: NodeJS.Timeout | undefined;
  #isAsking = false;
  #isCleaning = false;
  #lastDeath = -Infinity;
  readonly #lastGood = new WeakMap<pg.PoolClient, number>();

  constructor(
    private readonly probe: Probe,
    /** Called when the server cannot be asked. */
    private readonly onSilence: () => void,
    private readonly lookMs = LOOK_MS,
  ) {}

  add(client: pg.PoolClient): WatchedConnection {
    const { processID } = client as unknown as { readonly processID: number };
    const watched = { client, backend: { pid: processID }, bytesRead: 0, silent: 0, denied: 0 };
    this.#watched.add(watched);
    this.#timer ??= setInterval(() => {
      this.#look();
    }, this.lookMs).unref();
    return watched;
  }

  /** It is not in use any more; `isGood` when it has answered to the end. */
  remove(watched: WatchedConnection, isGood: boolean): void {
    const { client } = watched as Watched;
    this.#watched.delete(watched as Watched);
    if (isGood) this.#lastGood.set(client, performance.now());
  }

  /** Whether a connection was idle when another was found dead: what killed that one may have killed it too. */
  distrusts(client: pg.PoolClient): boolean {
    return (this.#lastGood.get(client) ?? Infinity) < this.#lastDeath;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #look(): void {
    for (const watched of this.#watched) {
      if (this.#isSilent(watched)) watched.silent++;
      else [watched.silent, watched.denied] = [0, 0];
    }
    const silent = [...this.#watched].filter(({ silent }) => silent >= ASK_AFTER);
    if (silent.length > 0 && !this.#isAsking) void this.#ask(silent);
    if (this.#left.size > 0 && !this.#isCleaning) void this.#cleanUp();
    if (this.#watched.size === 0 && this.#left.size === 0) this.close();
  }

  /** Counted in looks, not in time: what arrived while this thread was busy is read before the next one. */
  #isSilent(watched: Watched): boolean {
    const { bytesRead } = socketOf(watched.client);
    const owesAnswer = (watched.client as unknown as { readonly readyForQuery: boolean }).readyForQuery === false;
    const isSilent = owesAnswer && !isUploading(watched.client) && bytesRead === watched.bytesRead;
    watched.bytesRead = bytesRead;
    return isSilent;
  }

  async #ask(silent: readonly Watched[]): Promise<void> {
    this.#isAsking = true;
    const pids = silent.map(({ backend }) => backend.pid);
    const began = silent.map(({ backend }) => backend.began ?? null);
    try {
      const rows = await this.probe.ask<{ denied: boolean }>(OWES_NOTHING, [pids, began]);
      for (const [place, watched] of silent.entries()) {
        watched.denied = rows[place]?.denied === true ? watched.denied + 1 : 0;
        if (watched.denied >= DENIALS) this.#bury(watched, 'the server knows of nothing to answer');
      }
    } catch (error) {
      // A server that refuses to be asked, for one because of too many connections, is there.
      if (postgresErrorCode(error) !== undefined) return;
      this.onSilence();
      for (const watched of silent)
        if (watched.silent >= GIVE_UP_AFTER) this.#bury(watched, 'the server cannot be asked', error);
    } finally {
      this.#isAsking = false;
    }
  }

  #bury(watched: Watched, why: string, cause?: unknown): void {
    // It may have been given back meanwhile, or have got its answer.
    if (!this.#watched.has(watched) || watched.silent < ASK_AFTER) return;
    this.#lastDeath = performance.now();
    this.#left.set(watched.backend, 0);
    destroy(watched.client, new ConnectionLost(`no answer on the connection, and ${why}`, { cause }));
    void this.#cleanUp();
  }

  /** The locks of a transaction that is not ended would keep others waiting. */
  async #cleanUp(): Promise<void> {
    this.#isCleaning = true;
    for (const [backend, tries] of this.#left) {
      try {
        await this.probe.ask(TERMINATE, [backend.pid, backend.began ?? null]);
        this.#left.delete(backend);
      } catch {
        if (tries < CLEAN_UP_WITHIN) this.#left.set(backend, tries + 1);
        else this.#left.delete(backend);
        break;
      }
    }
    this.#isCleaning = false;
  }
}
