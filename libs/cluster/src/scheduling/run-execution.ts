import type { ProfileRef } from '#audit';
import { POSTGRES_ERROR, postgresErrorCode, type Caller, type Database, type Transaction } from '#database';
import type { Pod } from '#scheduler';
import { lockHead } from '../changes/index.js';
import type { TraceBudget } from '../clusters/index.js';
import type { StoredObject } from '../objects/index.js';
import { ok, refuse, type Outcome } from '../outcome/index.js';
import type { ResolvedProfile } from '../profiles/index.js';
import type { ClusterState, WarmCluster, WarmClusters } from '../state/index.js';
import { commitPart, keepDryRunPart, type PartRef, type PartWrite } from './commit-part.js';
import { decidePart, type PartPlan } from './decide-part.js';
import { selectPods, skipReason, type QueuePosition } from './pod-selection.js';
import { RunProfiles } from './run-profiles.js';
import { RunTally } from './run-tally.js';
import type { Run } from './run.js';
import { insertRun, updateRun, type RunStart } from './run.store.js';
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
  /** Of the cluster, as the run began. */
  readonly traceBudget: TraceBudget;
  /** The run's row is there already: a face answered with it before the work began. */
  readonly announced: boolean;
  /** Called with the finished run, inside the transaction of its last part. */
  readonly finishing: (tx: Transaction, run: Run) => Promise<void>;
}

/** After this many lost races a part is decided with the head held, so that progress is certain. */
const MAX_LOST = 3;

/** How long the head is waited for then: longer than anybody else needs it. */
const PATIENCE_MS = 600_000;

interface PreparedPart {
  readonly state: ClusterState;
  readonly profiles: RunProfiles;
  readonly pods: readonly StoredObject[];
  /** Where the next part begins; null when this is the last. */
  readonly next: QueuePosition | null;
}

