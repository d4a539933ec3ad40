import { LEASE_IS_FREE, type Transaction } from '#database';
import { NO_COUNTS, NO_DURATIONS, type Run, type RunCounts, type RunDurations, type TieBreak, type Preemption } from './run.js';

interface RunRow {
  readonly cluster_id: string;
  readonly run_id: string;
  readonly state: Run['state'];
  readonly dry_run: boolean;
  readonly base_revision: string;
  readonly revision: string | null;
  readonly profile_name: string;
  readonly profile_version: number;
  readonly profile_digest: Buffer;
  readonly tie_break: TieBreak;
  readonly seed: string;
  readonly preemption: Preemption;
  readonly counts: RunCounts;
  readonly durations: RunDurations;
  readonly parts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

/** What a run is, from its start to its end. */
export type RunStart = Pick<Run, 'id' | 'cluster' | 'dryRun' | 'baseRevision' | 'profile' | 'tieBreak' | 'seed' | 'preemption'> & {
  /** The process that works on it. */
  readonly owner: string;
  /** When it was asked for. */
  readonly createdAt: Date;
};

/** How long what a dry run leaves is kept. */
const DRY_RUN_KEPT_MS = 60 * 60 * 1000;

export async function insertRun(tx: Transaction, run: RunStart): Promise<void> {
  await tx.prisma.run.create({
    data: {
      clusterId: run.cluster,
      runId: run.id,
      teamId: tx.caller.team,
      state: 'running',
      dryRun: run.dryRun,
      baseRevision: BigInt(run.baseRevision),
      profileName: run.profile.name,
      profileVersion: run.profile.version,
      profileDigest: Buffer.from(run.profile.digest, 'hex'),
      tieBreak: run.tieBreak,
      seed: run.seed,
      preemption: run.preemption,
      owner: run.owner,
      counts: { ...NO_COUNTS },
      durations: { ...NO_DURATIONS },
      parts: 0,
      createdAt: run.createdAt,
      expiresAt: run.dryRun ? new Date(tx.at.getTime() + DRY_RUN_KEPT_MS) : null,
    },
  });
}

export type RunProgress = Partial<Pick<Run, 'state' | 'revision' | 'counts' | 'durations' | 'parts' | 'error'>>;

/**
 * Notes how far a run is; with a final state, also when it ended. False when it has ended already: what ended stays as it is,
 * whoever ended it, so that a process that was taken for dead cannot go on with its run.
 */
export async function updateRun(tx: Transaction, ref: { readonly clusterId: string; readonly runId: string }, progress: RunProgress): Promise<boolean> {
  const { state, revision, counts, durations, parts, error } = progress;
  const { count: touched } = await tx.prisma.run.updateMany({
    where: { ...ref, state: 'running' },
    data: {
      ...(state === undefined ? {} : { state, finishedAt: state === 'running' ? null : tx.at }),
      ...(revision === undefined ? {} : { revision: revision === null ? null : BigInt(revision) }),
      ...(counts === undefined ? {} : { counts: { ...counts } }),
      ...(durations === undefined ? {} : { durations: { ...durations } }),
      ...(parts === undefined ? {} : { parts }),
      ...(error === undefined ? {} : { error }),
    },
  });
  return touched === 1;
}

export async function insertRunPart(
  tx: Transaction,
  part: { readonly clusterId: string; readonly runId: string; readonly part: number; readonly basePosition: bigint; readonly revision: bigint; readonly firstOrdinal: number; readonly count: number },
): Promise<void> {
  await tx.prisma.runPart.create({ data: { ...part, at: tx.at } });
}

/** A run that is still there: what a dry run left is gone when it expires. */
export async function findRun(tx: Transaction, clusterId: string, runId: string): Promise<Run | undefined> {
  const rows = await tx.query<RunRow>(`SELECT * FROM runs WHERE cluster_id = $1 AND run_id = $2 AND ${NOT_EXPIRED}`, [clusterId, runId]);
  return rows[0] && runOf(rows[0]);
}

/** Those of the runs that are still there. */
export async function findRuns(tx: Transaction, clusterId: string, runIds: readonly string[]): Promise<Run[]> {
  const rows = await tx.query<RunRow>(`SELECT * FROM runs WHERE cluster_id = $1 AND run_id = ANY($2::uuid[]) AND ${NOT_EXPIRED}`, [clusterId, runIds]);
  return rows.map(runOf);
}

/** The cluster of the caller's team that a run is of. */
export async function findRunCluster(tx: Transaction, runId: string): Promise<string | undefined> {
  const rows = await tx.query<{ cluster_id: string }>(
    'SELECT r.cluster_id FROM clusters c JOIN runs r ON r.cluster_id = c.id AND r.run_id = $2 WHERE c.team_id = $1 AND c.deleted_at IS NULL',
    [tx.caller.team, runId],
  );
  return rows[0]?.cluster_id;
}

/** Newest first, after the given one. */
export async function listRuns(tx: Transaction, clusterId: string, page: { readonly after?: string; readonly limit: number }): Promise<Run[]> {
  const values: unknown[] = [clusterId, page.limit];
  const after = page.after === undefined ? '' : `AND run_id < $${values.push(page.after)}::uuid`;
  const rows = await tx.query<RunRow>(
    `SELECT * FROM runs WHERE cluster_id = $1 AND ${NOT_EXPIRED} ${after} ORDER BY run_id DESC LIMIT $2`,
    values,
  );
  return rows.map(runOf);
}

/** Runs that no living process works on any more end here; resolves to their ids. Who asks is alive, with or without its lease. */
export async function failAbandonedRuns(tx: Transaction, asker: string): Promise<string[]> {
  const owners = await tx.query<{ owner: string }>("SELECT DISTINCT owner FROM runs WHERE state = 'running' AND owner <> $1::uuid", [asker]);
  const failed: string[] = [];
  for (const { owner } of owners) {
    const rows = await tx.query<{ run_id: string }>(
      `UPDATE runs SET state = 'failed', error = $2, finished_at = transaction_timestamp()
       WHERE state = 'running' AND owner = $1::uuid AND ${LEASE_IS_FREE} RETURNING run_id`,
      [owner, 'the process that worked on it ended; the parts that are there are whole'],
    );
    failed.push(...rows.map((row) => row.run_id));
  }
  return failed;
}

/** Removes what expired dry runs left; resolves to their number. */
export async function removeExpiredDryRuns(tx: Transaction): Promise<number> {
  const expired = 'SELECT cluster_id, run_id FROM runs WHERE dry_run AND expires_at <= transaction_timestamp()';
  for (const table of ['dry_run_decisions', 'dry_run_trace_chunks']) {
    await tx.execute(`DELETE FROM ${table} WHERE (cluster_id, run_id) IN (${expired})`);
  }
  return tx.execute('DELETE FROM runs WHERE dry_run AND expires_at <= transaction_timestamp()');
}

const NOT_EXPIRED = '(expires_at IS NULL OR expires_at > transaction_timestamp())';

function runOf(row: RunRow): Run {
  return {
    id: row.run_id,
    cluster: row.cluster_id,
    state: row.state,
    dryRun: row.dry_run,
    baseRevision: row.base_revision,
    revision: row.revision,
    profile: { name: row.profile_name, version: row.profile_version, digest: row.profile_digest.toString('hex') },
    tieBreak: row.tie_break,
    seed: row.seed,
    preemption: row.preemption,
    counts: { ...NO_COUNTS, ...row.counts },
    durations: { ...NO_DURATIONS, ...row.durations },
    parts: row.parts,
    error: row.error,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
