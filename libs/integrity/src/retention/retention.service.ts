import { setTimeout } from 'node:timers/promises';
import { CheckpointConflict, type Checkpointer, type StoredCheckpoint, insertArchive, type Archive } from '#history';
import { refuseStorage } from '#storage';
import { objectsAt, writeSnapshot } from '#state';
import { indexDecisions, passArchived } from '#audit';
import { heavily, type Caller, type Database, type Transaction } from '#database';
import type { FieldProblem } from '#apimachinery';
import { Busy, lostRace, ok, refuse, unlessBusy, type Outcome } from '#requests';
import { commit, complete, Draft, lockHead, renewHead } from '#writes';
import { historyArchive, type NotedArchive } from './history-archive.js';
import {
  dropArchived,
  edgesUpTo,
  isCrossed,
  lockHistory,
  makePartitions,
  rangesBefore,
  seizeHeads,
  tryLockArchiving,
  type ClusterRange,
} from './partitions.store.js';
import { keptSince, type RetentionTime } from './kept-since.js';
import { keepProfileAuthors } from './profile-authors.store.js';
import { ArchiveConflict, writeArchive, type ArchiveMeans } from './write-archive.js';

/** So many months of history have their partitions before they begin. */
const MONTHS_AHEAD = 2;

/** What archiving needs beside the database. */
export interface RetentionOptions extends ArchiveMeans {
  readonly checkpointer: Checkpointer;
  /** How long history stays in the database; undefined: for ever. */
  readonly keep?: RetentionTime | undefined;
  /** How long it tries to get history without a place in the queues of its writers, in milliseconds; default 15,000. */
  readonly brieflyMs?: number;
  /** Receives the progress. */
  readonly progress?: ((step: ArchiveStep) => void) | undefined;
}

/** How far the archiving of what is before an edge has come. */
export type ArchiveStep =
  | { readonly step: 'written'; readonly edge: Date; readonly cluster: string; readonly archive: string }
  /** Everything is said in the log and dropped, and nothing of it is committed. */
  | { readonly step: 'settled'; readonly edge: Date }
  /** History before the edge has grown meanwhile: it is written again. */
  | { readonly step: 'moved'; readonly edge: Date }
  /** The files have their names. */
  | { readonly step: 'named'; readonly edge: Date }
  | { readonly step: 'archived'; readonly edge: Date; readonly archives: number; readonly partitions: number };

/** What was archived. */
export interface ArchiveReport {
  readonly archives: readonly Archive[];
  /** Partitions that are gone from the database. */
  readonly partitions: number;
  /** The end of the last one of them, RFC 3339 UTC; null when there was nothing to archive. */
  readonly upTo: string | null;
}

/** What is to be archived. */
export interface ArchiveRequest {
  /** What is older than the setting unless given. */
  readonly before?: Date;
  /** Called before the history up to each edge is archived. */
  readonly progress?: (far: ArchiveProgress) => void;
  /** Called with all that was archived, in the transaction that archives the history up to an edge. */
  readonly settled?: (tx: Transaction, report: ArchiveReport) => Promise<void>;
}

/** How far archiving is. */
export interface ArchiveProgress {
  /** So many edges are behind it. */
  readonly done: number;
  readonly of: number;
  /** The next. */
  readonly edge: Date;
}

