import { findClusterById } from '#cluster';
import { type PageWindow } from '#requests';
import type { CopyTarget, Prisma, Transaction } from '#database';
import { readCounts, storedCounts, type ForbiddenPods, type StoredCounts } from './run-counts.js';
import {
  NO_COUNTS,
  NO_DURATIONS,
  type AskedPods,
  type Run,
  type RunDurations,
  type TieBreak,
  type Preemption,
} from './run.js';

interface RunRow {
  readonly cluster_id: string;
  readonly run_id: string;
  readonly state: Run['state'];
  readonly dry_run: boolean;
  readonly base_revision: string;
  readonly revision: string | null;
  readonly profile_name: string;
  readonly profile_version: number;
  /** From `profiles` where the row has none of its own. */
  readonly digest: Buffer;
  readonly tie_break: TieBreak;
  readonly seed: string;
  readonly preemption: Preemption;
  readonly counts: StoredCounts;
  /** Of rows that were written before there were columns for them. */
  readonly durations: RunDurations | null;
  readonly read_ms: number | null;
  readonly decide_ms: number | null;
  readonly write_ms: number | null;
  readonly total_ms: number | null;
  readonly parts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly actor: string | null;
  readonly asked: AskedPods | null;
}

/** What a run is, from its start to its end. */
export type RunStart = Pick<
  Run,
  'id' | 'cluster' | 'dryRun' | 'baseRevision' | 'profile' | 'tieBreak' | 'seed' | 'preemption'
> & {
  /** Whose cluster it is (UUID). */
  readonly teamId: string;
  /** The process that works on it. */
  readonly owner: string;
  /** When it was asked for. */
  readonly createdAt: Date;
  readonly asked: AskedPods;
};

/** The retention of what a dry run leaves. */
export const DRY_RUN_KEPT_MS = 60 * 60 * 1000;

/** How far a run is. */
export type RunProgress = Partial<Pick<Run, 'state' | 'revision' | 'counts' | 'durations' | 'parts' | 'error'>> & {
  /** What `counts` has the sum of. */
  readonly forbidden?: ForbiddenPods;
};

/** Those of RunRow. */
const COLUMNS = `cluster_id, run_id, state, dry_run, base_revision, revision, profile_name, profile_version,
    coalesce(profile_digest, (
    SELECT p.digest FROM profiles p WHERE p.cluster_id = runs.cluster_id AND p.name = profile_name
      AND p.version = profile_version)) AS digest, tie_break, seed,
  preemption, counts, durations, read_ms, decide_ms, write_ms, total_ms, parts, error, created_at, finished_at, actor,
  asked`;

const RUNS: CopyTarget = {
  table: 'runs',
  columns: {
    cluster_id: 'uuid',
    run_id: 'uuid',
    team_id: 'uuid',
    dry_run: 'bool',
    base_revision: 'int8',
    profile_name: 'text',
    profile_version: 'int4',
    tie_break: 'text',
    seed: 'text',
    preemption: 'text',
    owner: 'uuid',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
    state: 'text',
    finished_at: 'timestamptz',
    revision: 'int8',
    counts: 'jsonb',
    parts: 'int4',
    read_ms: 'float4',
    decide_ms: 'float4',
    write_ms: 'float4',
    total_ms: 'float4',
    actor: 'text',
    asked: 'jsonb',
    principal: 'text',
  },
};

/** Notes a run as it starts, or at its first part with how far it came by that. */
export async function insertRun(
  tx: Transaction,
  run: RunStart,
  progress: Omit<RunProgress, 'error'> = {},
): Promise<Run> {
  const { state = 'running', revision = null, counts = NO_COUNTS, durations = NO_DURATIONS, parts = 0 } = progress;
  const { forbidden = {} } = progress;
  const { profile } = run;
  const finishedAt = state === 'running' ? null : tx.at;
  await tx.copyIn(RUNS, [
    [
      run.cluster,
      run.id,
      run.teamId,
      run.dryRun,
      BigInt(run.baseRevision),
      profile.name,
      profile.version,
      run.tieBreak,
      run.seed,
      run.preemption,
      state === 'running' ? run.owner : null,
      run.createdAt,
      run.dryRun ? new Date(tx.now.getTime() + DRY_RUN_KEPT_MS) : null,
      state,
      finishedAt,
      revision === null ? null : BigInt(revision),
      storedCounts(counts, forbidden),
      parts,
      durations.readMs,
      durations.decideMs,
      durations.writeMs,
      durations.totalMs,
      tx.caller.actor,
      run.asked,
      tx.caller.principal,
    ],
  ]);
  return {
    id: run.id,
    cluster: run.cluster,
    state,
    dryRun: run.dryRun,
    baseRevision: run.baseRevision,
    revision,
    profile,
    tieBreak: run.tieBreak,
    seed: run.seed,
    preemption: run.preemption,
    counts,
    durations,
    parts,
    error: null,
    createdAt: run.createdAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    actor: tx.caller.actor,
    asked: run.asked,
  };
}

