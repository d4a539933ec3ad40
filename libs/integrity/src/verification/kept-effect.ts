import type { Transaction } from '#database';
import type { Run } from '#scheduling';

/** What a kept outcome says that there is. */
export type Effect = { readonly cluster?: string; readonly run?: string } & (
  | { readonly kind: 'run'; readonly said: Run }
  | { readonly kind: 'cluster'; readonly cluster: string; readonly createdAt: string }
  | { readonly kind: 'object'; readonly uid: string; readonly resourceVersion: string }
  | { readonly kind: 'profile'; readonly name: string; readonly version: number; readonly digest: string }
  | { readonly kind: 'import'; readonly revision: string; readonly changed: number }
);

interface Outcomes {
  readonly id?: unknown;
  readonly cluster?: unknown;
  readonly seed?: unknown;
  readonly counts?: unknown;
  readonly createdAt?: unknown;
  readonly traceBudget?: unknown;
  readonly metadata?: { readonly uid?: unknown; readonly resourceVersion?: unknown };
  readonly object?: Outcomes;
  readonly name?: unknown;
  readonly version?: unknown;
  readonly digest?: unknown;
  readonly revision?: unknown;
  readonly created?: unknown;
  readonly updated?: unknown;
}

/** What an outcome is about, by the fields that only that has; undefined for one that names nothing that stays. */
export function namedEffect(outcome: unknown): Effect | undefined {
  if (typeof outcome !== 'object' || outcome === null) return undefined;
  const {
    id,
    cluster,
    seed,
    createdAt,
    traceBudget,
    metadata,
    object,
    name,
    version,
    digest,
    revision,
    created,
    updated,
  } = outcome as Outcomes;
  if (typeof id === 'string' && typeof cluster === 'string' && seed !== undefined)
    return { kind: 'run', cluster, run: id, said: outcome as Run };
  if (typeof id === 'string' && traceBudget !== undefined)
    return { kind: 'cluster', cluster: id, createdAt: String(createdAt) };
  if (metadata !== undefined)
    return { kind: 'object', uid: String(metadata.uid), resourceVersion: String(metadata.resourceVersion) };
  if (object !== undefined) return namedEffect(object);
  if (typeof name === 'string' && typeof digest === 'string')
    return { kind: 'profile', name, version: Number(version), digest };
  if (typeof revision === 'string' && created !== undefined)
    return { kind: 'import', revision, changed: Number(created) + Number(updated) };
  return undefined;
}

/** What of the effect is not there as it is said, in words; undefined when all of it is. */
export async function findEffect(
  tx: Transaction,
  effect: Effect,
  { teamId, at }: { readonly teamId: string; readonly at: Date },
): Promise<string | undefined> {
  switch (effect.kind) {
    case 'run':
      return findRun(tx, effect.said, teamId);
    case 'cluster':
      return (await isThere(
        tx,
        'SELECT FROM clusters WHERE team_id = $1 AND id::text = $2 AND created_at::text::timestamptz = $3::timestamptz',
        [teamId, effect.cluster, effect.createdAt],
      ))
        ? undefined
        : `names cluster ${effect.cluster}, which is not there as it says`;
    case 'object':
      return (await isThere(
        tx,
        'SELECT FROM clusters k JOIN changes c ON c.cluster_id = k.id AND c.position::text = $2 AND c.uid = $3 WHERE k.team_id = $1',
        [teamId, effect.resourceVersion, effect.uid],
      ))
        ? undefined
        : `names object ${effect.uid} at position ${effect.resourceVersion}, which no change made`;
    case 'profile':
      return (await isThere(
        tx,
        "SELECT FROM clusters k JOIN profiles p ON p.cluster_id = k.id AND p.name = $2 AND p.version = $3 AND encode(p.digest, 'hex') = $4 WHERE k.team_id = $1",
        [teamId, effect.name, effect.version, effect.digest],
      ))
        ? undefined
        : `names version ${effect.version} of profile ${effect.name}, which is not there`;
    case 'import':
      return findImport(tx, effect, { teamId, at });
  }
}

async function findRun(tx: Transaction, said: Run, teamId: string): Promise<string | undefined> {
  const rows = await tx.query<{
    state: string;
    dry_run: boolean;
    base_revision: string;
    revision: string | null;
    tie_break: string;
    seed: string;
    preemption: string;
    counts: Record<string, number>;
    parts: number;
    created_at: Date;
    profile_name: string;
    profile_version: number;
  }>(
    `SELECT r.* FROM clusters k JOIN runs r ON r.cluster_id = k.id WHERE k.team_id = $1 AND k.id::text = $2 AND r.run_id::text = $3`,
    [teamId, said.cluster, said.id],
  );
  const [run] = rows;
  // What a dry run left goes before its key does.
  if (run === undefined) return said.dryRun === true ? undefined : `names run ${said.id}, which is not there`;
  const fixed: readonly (readonly [string, unknown, unknown])[] = [
    ['dryRun', said.dryRun, run.dry_run],
    ['baseRevision', said.baseRevision, run.base_revision],
    ['tieBreak', said.tieBreak, run.tie_break],
    ['seed', said.seed, run.seed],
    ['preemption', said.preemption, run.preemption],
    ['createdAt', said.createdAt, run.created_at.toISOString()],
    ['profile', said.profile?.name, run.profile_name],
    ['version', said.profile?.version, run.profile_version],
  ];
  const final: readonly (readonly [string, unknown, unknown])[] =
    said.state === 'running'
      ? []
      : [
          ['state', said.state, run.state],
          ['revision', said.revision, run.revision],
          ['parts', said.parts, run.parts],
          ...Object.entries(said.counts ?? {}).map(
            ([outcome, count]) => [outcome, count, run.counts[outcome] ?? 0] as const,
          ),
        ];
  const other = [...fixed, ...final].filter(([, kept, there]) => kept !== there).map(([field]) => field);
  return other.length === 0 ? undefined : `says of run ${said.id} otherwise than it is: ${other.join(', ')}`;
}

/** An import that changed something is a revision of its time, with as many changes at least. */
async function findImport(
  tx: Transaction,
  { revision, changed }: Extract<Effect, { kind: 'import' }>,
  { teamId, at }: { readonly teamId: string; readonly at: Date },
): Promise<string | undefined> {
  if (changed === 0) return undefined;
  const found = await isThere(
    tx,
    'SELECT FROM clusters k JOIN revisions r ON r.cluster_id = k.id AND r.revision::text = $2 AND r.at = $3 AND r.count >= $4 WHERE k.team_id = $1',
    [teamId, revision, at, changed],
  );
  return found
    ? undefined
    : `names revision ${revision} of ${at.toISOString()} with ${changed} changes, which is not there`;
}

async function isThere(tx: Transaction, sql: string, values: readonly unknown[]): Promise<boolean> {
  return (await tx.query(`${sql} LIMIT 1`, values)).length > 0;
}
