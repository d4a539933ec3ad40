import { inSpan, type Span } from '#spans';
import { FEW_ROWS, type Caller, type Database, type Transaction } from '#database';
import type { Pod } from '#scheduler';
import { Busy, lostRace, ok, Deadline, unlessBusy, untilWon, type Outcome } from '#requests';
import type { ResolvedProfile } from '../profiles/index.js';
import type { WarmCluster, WarmClusters } from '#state';
import { lockHead, type ClusterHead } from '#writes';
import { noteProfiles, settlePart, type ProfileRefs, type UsedProfiles } from './commit/index.js';
import { decidePart, type PartInput, type PartPlan } from './decide/index.js';
import { PartReader, triedPods, type PartReading, type QueuePosition, type ReadPart } from './read/index.js';
import { StoredManifests, type ExtenderCalls } from '../extenders/index.js';
import { isOfFew } from './schedule-request.js';
import { RunRow, type RunIdentity } from './run-row.js';
import { RunEnded, RunStopped } from './run-stops.js';
import { RunTally } from './run-tally.js';
import type { Run } from './run.js';
import type { SurvivingRun } from './surviving-run.js';
import { decidedAt, dryRun, log, type PartEnd, type Sink } from './sinks/index.js';

/** What one execution is for. */
export interface ExecutionInput extends RunIdentity {
  readonly database: Database;
  readonly clusters: WarmClusters;
  readonly caller: Caller;
  /** Pods of one transaction at most. */
  readonly partPods: number;
  readonly usedProfiles: UsedProfiles;
  readonly extenders: ExtenderCalls;
  /** How long its first part waits for others at most; milliseconds. */
  readonly deadlineMs: number;
  /** Where it goes on that another process began. */
  readonly from?: Pick<SurvivingRun, 'after' | 'tallied'> | undefined;
  /** Called within the transaction of each part but the last: with this another process goes on. */
  readonly surviving?: ((tx: Transaction, how: Pick<SurvivingRun, 'after' | 'tallied'>) => Promise<void>) | undefined;
  /** Called with the finished run, inside the transaction of its last part. */
  readonly finishing?: (tx: Transaction, run: Run) => Promise<void>;
}

/** What of it is of one call. */
export type ExecutionPlace = Pick<
  ExecutionInput,
  'clusterId' | 'runId' | 'announced' | 'deadlineMs' | 'finishing' | 'from' | 'surviving'
>;

/** After this many lost races a part is decided with the head held, so that progress is certain. */
const MAX_LOST = 2;

/** How long a part waits for others when no caller waits for it, or when it is not the first of its run. */
export const BEGUN_DEADLINE_MS = 600_000;

/** A run that has not decided with the head locked stops waiting for it: the head will have moved. */
const UNHELD_DEADLINE_MS = 250;

/** Pods at most that are decided while the head is held: others wait a fraction of a second. */
const HELD_PODS = 500;

/** A part that was lost is tried again with so many times fewer pods, to be done before the cluster moves again. */
const SMALLER = 4;

/** What a part came to. */
type DonePart = Pick<ReadPart, 'next'> & { readonly run: Run };

/** Where a part begins that is decided with the head held. */
type HeldPlace = Pick<PartPlace, 'after'> & { readonly lockTimeoutMs: number };

/** What a part writes, beside how its transaction stands. */
type PartWrite = Omit<PartEnd, 'progress'> & { readonly plan: PartPlan; readonly refs: ProfileRefs };

/** A part as its transaction wrote it. */
interface WrittenPart {
  readonly run: Run;
  /** Null where it is of no history. */
  readonly head: ClusterHead | null;
  readonly at: Date;
  readonly tookMs: number;
}

/** Where a part begins, and how long it may wait for others. */
interface PartPlace {
  readonly after: QueuePosition | undefined;
  readonly deadlineMs: number;
}

/** How far an attempt at a part came in the transaction that read it: `written` when all of it was done there. */
interface AttemptedPart {
  readonly read: ReadPart;
  readonly plan?: PartPlan;
  readonly written?: WrittenPart;
}

/**
 * One run: reads, decides outside of any transaction, commits with compare-and-set; part by part, each whole or absent.
 */
export class RunExecution {
  readonly #tally: RunTally;
  readonly #reader: PartReader;
  readonly #row: RunRow;
  readonly #sink: Sink;
  /** Pods of the next part at most. */
  #limit: number;
  /** Pods of the part that was read last. */
  #pods = 0;
  /** Deciding may wait for an external party, and no other caller is to wait for that. */
  #asks = false;
  #stopped = false;