/**
 * Notes how far a run is; with a final state, also when it ended. Undefined when it has ended already: an ended run
 * never changes, so that a process that was taken for dead cannot go on with its run.
 */
export async function updateRun(
  tx: Transaction,
  { clusterId, runId }: { readonly clusterId: string; readonly runId: string },
  {
    state = 'running',
    revision = null,
    counts = null,
    durations = null,
    parts = null,
    error = null,
    forbidden = null,
  }: { readonly [Field in keyof RunProgress]?: RunProgress[Field] | null },
): Promise<Run | undefined> {
  const rows = await tx.query<RunRow>(
    `UPDATE runs SET state = $3, finished_at = $4, revision = coalesce($5, revision), counts = coalesce($6, counts),
       parts = coalesce($7, parts), error = $8,
       read_ms = coalesce($9, read_ms), decide_ms = coalesce($10, decide_ms), write_ms = coalesce($11, write_ms),
       total_ms = coalesce($12, total_ms)
     WHERE cluster_id = $1 AND run_id = $2 AND state = 'running' RETURNING ${COLUMNS}`,
    [
      clusterId,
      runId,
      state,
      state === 'running' ? null : tx.at,
      revision,
      counts && storedCounts(counts, forbidden ?? {}),
      parts,
      error,
      durations?.readMs ?? null,
      durations?.decideMs ?? null,
      durations?.writeMs ?? null,
      durations?.totalMs ?? null,
    ],
  );
  return rows[0] && runOf(rows[0]);
}

/** Runs of a cluster: all, or those that had been asked for by a time. */
export interface RunScope {
  readonly clusterId: string;
  /** Null: before there was any. */
  readonly until?: Date | null;
  /** Of dry runs those of this principal alone. */
  readonly dryRunsOf?: string;
}

