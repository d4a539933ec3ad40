import type { ProfileRef } from '#audit';
import type { Caller, Database, Transaction } from '#database';
import type { Pod } from '#scheduler';
import {
  lockHead,
  lostRace,
  type ClusterHead,
  findClusterById,
  headOfRow,
  traceBudgetOf,
  type ClusterRow,
  type TraceBudget,
  type StoredObject,
  ok,
  refuse,
  type Outcome,
} from '#cluster';
import type { ResolvedProfile } from '../profiles/index.js';
import type { ClusterState, WarmCluster, WarmClusters } from '../warm-state/index.js';
import { boundRows } from './bound-rows.js';
import { commitPart, keepDryRunPart, type PartEnd, type PartRef, type PartWrite } from './commit-part.js';
import { decidePart, type PartPlan } from './decide-part.js';
import { selectPods, skipReason, type QueueSlice } from './pod-selection.js';
import type { QueuePosition } from './queued-pods.queries.js';
import type { QueuedPod } from './queued-pod.js';
import { RunProfiles } from './run-profiles.js';
import { RunTally } from './run-tally.js';
import type { Run } from './run.js';
import { insertRun, updateRun, waitForLocks, type RunStart } from './run.store.js';
import type { ScheduleRequest } from './schedule-request.js';
import { noteProfiles, type UsedProfiles } from './used-profiles.js';

/** What one execution is for. */
export interface ExecutionInput {
  readonly database: Database;
  readonly clusters: WarmClusters;
  readonly caller: Caller;
  readonly clusterId: string;
  readonly runId: string;
  readonly owner: string;
  readonly request: ScheduleRequest;
  /** Pods of one transaction at most. */
  readonly partPods: number;
  readonly usedProfiles: UsedProfiles;
  /** The run's row is there already: a face answered with it before the work began. */
  readonly announced: boolean;
  /** Called with the finished run, inside the transaction of its last part. */
  readonly finishing?: (tx: Transaction, run: Run) => Promise<void>;
}

/** After this many lost races a part is decided with the head held, so that progress is certain. */
const MAX_LOST = 3;

/** How long the head is waited for then: longer than anybody else needs it. */
const PATIENCE_MS = 600_000;

/** So few pods are decided in the transaction that read them: no lock is held meanwhile, and they are decided before another could begin. */
const FEW = 16;

/** What a part is read from, in statements that go along with the beginning of a transaction. */
interface PartReading {
  readonly cluster: ClusterRow | undefined;
  readonly profiles: Outcome<RunProfiles>;
  readonly selected: Outcome<QueueSlice>;
}

interface PreparedPart {
  readonly state: ClusterState;
  readonly profiles: RunProfiles;
  readonly traceBudget: TraceBudget;
  readonly pods: readonly QueuedPod[];
  /** Where the next part begins; null when this is the last. */
  readonly next: QueuePosition | null;
}

/** What a part came to. */
type CommittedPart = Pick<PreparedPart, 'next'> & { readonly run: Run };

/** A part as its transaction wrote it; a dry run has no head. */
interface WrittenPart {
  readonly run: Run;
  readonly head: ClusterHead | undefined;
  readonly at: Date;
}

/** How far an attempt at a part came in the transaction that read it: `written` when all of it was done there. */
interface AttemptedPart {
  readonly prepared: PreparedPart;
  readonly plan?: PartPlan;
  readonly written?: WrittenPart;
}

/** The service ends, and the run with it. */
export class RunStopped extends Error {
  constructor() {
    super('the service was stopped; the parts that are there are whole');
  }
}

/** One run: reads, decides outside of any transaction, commits with compare-and-set; part by part, each whole or absent. */
export class RunExecution {
  readonly #tally = new RunTally();
  readonly #createdAt = new Date();
  #baseRevision: bigint | undefined;
  #profiles: RunProfiles | undefined;
  /** Of the cluster, as the run began. */
  #traceBudget: TraceBudget | undefined;
  #started: boolean;
  #stopped = false;

  constructor(private readonly input: ExecutionInput) {
    this.#started = input.announced;
  }

  /** Pods decided so far, in parts that may still be lost. */
  get decided(): number {
    return this.#tally.decided;
  }

  /** Ends the run at its next turn: what is committed stays, the part under way is lost. */
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
  #part(after: QueuePosition | undefined): Promise<Outcome<CommittedPart>> {
    return this.input.clusters.use(this.input.clusterId, (cluster) => this.#partOn(cluster, after));
  }

  async #partOn(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<CommittedPart>> {
    for (let lost = 0; lost < MAX_LOST; lost++) {
      this.#goOn();
      const done = await unlessLost(() => this.#attemptWhole(cluster, after));
      if (done !== undefined) return done;
      if (this.input.request.baseRevision !== undefined) return this.#baseMoved();
    }
    return this.#partWithHeadHeld(cluster, after);
  }

