import { decisionLeaf, type passingBytes } from '#ledger';
import { answersDigest, type BestTotal, type DecisionRow, type ObservedDecision } from '#audit';

/** A decision as its row says, with the part that it is in. Edited rows may hold any words: all of them are read. */
export interface LoggedDecision extends Omit<DecisionRow, 'outcome' | 'reason_code' | 'trace_chunk' | 'trace_index'> {
  readonly team_id: string;
  readonly outcome: string;
  readonly reason_code: string | null;
  /** Of its part. */
  readonly revision: string;
  /** Of its run; null when the run is not there. */
  readonly preemption: string | null;
  /** Not hashed. */
  readonly pod_created_at: Date | null;
  /** The ordinal that its part begins with, and how many decisions that has. */
  readonly part_first: number;
  readonly part_count: number;
  /** The position of the state that its part was decided on. */
  readonly base_position: string;
}

/** The entry of a stored decision in its revision's Merkle tree. */
export function leafOfRow(row: LoggedDecision, bytesOf: typeof passingBytes): Uint8Array {
  return decisionLeaf(
    {
      run: row.run_id,
      ordinal: row.ordinal,
      attempt: row.attempt,
      at: row.at.toISOString(),
      pod: { namespace: row.pod_namespace, name: row.pod_name, uid: row.pod_uid },
      outcome: row.outcome,
      reasonCode: row.reason_code,
      node: row.node_name,
      nominatedNode: row.nominated_node,
      victims: row.victims,
      message: row.message,
      nodes: { evaluated: row.nodes_evaluated, feasible: row.nodes_feasible },
      rejections: row.rejections,
      best: bestOf(row),
      profile: row.profile_digest && {
        name: row.profile_name ?? '',
        version: row.profile_version ?? 0,
        digest: row.profile_digest.toString('hex'),
      },
      seed: row.seed,
      traceDigest: row.trace_digest,
      traceStored: row.trace_stored,
      answers: answersDigest(row.answers),
      clusterAt: row.cluster_at?.toISOString() ?? null,
      woken: row.woken,
      observed: row.observed,
    },
    bytesOf,
  );
}

function bestOf({ best_total, best_ties, runner_up_node, runner_up_total }: LoggedDecision): BestTotal | null {
  if (best_total === null) return null;
  return {
    total: Number(best_total),
    ties: best_ties ?? 0,
    runnerUp: runner_up_node === null ? null : { node: runner_up_node, total: Number(runner_up_total) },
  };
}

/**
 * What the entry of a decision leaves open: columns that stand for nothing where others are empty, and the team.
 * Undefined when all of it is so.
 */
export function unhashedFault(row: LoggedDecision, team: string): string | undefined {
  const { best_total, best_ties, runner_up_node, runner_up_total, trace_digest, trace_stored, victims, rejections } =
    row;
  const { observed } = row;
  if (row.team_id !== team) return 'is of another team than its cluster';
  if ((best_total === null) !== (best_ties === null) || (runner_up_node === null) !== (runner_up_total === null))
    return 'has half of a best total';
  if (best_total === null && runner_up_node !== null) return 'has a runner-up and no best total';
  if (trace_digest === null && trace_stored !== 'none') return 'says that a trace is stored, and has no digest of it';
  if (
    !victims.every((victim) => members(victim, 3)) ||
    !rejections.every((one) => members(one, 4) && isCounts(one.nodes))
  )
    return 'says more of victims or rejections than was hashed';
  if (observed !== null && !isObserved(observed)) return 'says more of what another scheduler decided than was hashed';
  return undefined;
}

/** What is not counted of the state stands for 0. */
function isObserved(observed: ObservedDecision): boolean {
  const { assumedNominations = 0, awaitingVolumes = 0, eviction }: Partial<ObservedDecision> = observed;
  const { own } = observed;
  const added = [assumedNominations > 0, awaitingVolumes > 0, eviction !== undefined].filter(Boolean).length;
  return (
    members(observed, 13 + added) &&
    (own === null || members(own, 3)) &&
    (eviction === undefined || isEviction(eviction))
  );
}

function isEviction(eviction: NonNullable<ObservedDecision['eviction']>): boolean {
  const { preemptor, budgets } = eviction;
  return (
    members(eviction, 3) && (preemptor === null || members(preemptor, 3)) && budgets.every((one) => members(one, 2))
  );
}

/** `only` is there where it was counted, and then it is a number. */
function isCounts(nodes: DecisionRow['rejections'][number]['nodes']): boolean {
  return members(nodes, 3) ? !('only' in nodes) : members(nodes, 4) && typeof nodes.only === 'number';
}

function members(value: object, count: number): boolean {
  return Object.keys(value).length === count;
}
