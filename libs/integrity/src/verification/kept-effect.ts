import { ownField } from '#json';
import type { Transaction } from '#database';
import { DRY_RUN_KEPT_MS, type Run } from '#scheduling';
import { findRunRow, isChange, isCluster, isProfileVersion, isRevision } from './kept-outcome.queries.js';

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
  { clusters, at }: { readonly clusters: readonly string[]; readonly at: Date },
): Promise<string | undefined> {
  switch (effect.kind) {
    case 'run':
      return findRun(tx, effect.said, clusters);
    case 'cluster':
      return (await isCluster(tx, clusters, effect))
        ? undefined
        : `names cluster ${effect.cluster}, which is not there as it says`;
    case 'object':
      return (await isChange(tx, clusters, effect))
        ? undefined
        : `names object ${effect.uid} at position ${effect.resourceVersion}, which no change made`;
    case 'profile':
      return (await isProfileVersion(tx, clusters, effect))
        ? undefined
        : `names version ${effect.version} of profile ${effect.name}, which is not there`;
    case 'import':
      return findImport(tx, effect, { clusters, at });
  }
}

async function findRun(tx: Transaction, said: Run, clusters: readonly string[]): Promise<string | undefined> {
  const run = await findRunRow(tx, clusters, said);
  // What a dry run left goes before its key does.
  if (run === undefined)
    return said.dryRun === true && tx.at.getTime() >= Date.parse(said.createdAt) + DRY_RUN_KEPT_MS
      ? undefined
      : `names run ${said.id}, which is not there`;
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
            ([outcome, count]) => [outcome, count, ownField(run.counts, outcome) ?? 0] as const,
          ),
        ];
  const other = [...fixed, ...final].filter(([, kept, there]) => kept !== there).map(([field]) => field);
  return other.length === 0 ? undefined : `says of run ${said.id} otherwise than it is: ${other.join(', ')}`;
}

/** An import that changed something is a revision of its time, with as many changes at least. */
async function findImport(
  tx: Transaction,
  { revision, changed }: Extract<Effect, { kind: 'import' }>,
  { clusters, at }: { readonly clusters: readonly string[]; readonly at: Date },
): Promise<string | undefined> {
  if (changed === 0) return undefined;
  const found = await isRevision(tx, clusters, { revision, at, changed });
  return found
    ? undefined
    : `names revision ${revision} of ${at.toISOString()} with ${changed} changes, which is not there`;
}
