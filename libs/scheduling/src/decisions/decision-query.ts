import {
  listDecisions,
  type DecisionFilter,
  type DecisionQuery,
  type EvidenceKind,
  type RevisionBound,
  type StoredDecision,
} from '#audit';
import { podsAlike, type LocatedCluster } from '#cluster';
import { ok, type Outcome, refuse } from '#requests';
import { sightOf } from '#access';
import type { Transaction } from '#database';
import { refuseArchived } from '#history';
import type { FieldProblem } from '#apimachinery';
import { findRun, isDryRun, knownDryRuns } from '../runs/index.js';
import { readDecisionId } from './decision-id.js';
import { unknownWords } from './known-words.js';

/** Of one run or one pod: an index of PostgreSQL has these. */
export function isNarrow({ run, pod }: DecisionFilter): boolean {
  return run !== undefined || pod !== undefined;
}

export async function filterProblems(
  tx: Transaction,
  { cluster }: LocatedCluster,
  filter: DecisionFilter,
): Promise<readonly FieldProblem[]> {
  const { obstacle, plugin, reason } = filter;
  const unknown = await unknownWords(tx, cluster, filter);
  if (obstacle === undefined || plugin !== undefined || reason !== undefined) return unknown;
  return [
    ...unknown,
    {
      field: 'obstacle',
      reason: 'FieldValueInvalid',
      message: `Invalid value: "${obstacle}": says how a plugin or a reason was in the way, and neither is given`,
    },
  ];
}

/** Of no decisions of a pod that is not there: the pods that its name probably means, as `namespace/name`. */
export interface NearPods {
  readonly near?: readonly string[];
}

/** Pods that the name of one that is not there probably means: an empty list would look like an answer. */
export async function podsNear(
  tx: Transaction,
  { cluster }: LocatedCluster,
  { pod }: DecisionFilter,
): Promise<NearPods> {
  const scope = { clusterId: cluster.id, sight: sightOf(cluster) };
  const near = pod === undefined ? [] : await podsAlike(tx, scope, pod);
  return near.length === 0 ? {} : { near };
}

export async function findDecision(
  tx: Transaction,
  located: LocatedCluster,
  id: string,
): Promise<Outcome<{ readonly stored: StoredDecision; readonly kind: EvidenceKind }>> {
  const parts = readDecisionId(id);
  if (parts === undefined) return refuse({ kind: 'DecisionNotFound', decision: id });
  const { run, ordinal } = parts;
  const query = await queryOf(tx, located, { run });
  const found = await listDecisions(tx, { ...query, after: { run, ordinal: ordinal - 1 }, limit: 1 });
  const stored = found.find(({ decision }) => decision.ordinal === ordinal);
  if (stored !== undefined) return ok({ stored, kind: query.kind });
  return (await refuseArchivedRun(tx, query, `decision ${id}`)) ?? refuse({ kind: 'DecisionNotFound', decision: id });
}

/**
 * Where a run lies that is asked for, if it is archived: its revisions come after the one that it was asked for at,
 * and end with its last one.
 */
export async function refuseArchivedRun(
  tx: Transaction,
  { clusterId, kind, filter: { run } }: Pick<DecisionQuery, 'clusterId' | 'kind' | 'filter'>,
  what = `run ${run ?? ''}`,
): Promise<Outcome<never> | undefined> {
  const found = run === undefined || kind === 'dryRun' ? undefined : await findRun(tx, clusterId, run);
  // A dry run that is not known to its reader is answered as one that is not there.
  if (found === undefined || found.dryRun) return undefined;
  return refuseArchived(tx, clusterId, {
    what,
    span: {
      first: BigInt(found.baseRevision) + 1n,
      last: found.revision === null ? undefined : BigInt(found.revision),
    },
  });
}

/**
 * The decisions of a cluster at the moment that it was asked for, as far as its reader sees them. A dry run leaves
 * nothing in the log, and so has no place in it.
 */
export async function queryOf(
  tx: Transaction,
  located: LocatedCluster,
  filter: DecisionFilter,
): Promise<Pick<DecisionQuery, 'clusterId' | 'kind' | 'filter'>> {
  const { id: clusterId } = located.cluster;
  const sight = sightOf(located.cluster);
  const kind = await evidenceKind(tx, { clusterId, ...knownDryRuns(tx, located.cluster) }, filter.run);
  const upTo = kind === 'log' ? boundOf(located) : undefined;
  return { clusterId, kind, filter: { ...filter, sight, ...(upTo && { upTo }) } };
}

/** Nothing to bound in the present: there are no later decisions. */
export function boundOf({ point }: LocatedCluster): RevisionBound | undefined {
  return point.isPresent ? undefined : point;
}

/** Dry runs keep their evidence aside; without a run, only what is in the log is looked at. */
async function evidenceKind(
  tx: Transaction,
  scope: Parameters<typeof isDryRun>[1],
  run: string | undefined,
): Promise<EvidenceKind> {
  if (run === undefined) return 'log';
  return (await isDryRun(tx, scope, run)) ? 'dryRun' : 'log';
}