  /** Undefined when the cluster has moved meanwhile. */
  async #attemptWhole(
    cluster: WarmCluster,
    after: QueuePosition | undefined,
  ): Promise<Outcome<CommittedPart> | undefined> {
    const attempted = await this.#attempt(cluster, after);
    if (attempted === undefined || attempted.refused) return attempted;
    const {
      prepared,
      plan = await this.#decide(prepared),
      written = await this.#commit(prepared, plan),
    } = attempted.value;
    if (written === undefined) return undefined;
    settle(cluster, { prepared, plan, written });
    return ok({ run: written.run, next: prepared.next });
  }

  /** Reads a part, and where it is small and nothing new is to be noted first, decides and writes it in the same transaction. */
  async #attempt(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<AttemptedPart> | undefined> {
    const began = performance.now();
    return this.input.database.transactionFrom(this.input.caller, {
      snapshot: true,
      first: (tx) => this.#read(tx, after),
      then: async (tx, reading): Promise<Outcome<AttemptedPart> | undefined> => {
        const outcome = await this.#prepare(tx, cluster, { reading, after });
        this.#tally.readSince(began);
        if (outcome.refused || outcome.value.pods.length > FEW)
          return outcome.refused ? outcome : ok({ prepared: outcome.value });
        const prepared = outcome.value;
        const plan = await this.#decide(prepared);
        const refs = this.input.usedProfiles.known(this.input.clusterId, profilesOf(prepared, plan));
        if (refs === undefined || this.#stopped) return ok({ prepared, plan });
        tx.advanceTime();
        const written = await this.#write(tx, prepared, { plan, refs, concludes: true });
        if (written !== undefined) return ok({ prepared, plan, written });
        tx.abandon();
        return undefined;
      },
    });
  }

  async #commit(prepared: PreparedPart, plan: PartPlan): Promise<WrittenPart | undefined> {
    const { database, caller, clusterId, usedProfiles } = this.input;
    this.#goOn();
    const refs = await usedProfiles.note(caller, clusterId, profilesOf(prepared, plan));
    return database.transaction(caller, async (tx) => {
      const written = await this.#write(tx, prepared, { plan, refs });
      if (written === undefined) tx.abandon();
      return written;
    });
  }

  /** Others wait while this decides; the profiles were noted by the attempts that were lost. */
  #partWithHeadHeld(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<CommittedPart>> {
    const { database, caller, clusterId } = this.input;
    return database.transaction(caller, async (tx) => {
      await waitForLocks(tx, PATIENCE_MS);
      await lockHead(tx, clusterId);
      const [reading] = await tx.together(() => this.#read(tx, after));
      const outcome = await this.#prepare(tx, cluster, { reading, after });
      if (outcome.refused) return outcome;
      const prepared = outcome.value;
      const plan = await this.#decide(prepared);
      const written = await this.#write(tx, prepared, {
        plan,
        refs: await noteProfiles(tx, clusterId, profilesOf(prepared, plan)),
      });
      if (written === undefined) throw new Error(`the locked head of cluster ${clusterId} moved`);
      return ok({ run: written.run, next: prepared.next });
    });
  }

  /** Statements that do not wait for each other. */
  async #read(tx: Transaction, after: QueuePosition | undefined): Promise<PartReading> {
    const { clusterId, request, partPods } = this.input;
    const [cluster, profiles, selected] = await Promise.all([
      findClusterById(tx, clusterId),
      this.#profilesOf(tx),
      selectPods(tx, clusterId, request.pods, { after, limit: partPods }),
    ]);
    return { cluster, profiles, selected };
  }

  async #prepare(
    tx: Transaction,
    warm: WarmCluster,
    {
      reading: { cluster, profiles, selected },
      after,
    }: { readonly reading: PartReading; readonly after: QueuePosition | undefined },
  ): Promise<Outcome<PreparedPart>> {
    const { request } = this.input;
    if (cluster === undefined) return refuse({ kind: 'ClusterNotFound', cluster: request.cluster });
    if (profiles.refused) return profiles;
    if (selected.refused) return selected;
    const head = headOfRow(cluster);
    if (this.#tally.parts === 0) this.#baseRevision = head.revision;
    if (
      request.baseRevision !== undefined &&
      this.#tally.parts === 0 &&
      request.baseRevision !== String(head.revision)
    ) {
      return refuse({ kind: 'RevisionConflict', given: request.baseRevision, current: String(head.revision) });
    }
    const state = await warm.read(tx, head);
    this.#traceBudget ??= traceBudgetOf(cluster);
    const { pods, next } = selected.value;
    return ok({
      state,
      profiles: profiles.value,
      traceBudget: this.#traceBudget,
      pods,
      next: next && { ...next, until: after?.until ?? state.head.position },
    });
  }

  /** As they are when the run begins: its later parts are decided by the same. */
  async #profilesOf(tx: Transaction): Promise<Outcome<RunProfiles>> {
    if (this.#profiles !== undefined && this.#tally.parts > 0) return ok(this.#profiles);
    const read = await RunProfiles.read(tx, this.input.clusterId, this.input.request.profile);
    if (!read.refused) this.#profiles = read.value;
    return read;
  }

  #decide({ state, profiles, traceBudget, pods }: PreparedPart): Promise<PartPlan> {
    const { request, runId } = this.input;
    const tried: StoredObject[] = [];
    const skipped: { pod: StoredObject; reason: NonNullable<ReturnType<typeof skipReason>> }[] = [];
    for (const pod of pods) {
      const reason = skipReason(pod, (schedulerName) => profiles.serves(schedulerName));
      if (reason === undefined) tried.push(pod);
      else skipped.push({ pod, reason });
    }
    return this.#tally.deciding(() =>
      decidePart({
        state,
        pods: tried,
        skipped,
        profileOf: (pod: Pod): ResolvedProfile => profiles.of(pod),
        tieBreak: request.tieBreak,
        seed: request.seed,
        preemption: request.preemption,
        traceBudget,
        sharesBases: !request.dryRun,
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
  async #write(
    tx: Transaction,
    prepared: PreparedPart,
    { concludes = false, ...work }: PartWrite & Pick<PartEnd, 'concludes'>,
  ): Promise<WrittenPart | undefined> {
    const { clusterId, runId, request, finishing } = this.input;
    const { state, next } = prepared;
    const started = performance.now();
    const ref: PartRef = { clusterId, runId, part: this.#tally.parts, firstOrdinal: this.#tally.committed };
    let run: Run | undefined;
    const alongside = async (): Promise<void> => {
      run = await this.#note(tx, prepared, { work, started });
    };
    let head: ClusterHead | undefined;
    if (request.dryRun) {
      await keepDryRunPart(tx, ref, work);
      await alongside();
    } else {
      // What has an end of its own to write, or is to be looked at first, does not go with the end of the transaction.
      const end = { alongside, concludes: concludes && !this.#started && (next !== null || finishing === undefined) };
      head = await commitPart(tx, ref, { ...work, ...end, state });
      if (head === undefined) return undefined;
    }
    if (run === undefined) throw new Error(`run ${runId} was ended by somebody else`);
    if (next === null) await finishing?.(tx, run);
    this.#started = true;
    this.#tally.commit(work.plan, performance.now() - started);
    return { run, head, at: tx.at };
  }

  /** How far the run is with a part; undefined when it was ended by somebody else. */
  #note(
    tx: Transaction,
    { state, profiles, next }: PreparedPart,
    { work, started }: { readonly work: PartWrite; readonly started: number },
  ): Promise<Run | undefined> {
    const { clusterId, runId, request } = this.input;
    const revision = request.dryRun ? null : String(state.head.revision + 1n);
    const progress = {
      ...this.#tally.with(work.plan, performance.now() - started),
      revision,
      state: next === null ? ('complete' as const) : ('running' as const),
    };
    return this.#started
      ? updateRun(tx, { clusterId, runId }, progress)
      : insertRun(tx, this.#start(work.refs.get(profiles.main)), progress);
  }

  #start(profile: ProfileRef | undefined): RunStart {
    if (profile === undefined) throw new Error('the profile of the run was not noted');
    const { clusterId, runId, request, owner } = this.input;
    const { tieBreak, preemption, dryRun } = request;
    return {
      id: runId,
      cluster: clusterId,
      dryRun,
      baseRevision: String(this.#baseRevision ?? 0n),
      profile,
      tieBreak,
      seed: String(request.seed),
      preemption,
      owner,
      createdAt: this.#createdAt,
    };
  }

  async #baseMoved(): Promise<Outcome<never>> {
    const { database, caller, clusterId, request } = this.input;
    const head = await database.transaction(caller, (tx) => lockHead(tx, clusterId));
    return refuse({ kind: 'RevisionConflict', given: request.baseRevision ?? '', current: String(head.revision) });
  }
}

/** Those of the run and of its decisions. */
function profilesOf({ profiles }: PreparedPart, { decisions }: PartPlan): Set<ResolvedProfile> {
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

/** What was written is in memory from now on, and what was not is gone from there. */
function settle(
  cluster: WarmCluster,
  {
    prepared: { state, pods },
    plan,
    written: { head, at },
  }: { readonly prepared: PreparedPart; readonly plan: PartPlan; readonly written: WrittenPart },
): void {
  if (head === undefined) return;
  for (const base of plan.bases) state.traceBases.keep(base);
  if (plan.chunks.length > 0) plan.nodeSet.stored = true;
  const bound = boundRows(plan, { pods, at });
  if (bound !== undefined) cluster.settle(head, bound);
}
