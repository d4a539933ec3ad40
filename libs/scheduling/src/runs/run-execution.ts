import { FEW_ROWS, type Caller, type Database, type Transaction } from '#database';
import type { Pod } from '#scheduler';
import { lockHead, lostRace, ok, refuse, type ClusterHead, type Outcome } from '#cluster';
import type { ResolvedProfile } from '../profiles/index.js';
import type { WarmCluster, WarmClusters } from '../warm-state/index.js';
import { noteProfiles, settlePart, type ProfileRefs, type UsedProfiles } from './commit/index.js';
import { decidePart, type PartPlan } from './decide/index.js';
import { PartReader, triedPods, type QueuePosition, type ReadPart } from './read/index.js';
import { RunRow, type RunIdentity } from './run-row.js';
import { RunTally } from './run-tally.js';
import type { Run } from './run.js';
import { waitForLocks } from './run.store.js';
import { dryRun, log, type PartEnd, type Sink } from './sinks/index.js';

/** What one execution is for. */
export interface ExecutionInput extends RunIdentity {
  readonly database: Database;
  readonly clusters: WarmClusters;
  readonly caller: Caller;
  /** Pods of one transaction at most. */
  readonly partPods: number;
  readonly usedProfiles: UsedProfiles;
  /** Called with the finished run, inside the transaction of its last part. */
  readonly finishing?: (tx: Transaction, run: Run) => Promise<void>;
}

/** After this many lost races a part is decided with the head held, so that progress is certain. */
const MAX_LOST = 3;

/** How long the head is waited for then: longer than anybody else needs it. */
const PATIENCE_MS = 600_000;

/** What a part came to. */
type DonePart = Pick<ReadPart, 'next'> & { readonly run: Run };

/** What a part writes, beside how its transaction stands. */
type PartWrite = Omit<PartEnd, 'progress'> & { readonly plan: PartPlan; readonly refs: ProfileRefs };

/** A part as its transaction wrote it. */
interface WrittenPart {
  readonly run: Run;
  /** Null where it is of no history. */
  readonly head: ClusterHead | null;
  readonly at: Date;
}

/** How far an attempt at a part came in the transaction that read it: `written` when all of it was done there. */
interface AttemptedPart {
  readonly read: ReadPart;
  readonly plan?: PartPlan;
  readonly written?: WrittenPart;
}

/** The service ends, and the run with it. */
export class RunStopped extends Error {
  constructor() {
    super('the service was stopped; the parts that are there are whole');
  }
}

/**
 * One run: reads, decides outside of any transaction, commits with compare-and-set; part by part, each whole or absent.
 */
export class RunExecution {
  readonly #tally = new RunTally();
  readonly #reader: PartReader;
  readonly #row: RunRow;
  readonly #sink: Sink;
  #stopped = false;

  constructor(private readonly input: ExecutionInput) {
    this.#reader = new PartReader(input);
    this.#row = new RunRow(input, this.#tally);
    this.#sink = input.request.dryRun ? dryRun : log;
  }

  /** Pods decided so far, in parts that may still be lost. */
  get decided(): number {
    return this.#tally.decided;
  }

  /** Ends the run at its next step: what is committed stays, the part under way is lost. */
  stop(): void {
    this.#stopped = true;
  }

  /** @throws RunStopped after stop() */
  async run(): Promise<Outcome<Run>> {
    let after: QueuePosition | undefined;
    for (;;) {
      const done = await this.#part(after);
      if (done.refused) return done;
      const { run, next } = done.value;
      if (next === null) return ok(run);
      after = next;
    }
  }

  /** Alone with the cluster in memory: a part is decided on it, and taken back when it is written, or lost, or dry. */
  #part(after: QueuePosition | undefined): Promise<Outcome<DonePart>> {
    return this.input.clusters.use(this.input.clusterId, (cluster) => this.#partOn(cluster, after));
  }

  async #partOn(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<DonePart>> {
    for (let lost = 0; lost < MAX_LOST; lost++) {
      this.#goOn();
      const done = await unlessLost(() => this.#attemptWhole(cluster, after));
      if (done !== undefined) return done;
      if (this.input.request.baseRevision !== undefined) return this.#baseMoved();
    }
    return this.#partWithHeadHeld(cluster, after);
  }

  /** Undefined when the cluster has moved meanwhile. */
  async #attemptWhole(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<DonePart> | undefined> {
    const attempted = await this.#attempt(cluster, after);
    if (attempted === undefined || attempted.refused) return attempted;
    const { read, plan = await this.#decide(read), written = await this.#commit(read, plan) } = attempted.value;
    if (written === undefined) return undefined;
    const { run, head, at } = written;
    if (head !== null) settlePart(cluster, { read, plan, head, at });
    return ok({ run, next: read.next });
  }