/** Makes partitions for the history to come, and archives what is older than it has to be. */
export class RetentionService {
  #dueAt = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly options: RetentionOptions,
  ) {}

  /**
   * Resolves to the time until which history has partitions. For the start, and from time to time; several
   * processes may do it at once.
   */
  makeRoom(caller: Caller): Promise<Date> {
    return this.database.transaction(caller, (tx) => makePartitions(tx, MONTHS_AHEAD));
  }

  /**
   * Archives what is older than the setting, once a day whether it succeeds or not, and again soon where the disk was
   * full; undefined when it is not time, or everything is retained.
   */
  async archiveDue(caller: Caller): Promise<Outcome<ArchiveReport> | undefined> {
    if (this.options.keep === undefined || performance.now() < this.#dueAt) return undefined;
    this.#dueAt = performance.now() + DAY_MS;
    const outcome = await this.archive(caller);
    if (outcome.refused && outcome.refusal.kind === 'StorageUnavailable')
      this.#dueAt = performance.now() + UNTIL_ROOM_MS;
    return outcome;
  }

  /**
   * Archives all partitions that end at a time or before it, or that are older than the setting, the oldest first, each
   * whole: files first, then, in one transaction, what the log and the table of archives say of them, and the end of
   * the partitions. What is interrupted is begun again by the next call, and nothing is done twice.
   */
  async archive(caller: Caller, given: ArchiveRequest = {}): Promise<Outcome<ArchiveReport>> {
    try {
      return await refuseStorage(() => unlessBusy(() => this.#archive(heavily(caller), given)));
    } catch (error) {
      if (error instanceof ArchiveConflict)
        return refuse({ kind: 'HistoryNotSigned', cluster: error.cluster, message: error.message });
      throw error;
    }
  }

  #archive(caller: Caller, given: ArchiveRequest): Promise<Outcome<ArchiveReport>> {
    return this.database.slow.transaction(caller, async (lock) => {
      const { keep } = this.options;
      const before = given.before ?? (keep && keptSince(keep, lock.at));
      if (before === undefined) return refuse({ kind: 'InvalidRequest', problems: [NEEDED] });
      if (before > lock.at) return refuse({ kind: 'InvalidRequest', problems: [LATE] });
      // Held by a transaction that reads no history, which is locked in another one.
      if (!(await tryLockArchiving(lock))) return refuse({ kind: 'ArchivingUnderWay' });
      await this.options.folder.sweep();
      try {
        return ok(await this.#archiveUpTo(caller, await edgesUpTo(lock, before), given));
      } catch (error) {
        // A disk that is full need not stay so for what came to nothing.
        await this.options.folder.sweep().catch(() => undefined);
        throw error;
      }
    });
  }

  async #archiveUpTo(
    caller: Caller,
    edges: readonly Date[],
    { progress, settled }: ArchiveRequest,
  ): Promise<ArchiveReport> {
    let report: ArchiveReport = { archives: [], partitions: 0, upTo: null };
    for (const [done, edge] of edges.entries()) {
      caller.signal?.throwIfAborted();
      progress?.({ done, of: edges.length, edge });
      const archived = await this.#untilWhole(edge, () =>
        this.#archiveBefore(caller, edge, async (tx, one) => settled?.(tx, joinReports(report, one))),
      );
      if (archived !== undefined) report = joinReports(report, archived);
    }
    return report;
  }

  /** What is before the edge may grow while it is written, where the clock is put back. It is written again then. */
  async #untilWhole<T>(edge: Date, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof EdgeMoved)) throw error;
        this.options.progress?.({ step: 'moved', edge });
        await this.options.folder.sweep();
        if (attempt === WHOLE_ATTEMPTS) throw new Busy(error);
      }
    }
  }

  /** Undefined when a log cannot be cut here: it is at the next edge then. */
  async #archiveBefore(caller: Caller, edge: Date, settled: Settled): Promise<ArchiveReport | undefined> {
    const ranges = await this.database.transaction(
      caller,
      async (tx) => ((await isCrossed(tx, edge)) ? undefined : rangesBefore(tx, edge)),
      { readOnly: true },
    );
    if (ranges === undefined) return undefined;
    const written: NotedArchive[] = [];
    for (const range of ranges) {
      const checkpoint = await this.#checkpoint(caller, range);
      const archive = await this.database.transaction(
        caller,
        (tx) => writeArchive(tx, this.options, { range, edge, checkpoint }),
        { readOnly: true, snapshot: true },
      );
      const snapshot = await this.#keepState(caller, range);
      await this.#index(caller, range);
      this.options.progress?.({ step: 'written', edge, cluster: range.clusterId, archive: archive.archive.id });
      written.push({ ...archive, snapshot });
    }
    const done = await this.#patiently((waiting) =>
      this.database.transaction(caller, (tx) => this.#settle(tx, { edge, written, settled, ...waiting })),
    );
    this.options.progress?.({ step: 'archived', edge, archives: done.archives.length, partitions: done.partitions });
    return done;
  }

  async #checkpoint(caller: Caller, { clusterId, lastRevision }: ClusterRange): Promise<StoredCheckpoint> {
    try {
      return await this.database.transaction(caller, (tx) => this.options.checkpointer.at(tx, clusterId, lastRevision));
    } catch (error) {
      if (error instanceof CheckpointConflict) throw new ArchiveConflict(clusterId, error.message);
      throw error;
    }
  }

  /** Later states are read from the one at the end of the archive. Resolves to its digest. */
  async #keepState(caller: Caller, { clusterId, lastPosition }: ClusterRange): Promise<string> {
    const digest = await this.database.transaction(
      caller,
      (tx) => writeSnapshot(tx, clusterId, { position: lastPosition, objects: objectsAt(tx, clusterId, lastPosition) }),
      { snapshot: true },
    );
    return digest.toString('hex');
  }

  /** What is counted of decisions stays when they go: little of it shall be left to count while everybody waits. */
  async #index(caller: Caller, { clusterId }: ClusterRange): Promise<void> {
    for (let more = true; more;)
      ({ more } = await this.database.transaction(caller, (tx) => indexDecisions(tx, clusterId)));
  }

  /**
   * All of it or nothing. The files get their names last: who finds an archive finds its files, and who has files
   * without one writes them again.
   */
  async #settle(tx: Transaction, { edge, written, settled, queues, lockMs }: Settling): Promise<ArchiveReport> {
    const clusters = written.map(({ archive }) => archive.cluster).sort();
    if (queues) for (const cluster of clusters) await lockHead(tx, cluster);
    await lockHistory(tx, lockMs);
    if (tx.now < edge || !isWhole(written, await rangesBefore(tx, edge))) throw new EdgeMoved();
    await seizeHeads(tx, clusters);
    const archives: Archive[] = [];
    for (const one of written) archives.push(await noteArchive(this.database, tx, one));
    await keepProfileAuthors(tx, edge);
    for (const {
      archive: { cluster },
      frontier: { size },
    } of written)
      await this.options.checkpointer.keepLeaves(tx, cluster, size);
    for (const { cluster, revisions, times } of archives) {
      if (!(await passArchived(tx, cluster, { revision: BigInt(revisions.last), at: new Date(times.last) })))
        throw new HistoryInUse();
    }
    const report = { archives, partitions: await dropArchived(tx, edge), upTo: edge.toISOString() };
    await settled(tx, report);
    this.options.progress?.({ step: 'settled', edge });
    await this.options.folder.keep(archives.flatMap(({ ledgerFile, tracesFile }) => [ledgerFile, tracesFile]));
    this.options.progress?.({ step: 'named', edge });
    return report;
  }

  /** Waits for current readers and writers of history to finish. @throws Busy when it is never free */
  async #patiently<T>(work: (waiting: Waiting) => Promise<T>): Promise<T> {
    const { brieflyMs = BRIEFLY_MS } = this.options;
    const began = performance.now();
    for (;;) {
      const waitedMs = performance.now() - began;
      try {
        return await work(waitedMs < brieflyMs ? BRIEF : IN_QUEUE);
      } catch (error) {
        if (!(error instanceof HistoryInUse || lostRace(error))) throw error;
        if (waitedMs > LONGEST_MS) throw new Busy(error);
      }
      await setTimeout(PAUSE_MS);
    }
  }
}