/** Which runs; all that is given must hold. */
export interface RunFilter {
  readonly state?: Run['state'];
  readonly dryRun?: boolean;
  /** Asked for at this time or later. */
  readonly since?: Date;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text looks like the id of a run. */
export function isRunId(text: string): boolean {
  return UUID.test(text);
}

/** A run that is still there: what a dry run left is gone when it expires. */
export async function findRun(tx: Transaction, clusterId: string, runId: string): Promise<Run | undefined> {
  return (await findRuns(tx, clusterId, [runId]))[0];
}

/** Whether a run that is still there is a dry run; with `dryRunsOf`, one of this principal. */
export async function isDryRun(
  tx: Transaction,
  { clusterId, dryRunsOf }: Omit<RunScope, 'until'>,
  runId: string,
): Promise<boolean> {
  const row = await tx.prisma.run.findFirst({
    where: { clusterId, runId, ...notExpired(tx), ...(dryRunsOf !== undefined && { principal: dryRunsOf }) },
    select: { dryRun: true },
  });
  return row?.dryRun === true;
}

/** Those of the runs that are still there; what is no id finds nothing. */
export async function findRuns(tx: Transaction, clusterId: string, runIds: readonly string[]): Promise<Run[]> {
  const ids = runIds.filter(isRunId);
  const rows = await tx.prisma.run.findMany({ where: { clusterId, runId: { in: ids }, ...notExpired(tx) } });
  return runsOf(tx, clusterId, rows);
}

/** The cluster that a run is of, where the caller may know of it. */
export async function findRunCluster(tx: Transaction, runId: string): Promise<string | undefined> {
  if (!isRunId(runId)) return undefined;
  const rows = await tx.query<{ cluster_id: string }>(
    `SELECT r.cluster_id FROM clusters c JOIN runs r ON r.cluster_id = c.id AND r.run_id = $1
     WHERE c.deleted_at IS NULL`,
    [runId],
  );
  const [run] = rows;
  return run && (await findClusterById(tx, run.cluster_id))?.id;
}

/** Newest first; from the end the oldest first. Places are the runs that stand there. */
export async function listRuns(
  tx: Transaction,
  { clusterId, until, dryRunsOf }: RunScope,
  {
    filter: { state, dryRun, since } = {},
    after,
    before,
    fromEnd = false,
    limit,
  }: PageWindow<string> & { readonly filter?: RunFilter; readonly limit: number },
): Promise<Run[]> {
  if (until === null) return [];
  const between = { ...(after === undefined ? {} : { lt: after }), ...(before === undefined ? {} : { gt: before }) };
  const rows = await tx.prisma.run.findMany({
    where: {
      clusterId,
      AND: [
        notExpired(tx),
        ...(dryRunsOf === undefined ? [] : [{ OR: [{ dryRun: false }, { principal: dryRunsOf }] }]),
      ],
      createdAt: { ...(until === undefined ? {} : { lte: until }), ...(since === undefined ? {} : { gte: since }) },
      ...(state === undefined ? {} : { state }),
      ...(dryRun === undefined ? {} : { dryRun }),
      runId: between,
    },
    orderBy: { runId: fromEnd ? 'asc' : 'desc' },
    take: limit,
  });
  return runsOf(tx, clusterId, rows);
}

/** Removes what expired dry runs left; resolves to their number. */
export async function removeExpiredDryRuns(tx: Transaction): Promise<number> {
  const expired = 'SELECT cluster_id, run_id FROM runs WHERE dry_run AND expires_at <= transaction_timestamp()';
  for (const table of ['dry_run_decisions', 'dry_run_trace_chunks']) {
    await tx.execute(`DELETE FROM ${table} WHERE (cluster_id, run_id) IN (${expired})`);
  }
  return tx.execute('DELETE FROM runs WHERE dry_run AND expires_at <= transaction_timestamp()');
}

function notExpired({ now }: Transaction): Prisma.RunWhereInput {
  return { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
}

function durationsOf({
  durations,
  read_ms: readMs,
  decide_ms: decideMs,
  write_ms: writeMs,
  total_ms: totalMs,
}: RunRow): RunDurations {
  if (durations !== null) return { ...NO_DURATIONS, ...durations };
  return { readMs: readMs ?? 0, decideMs: decideMs ?? 0, writeMs: writeMs ?? 0, totalMs: totalMs ?? 0 };
}

/** Runs with the digests of their profiles: a row has its own only where its profile of that version has another. */
async function runsOf(tx: Transaction, clusterId: string, rows: readonly Prisma.RunModel[]): Promise<Run[]> {
  const versions = new Map<string, Uint8Array>();
  const wanted = rows
    .filter(({ profileDigest }) => profileDigest === null)
    .map(({ profileName: name, profileVersion: version }) => ({ name, version }));
  if (wanted.length > 0) {
    const named = new Map(wanted.map((one) => [versionKey(one.name, one.version), one]));
    const profiles = await tx.prisma.profile.findMany({
      where: { clusterId, OR: [...named.values()] },
      select: { name: true, version: true, digest: true },
    });
    for (const { name, version, digest } of profiles) versions.set(versionKey(name, version), digest);
  }
  return rows.map((row) => {
    const digest = row.profileDigest ?? versions.get(versionKey(row.profileName, row.profileVersion));
    if (digest === undefined) throw new Error(`run ${row.runId} names a profile that is not there`);
    return runOf(rowOf(row, Buffer.from(digest)));
  });
}

function versionKey(name: string, version: number): string {
  return JSON.stringify([name, version]);
}

function rowOf(run: Prisma.RunModel, digest: Buffer): RunRow {
  return {
    cluster_id: run.clusterId,
    run_id: run.runId,
    state: run.state as Run['state'],
    dry_run: run.dryRun,
    base_revision: String(run.baseRevision),
    revision: run.revision === null ? null : String(run.revision),
    profile_name: run.profileName,
    profile_version: run.profileVersion,
    digest,
    tie_break: run.tieBreak as TieBreak,
    seed: run.seed,
    preemption: run.preemption as Preemption,
    counts: run.counts as StoredCounts,
    durations: run.durations as RunDurations | null,
    read_ms: run.readMs,
    decide_ms: run.decideMs,
    write_ms: run.writeMs,
    total_ms: run.totalMs,
    parts: run.parts,
    error: run.error,
    created_at: run.createdAt,
    finished_at: run.finishedAt,
    actor: run.actor,
    asked: run.asked as AskedPods | null,
  };
}

function runOf(row: RunRow): Run {
  return {
    id: row.run_id,
    cluster: row.cluster_id,
    state: row.state,
    dryRun: row.dry_run,
    baseRevision: row.base_revision,
    revision: row.revision,
    profile: { name: row.profile_name, version: row.profile_version, digest: row.digest.toString('hex') },
    tieBreak: row.tie_break,
    seed: row.seed,
    preemption: row.preemption,
    counts: readCounts(row.counts, row),
    durations: durationsOf(row),
    parts: row.parts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    actor: row.actor,
    asked: row.asked,
  };
}