  /**
   * Reads a part, and where it is small and nothing new is to be noted first, decides and writes it in the same
   * transaction: no lock is held meanwhile, and it is decided before another transaction could begin.
   */
  async #attempt(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<AttemptedPart> | undefined> {
    const began = performance.now();
    return this.input.database.transactionFrom(this.input.caller, {
      snapshot: true,
      first: (tx) => this.#reader.read(tx, after),
      then: async (tx, reading): Promise<Outcome<AttemptedPart> | undefined> => {
        const prepared = await this.#reader.prepare(tx, cluster, reading);
        this.#tally.readSince(began);
        if (prepared.refused) return prepared;
        const read = prepared.value;
        if (read.pods.length > FEW_ROWS) return ok({ read });
        const plan = await this.#decide(read);
        const refs = this.input.usedProfiles.known(this.input.clusterId, profilesOf(read, plan));
        if (refs === undefined || this.#stopped) return ok({ read, plan });
        tx.advanceTime();
        const written = await this.#write(tx, read, { plan, refs, concludes: true });
        if (written !== undefined) return ok({ read, plan, written });
        tx.abandon();
        return undefined;
      },
    });
  }

  async #commit(read: ReadPart, plan: PartPlan): Promise<WrittenPart | undefined> {
    const { database, caller, clusterId, usedProfiles } = this.input;
    this.#goOn();
    const refs = await usedProfiles.note(caller, clusterId, profilesOf(read, plan));
    return database.transaction(caller, async (tx) => {
      const written = await this.#write(tx, read, { plan, refs });
      if (written === undefined) tx.abandon();
      return written;
    });
  }

  /** Others wait while this decides; the profiles were noted by the attempts that were lost. */
  #partWithHeadHeld(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<DonePart>> {
    const { database, caller, clusterId } = this.input;
    return database.transaction(caller, async (tx) => {
      await waitForLocks(tx, PATIENCE_MS);
      await lockHead(tx, clusterId);
      const [reading] = await tx.together(() => this.#reader.read(tx, after));
      const prepared = await this.#reader.prepare(tx, cluster, reading);
      if (prepared.refused) return prepared;
      const read = prepared.value;
      const plan = await this.#decide(read);
      const refs = await noteProfiles(tx, clusterId, profilesOf(read, plan));
      const written = await this.#write(tx, read, { plan, refs, headHeld: true });
      if (written === undefined) throw new Error(`the locked head of cluster ${clusterId} moved`);
      return ok({ run: written.run, next: read.next });
    });
  }

  #decide({ state, profiles, traceBudget, pods }: ReadPart): Promise<PartPlan> {
    const { request, runId } = this.input;
    return this.#tally.deciding(() =>
      decidePart({
        state,
        ...triedPods(pods, (schedulerName) => profiles.serves(schedulerName)),
        profileOf: (pod: Pod): ResolvedProfile => profiles.of(pod),
        tieBreak: request.tieBreak,
        seed: request.seed,
        preemption: request.preemption,
        traceBudget,
        sharesBases: this.#sink.isHistory,
        runId,
        now: state.budgets.at.toISOString(),
        firstOrdinal: this.#tally.committed,
        firstChunk: this.#tally.chunks,
        progress: (decided) => {
          this.#goOn();
          this.#tally.progress(decided);
        },
      }),
    );
  }

  #goOn(): void {
    if (this.#stopped) throw new RunStopped();
  }

  /** The part, the run's row, and with the last part what the caller keeps; undefined when the cluster has moved. */
  async #write(tx: Transaction, read: ReadPart, { plan, refs, ...end }: PartWrite): Promise<WrittenPart | undefined> {
    const { clusterId, runId, finishing, database } = this.input;
    const { state, next } = read;
    const writingSince = performance.now();
    let run: Run | undefined;
    const progress = async (): Promise<void> => {
      run = await this.#row.note(tx, {
        plan,
        writingSince,
        revision: this.#sink.isHistory ? state.head.revision + 1n : null,
        isLast: next === null,
        profile: refs.get(read.profiles.main),
        baseRevision: this.#reader.baseRevision,
      });
    };
    // What has an end of its own to write, or is to be looked at first, does not go with the end of the transaction.
    const concludes = end.concludes === true && !this.#row.isThere && (next !== null || finishing === undefined);
    const ref = { clusterId, runId, part: this.#tally.parts, firstOrdinal: this.#tally.committed };
    const kept = await this.#sink.keep(tx, { ref, plan, refs, state, database }, { ...end, progress, concludes });
    if (kept === undefined) return undefined;
    if (run === undefined) throw new Error(`run ${runId} was ended by somebody else`);
    if (next === null) await finishing?.(tx, run);
    this.#row.written();
    this.#tally.commit(plan, performance.now() - writingSince);
    return { run, head: kept.head, at: tx.at };
  }

  async #baseMoved(): Promise<Outcome<never>> {
    const { database, caller, clusterId, request } = this.input;
    const head = await database.transaction(caller, (tx) => lockHead(tx, clusterId));
    return refuse({ kind: 'RevisionConflict', given: request.baseRevision ?? '', current: String(head.revision) });
  }
}

/** Those of the run and of its decisions. */
function profilesOf({ profiles }: ReadPart, { decisions }: PartPlan): Set<ResolvedProfile> {
  const used = new Set([profiles.main]);
  for (const { profile } of decisions) if (profile !== null) used.add(profile);
  return used;
}

/** Undefined also where it is an error that says so. */
async function unlessLost<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (lostRace(error)) return undefined;
    throw error;
  }
}