/** What was archived before, and behind it. */
export function joinReports(before: ArchiveReport, next: ArchiveReport): ArchiveReport {
  return {
    archives: [...before.archives, ...next.archives],
    partitions: before.partitions + next.partitions,
    upTo: next.upTo ?? before.upTo,
  };
}

const NEEDED: FieldProblem = {
  field: 'before',
  reason: 'FieldValueRequired',
  message: 'Required value: everything is kept in the database unless BERTH_RETENTION says otherwise',
};
const LATE: FieldProblem = { field: 'before', reason: 'FieldValueInvalid', message: 'must not be later than now' };

/** What was written is not all that there is before the edge, or the edge itself is to come: a clock was put back. */
class EdgeMoved extends Error {}

/** Whether the archives have all that there is. */
function isWhole(written: readonly NotedArchive[], ranges: readonly ClusterRange[]): boolean {
  const of = new Map(written.map(({ archive }) => [archive.cluster, archive.revisions]));
  return (
    of.size === ranges.length &&
    ranges.every(({ clusterId, firstRevision, lastRevision }) => {
      const revisions = of.get(clusterId);
      return revisions?.first === String(firstRevision) && revisions.last === String(lastRevision);
    })
  );
}

/** Another transaction works on what is derived from history. */
class HistoryInUse extends Error {}

/** How an attempt waits for those who write history, and read it. */
interface Waiting {
  /** Whether it waits in the queues of the clusters' writers first. */
  readonly queues: boolean;
  /** How long it waits for each table at most. */
  readonly lockMs: number;
}

interface Settling extends Waiting {
  readonly edge: Date;
  readonly written: readonly NotedArchive[];
  readonly settled: Settled;
}

/** Called in the transaction that archives the history up to an edge, with what it archives. */
type Settled = (tx: Transaction, report: ArchiveReport) => Promise<void>;

/** Delays the others least; where writers of a cluster follow each other without a pause it never succeeds. */
const BRIEF: Waiting = { queues: false, lockMs: 150 };
/** Less than the second after which PostgreSQL looks for a deadlock and ends a writer for it. */
const IN_QUEUE: Waiting = { queues: true, lockMs: 900 };

const BRIEFLY_MS = 15_000;
const LONGEST_MS = 120_000;
const PAUSE_MS = 500;
/** A clock that is put back again and again archives later. */
const WHOLE_ATTEMPTS = 5;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The folder of archives may have space again after this. */
const UNTIL_ROOM_MS = 10 * 60 * 1000;

/** The log says what was archived of it, as its next revision. */
async function noteArchive(database: Database, tx: Transaction, written: NotedArchive): Promise<Archive> {
  // It was seized before.
  const head = await renewHead(tx, written.archive.cluster);
  const draft = new Draft({ head, at: tx.at });
  draft.note(historyArchive(written));
  await commit(tx, await complete({ tx, draft, database }), { headHeld: true });
  const archive = { ...written.archive, archivedAt: tx.at.toISOString() };
  await insertArchive(tx, { archive, frontier: written.frontier });
  return archive;
}