  constructor(private readonly input: ExecutionInput) {
    this.#limit = input.partPods;
    this.#tally = new RunTally(input.from?.tallied);
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
  run(): Promise<Outcome<Run>> {
    const { clusterId, runId, request } = this.input;
    const what = { 'berth.cluster': clusterId, 'berth.run': runId, 'berth.dry_run': request.dryRun };
    return inSpan('run', what, async (span) => {
      const outcome = await this.#parts();
      if (outcome.refused) span.set({ 'berth.refused': outcome.refusal.kind });
      else {
        const { selected, scheduled } = outcome.value.counts;
        span.set({ 'berth.selected': selected, 'berth.scheduled': scheduled, 'berth.parts': outcome.value.parts });
      }
      return outcome;
    });
  }

  async #parts(): Promise<Outcome<Run>> {
    let after = this.input.from?.after;
    for (;;) {
      const part = after;
      const done = await unlessBusy(() => this.#part(part));
      if (done.refused) return done;
      const { run, next } = done.value;
      if (next === null) return ok(run);
      after = next;
    }
  }

  /** Alone with the cluster in memory: a part is decided on it, and taken back when it is written, or lost, or dry. */
  #part(after: QueuePosition | undefined): Promise<Outcome<DonePart>> {
    const { clusters, clusterId } = this.input;
    // A run that has begun goes on: it is at work, even when other work runs between its parts.
    const deadlineMs = after === undefined ? this.input.deadlineMs : BEGUN_DEADLINE_MS;
    const deadline = new Deadline(deadlineMs);
    return inSpan('run part', { 'berth.part': this.#tally.parts }, () =>
      clusters.use(clusterId, (cluster) => this.#partOn(cluster, { after, deadlineMs }), { deadline }),
    );
  }

  async #partOn(cluster: WarmCluster, { after, deadlineMs }: PartPlace): Promise<Outcome<DonePart>> {
    for (let lost = 0; lost < MAX_LOST; lost++) {
      this.#goOn();
      const done = await unlessLost(() => this.#attemptWhole(cluster, after));
      if (done !== undefined) {
        if (lost === 0) this.#limit = Math.min(this.#limit * SMALLER, this.input.partPods);
        return done;
      }
      // With the head held it is seen as well whether the cluster is still the one that it must be.
      if (this.#pods <= HELD_PODS || this.input.request.baseRevision !== undefined) break;
      this.#limit = Math.ceil(this.#pods / SMALLER);
    }
    if (this.#asks) return this.#untilUnmoved(cluster, { after, deadlineMs });
    this.#limit = Math.min(HELD_PODS, this.input.partPods);
    // The wait in the queue of the process had half of it; the time since was spent on decisions, not on waiting.
    const deadline = new Deadline(deadlineMs / 2);
    return untilWon(deadline, () => this.#partWithHeadHeld(cluster, { after, lockTimeoutMs: deadline.leftMs }));
  }

  /** A part that waits for an external party holds no lock: it is tried again and again, smaller each time. */
  async #untilUnmoved(cluster: WarmCluster, { after, deadlineMs }: PartPlace): Promise<Outcome<DonePart>> {
    for (const deadline = new Deadline(deadlineMs); !deadline.isOver;) {
      this.#goOn();
      this.#limit = Math.max(1, Math.ceil(this.#pods / SMALLER));
      const done = await unlessLost(() => this.#attemptWhole(cluster, after));
      if (done !== undefined) return done;
    }
    throw new Busy();
  }

  /** Undefined when the cluster has moved meanwhile. */
  async #attemptWhole(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<DonePart> | undefined> {
    const attempted = await this.#attempt(cluster, after);
    if (attempted === undefined || attempted.refused) return attempted;
    const { read, plan = await this.#decide(read) } = attempted.value;
    const written = attempted.value.written ?? (await this.#commit(read, plan));
    if (written === undefined) return undefined;
    this.#wrote(read, plan, written);
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
      lockTimeoutMs: UNHELD_DEADLINE_MS,
      first: (tx) => this.#reader.read(tx, { after, limit: this.#limit }),
      then: async (tx, reading): Promise<Outcome<AttemptedPart> | undefined> => {
        const prepared = await this.#prepare(tx, cluster, reading);
        this.#tally.readSince(began);
        if (prepared.refused) return prepared;
        const read = prepared.value;
        this.#pods = read.pods.length;
        this.#asks = read.profiles.ask;
        if (read.pods.length > FEW_ROWS || this.#asks) return ok({ read });
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
    return database.transaction(
      caller,
      async (tx) => {
        const written = await this.#write(tx, read, { plan, refs });
        if (written === undefined) tx.abandon();
        return written;
      },
      { lockTimeoutMs: UNHELD_DEADLINE_MS },
    );
  }

  /** Others wait while this decides, and so it is few pods. */
  async #partWithHeadHeld(cluster: WarmCluster, { after, lockTimeoutMs }: HeldPlace): Promise<Outcome<DonePart>> {
    const { database, caller, clusterId } = this.input;
    this.#goOn();
    const done = await database.transaction(
      caller,
      async (tx): Promise<Outcome<AttemptedPart & { readonly written: WrittenPart; readonly plan: PartPlan }>> => {
        await lockHead(tx, clusterId);
        const [reading] = await tx.together(() => this.#reader.read(tx, { after, limit: this.#limit }));
        const prepared = await this.#prepare(tx, cluster, reading);
        if (prepared.refused) return prepared;
        const read = prepared.value;
        // A profile that asks an external party came meanwhile: no wait for external parties in here.
        if (read.profiles.ask) throw new Busy();
        const plan = await this.#decide(read);
        const refs = await noteProfiles(tx, clusterId, profilesOf(read, plan));
        const written = await this.#write(tx, read, { plan, refs, headHeld: true });
        if (written === undefined) throw new Error(`the locked head of cluster ${clusterId} moved`);
        return ok({ read, plan, written });
      },
      { lockTimeoutMs },
    );
    if (done.refused) return done;
    const { read, plan, written } = done.value;
    this.#wrote(read, plan, written);
    return ok({ run: written.run, next: read.next });
  }

  /** What is known of the run from then on: nothing of a part that is rolled back. */
  #wrote({ forbidden }: ReadPart, plan: PartPlan, { tookMs }: WrittenPart): void {
    this.#row.written();
    this.#tally.commit({ plan, forbidden }, tookMs);
  }

  #prepare(tx: Transaction, cluster: WarmCluster, reading: PartReading): Promise<Outcome<ReadPart>> {
    return inSpan('run snapshot', {}, () => this.#reader.prepare(tx, cluster, reading));
  }

  #decide(read: ReadPart): Promise<PartPlan> {
    const { pods, state } = read;
    return inSpan('run decide', { 'berth.pods': pods.length, 'berth.nodes': state.nodes.length }, () =>
      this.#tally.deciding(() => this.#plan(read)),
    );
  }

  #plan({ state, profiles, traceBudget, pods }: ReadPart): Promise<PartPlan> {
    const { request, runId } = this.input;
    return decidePart({
      isSmall: isOfFew(request),
      state,
      ...triedPods(pods, (schedulerName) => profiles.serves(schedulerName)),
      profileOf: (pod: Pod): ResolvedProfile => profiles.of(pod),
      tieBreak: request.tieBreak,
      seed: request.seed,
      preemption: request.preemption,
      traceBudget,
      sharesBases: this.#sink.isHistory,
      runId,
      now: decidedAt(state).toISOString(),
      firstOrdinal: this.#tally.committed,
      firstChunk: this.#tally.chunks,
      ...(profiles.ask && { ask: this.#asking() }),
      progress: (decided) => {
        this.#goOn();
        this.#tally.progress(decided);
      },
    });
  }

  /** Questions of one part: what it reads for them stands as long as the part. */
  #asking(): NonNullable<PartInput['ask']> {
    const { extenders, database, caller, clusterId, request } = this.input;
    const asked = { manifests: new StoredManifests(database, { caller, clusterId }), dryRun: request.dryRun };
    return async ({ questions }) => {
      const answers = await extenders.ask(questions, asked);
      this.#goOn();
      return answers;
    };
  }

  #goOn(): void {
    if (this.#stopped) throw new RunStopped();
  }

  /** The part, the run's row, and with the last part what the caller keeps; undefined when the cluster has moved. */
  #write(tx: Transaction, read: ReadPart, write: PartWrite): Promise<WrittenPart | undefined> {
    return inSpan('run commit', {}, (span) => this.#writeIn(tx, read, { ...write, span }));
  }

  async #writeIn(
    tx: Transaction,
    read: ReadPart,
    { plan, refs, span, ...end }: PartWrite & { readonly span: Span },
  ): Promise<WrittenPart | undefined> {
    const { clusterId, runId, finishing, database } = this.input;
    const { state, next, forbidden } = read;
    const writingSince = performance.now();
    let run: Run | undefined;
    const progress = async (): Promise<void> => {
      run = await this.#row.note(tx, {
        plan,
        forbidden,
        writingSince,
        revision: this.#sink.isHistory ? state.head.revision + 1n : null,
        isLast: next === null,
        profile: refs.get(read.profiles.main),
        baseRevision: this.#reader.baseRevision,
        teamId: state.head.teamId,
      });
      if (run !== undefined && next !== null)
        await this.input.surviving?.(tx, {
          after: next,
          tallied: this.#tally.talliedWith({ plan, forbidden }, performance.now() - writingSince),
        });
    };
    // What has an end of its own to write, or is to be looked at first, does not go with the end of the transaction.
    const concludes = end.concludes === true && !this.#row.isThere && (next !== null || finishing === undefined);
    const ref = { clusterId, runId, part: this.#tally.parts, firstOrdinal: this.#tally.committed };
    const kept = await this.#sink.keep(tx, { ref, plan, refs, state, database }, { ...end, progress, concludes });
    span.set({ 'berth.lost': kept === undefined });
    if (kept === undefined) return undefined;
    if (run === undefined) throw new RunEnded(runId);
    if (next === null) await finishing?.(tx, run);
    return { run, head: kept.head, at: tx.at, tookMs: performance.now() - writingSince };
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