/** What a part came to. */
type CommittedPart = Pick<PreparedPart, 'next'> & { readonly run: Run };

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
    const { database, caller, request } = this.input;
    for (let lost = 0; lost < MAX_LOST; lost++) {
      this.#goOn();
      const prepared = await this.#tally.reading(() =>
        database.transaction(caller, (tx) => this.#prepare(tx, cluster, after), { snapshot: true, readOnly: true }));
      if (prepared.refused) return prepared;
      const plan = await this.#decide(prepared.value);
      this.#goOn();
      const committed = await this.#commit(prepared.value, plan);
      if (committed !== undefined) return ok({ run: committed, next: prepared.value.next });
      if (request.baseRevision !== undefined) return this.#baseMoved();
    }
    return this.#partWithHeadHeld(cluster, after);
  }

  async #commit(prepared: PreparedPart, plan: PartPlan): Promise<Run | undefined> {
    const { database, caller, clusterId, usedProfiles } = this.input;
    const refs = await usedProfiles.note(caller, clusterId, profilesOf(prepared, plan));
    try {
      const written = await database.transaction(caller, async (tx) => {
        const run = await this.#write(tx, prepared, { plan, refs });
        if (run === undefined) tx.abandon();
        return run;
      });
      if (written !== undefined) for (const base of plan.bases) prepared.state.traceBases.keep(base);
      return written;
    } catch (error) {
      if (lostRace(error)) return undefined;
      throw error;
    }
  }

  /** Others wait while this decides; the profiles were noted by the attempts that were lost. */
  #partWithHeadHeld(cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<CommittedPart>> {
    const { database, caller, clusterId } = this.input;
    return database.transaction(caller, async (tx) => {
      await tx.execute(`SET LOCAL lock_timeout = ${PATIENCE_MS}`);
      await lockHead(tx, clusterId);
      const prepared = await this.#prepare(tx, cluster, after);
      if (prepared.refused) return prepared;
      const plan = await this.#decide(prepared.value);
      const run = await this.#write(tx, prepared.value, { plan, refs: await noteProfiles(tx, clusterId, profilesOf(prepared.value, plan)) });
      if (run === undefined) throw new Error(`the locked head of cluster ${clusterId} moved`);
      return ok({ run, next: prepared.value.next });
    });
  }

  async #prepare(tx: Transaction, cluster: WarmCluster, after: QueuePosition | undefined): Promise<Outcome<PreparedPart>> {
    const { clusterId, request } = this.input;
    const [profiles, selected] = await tx.together(
      () => this.#profilesOf(tx),
      () => selectPods(tx, clusterId, request.pods, { after, limit: this.input.partPods }),
    );
    if (profiles.refused) return profiles;
    if (selected.refused) return selected;
    const state = await cluster.read(tx);
    if (this.#tally.parts === 0) this.#baseRevision = state.head.revision;
    if (request.baseRevision !== undefined && this.#tally.parts === 0 && request.baseRevision !== String(state.head.revision)) {
      return refuse({ kind: 'RevisionConflict', given: request.baseRevision, current: String(state.head.revision) });
    }
    const { pods, next } = selected.value;
    return ok({ state, profiles: profiles.value, pods, next: next && { ...next, until: after?.until ?? state.head.position } });
  }

  /** As they are when the run begins: its later parts are decided by the same. */
  async #profilesOf(tx: Transaction): Promise<Outcome<RunProfiles>> {
    if (this.#profiles !== undefined && this.#tally.parts > 0) return ok(this.#profiles);
    const read = await RunProfiles.read(tx, this.input.clusterId, this.input.request.profile);
    if (!read.refused) this.#profiles = read.value;
    return read;
  }

  #decide({ state, profiles, pods }: PreparedPart): Promise<PartPlan> {
    const { request, runId } = this.input;
    const tried: StoredObject[] = [];
    const skipped: { pod: StoredObject; reason: NonNullable<ReturnType<typeof skipReason>> }[] = [];
    for (const pod of pods) {
      const reason = skipReason(pod, (schedulerName) => profiles.serves(schedulerName));
      if (reason === undefined) tried.push(pod);
      else skipped.push({ pod, reason });
    }
    return this.#tally.deciding(() => decidePart({
      state,
      pods: tried,
      skipped,
      profileOf: (pod: Pod): ResolvedProfile => profiles.of(pod),
      tieBreak: request.tieBreak,
      seed: request.seed,
      preemption: request.preemption,
      traceBudget: this.input.traceBudget,
      sharesBases: !request.dryRun,
      runId,
      now: new Date().toISOString(),
      firstOrdinal: this.#tally.committed,
      firstChunk: this.#tally.chunks,
      progress: (decided) => {
        this.#goOn();
        this.#tally.progress(decided);
      },
    }));
  }

  #goOn(): void {
    if (this.#stopped) throw new RunStopped();
  }

  /** The part, the run's row, and with the last part what the caller keeps; undefined when the cluster has moved. */
  async #write(tx: Transaction, { state, profiles, next }: PreparedPart, work: PartWrite): Promise<Run | undefined> {
    const { clusterId, runId, request, finishing } = this.input;
    const started = performance.now();
    const ref: PartRef = { clusterId, runId, part: this.#tally.parts, firstOrdinal: this.#tally.committed };
    let revision: string | null = null;
    if (request.dryRun) {
      await keepDryRunPart(tx, ref, work);
    } else {
      const head = await commitPart(tx, ref, { ...work, state });
      if (head === undefined) return undefined;
      revision = String(head.revision);
    }
    const progress = { ...this.#tally.with(work.plan, performance.now() - started), revision, state: next === null ? 'complete' as const : 'running' as const };
    const run = this.#started ? await updateRun(tx, { clusterId, runId }, progress) : await insertRun(tx, this.#start(work.refs.get(profiles.main)), progress);
    if (run === undefined) throw new Error(`run ${runId} was ended by somebody else`);
    if (next === null) await finishing(tx, run);
    this.#started = true;
    this.#tally.commit(work.plan, performance.now() - started);
    return run;
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

/** Another writer took the same positions first, held the head for long, as a large import does, or waited for us as we for it. */
function lostRace(error: unknown): boolean {
  const code = postgresErrorCode(error);
  if (code === POSTGRES_ERROR.lockNotAvailable) return true;
  if (code === POSTGRES_ERROR.deadlockDetected || code === POSTGRES_ERROR.serializationFailure) return true;
  const { constraint } = error as { constraint?: unknown };
  return code === POSTGRES_ERROR.uniqueViolation && (constraint === 'changes_pkey' || constraint === 'revisions_pkey');
}
