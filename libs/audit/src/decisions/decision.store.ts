import { createHash } from 'node:crypto';
import type { CopyValue, Transaction } from '#database';
import { decisionLeaf, passingBytes } from '#ledger';
import type {
  BestTotal,
  DecisionOutcome,
  ObservedDecision,
  PodName,
  ProfileRef,
  Rejection,
  SkipReason,
} from './decision.js';

/** Where evidence goes: into the log's tables, or aside for a dry run. */
export type EvidenceKind = 'log' | 'dryRun';

/** A decision as it is written. */
export interface NewDecision {
  readonly run: string;
  readonly ordinal: number;
  readonly attempt: number;
  readonly pod: PodName;
  /**
   * When the pod was made, where that is known. Beside the decision, and not in its leaf: the pod's own change says it.
   */
  readonly podCreatedAt?: Date;
  readonly outcome: DecisionOutcome;
  readonly reasonCode: SkipReason | null;
  readonly node: string | null;
  readonly nominatedNode: string | null;
  readonly victims: readonly PodName[];
  readonly message: string;
  readonly nodes: { readonly evaluated: number; readonly feasible: number };
  readonly rejections: readonly Rejection[];
  readonly best: BestTotal | null;
  readonly profile: ProfileRef | null;
  readonly seed: string;
  readonly trace: TraceRef | null;
  /** What the outside was asked and answered, as `answerBytes` writes it; null or absent where nothing was asked. */
  readonly answers?: Uint8Array | null;
  /** The time of the cluster; absent in a cluster without a clock. */
  readonly clusterAt?: Date;
  /** What brought the pod into the queue; absent in a run that was asked for. */
  readonly woken?: string;
  /** What another scheduler decided; absent of decisions of Berth. */
  readonly observed?: ObservedDecision;
}

/** What a decision's leaf says of its answers. */
export function answersDigest(answers: Uint8Array | null | undefined): Uint8Array | null {
  return answers ? createHash('sha256').update(answers).digest() : null;
}

/** The digest of a decision's trace, how much of it is stored, and where: nowhere when nothing is. */
export interface TraceRef {
  readonly digest: Uint8Array;
  readonly stored: 'full' | 'partial' | 'none';
  readonly chunk: number | null;
  readonly index: number | null;
}

const COLUMNS = {
  cluster_id: 'uuid',
  run_id: 'uuid',
  ordinal: 'int4',
  at: 'timestamptz',
  team_id: 'uuid',
  attempt: 'int4',
  pod_namespace: 'text',
  pod_name: 'text',
  pod_uid: 'text',
  outcome: 'text',
  reason_code: 'text',
  node_name: 'text',
  nominated_node: 'text',
  victims: 'jsonb',
  message: 'text',
  nodes_evaluated: 'int4',
  nodes_feasible: 'int4',
  rejections: 'jsonb',
  best_total: 'int8',
  best_ties: 'int4',
  runner_up_node: 'text',
  runner_up_total: 'int8',
  profile_digest: 'bytea',
  seed: 'text',
  trace_digest: 'bytea',
  trace_stored: 'text',
  trace_chunk: 'int4',
  trace_index: 'int4',
  pod_created_at: 'timestamptz',
  answers: 'bytea',
  cluster_at: 'timestamptz',
  woken: 'text',
  observed: 'jsonb',
} as const;

const TABLE = { log: 'decisions', dryRun: 'dry_run_decisions' } as const;

const NO_TRACE = { digest: null, stored: 'none', chunk: null, index: null } as const;

/** Of which cluster decisions are, and whose that is (UUIDs). */
export interface DecidedCluster {
  readonly clusterId: string;
  readonly teamId: string;
}

export function writeDecisions(
  tx: Transaction,
  of: DecidedCluster,
  { kind, decisions }: { readonly kind: EvidenceKind; readonly decisions: Iterable<NewDecision> },
): Promise<number> {
  return tx.copyIn({ table: TABLE[kind], columns: COLUMNS }, rows(tx, of, decisions));
}

function* rows(
  tx: Transaction,
  { clusterId, teamId }: DecidedCluster,
  decisions: Iterable<NewDecision>,
): Iterable<CopyValue[]> {
  for (const decision of decisions) {
    const { pod, best } = decision;
    const { digest, stored, chunk, index } = decision.trace ?? NO_TRACE;
    const runnerUp = best?.runnerUp ?? null;
    yield [
      clusterId,
      decision.run,
      decision.ordinal,
      tx.at,
      teamId,
      decision.attempt,
      pod.namespace,
      pod.name,
      pod.uid,
      decision.outcome,
      decision.reasonCode,
      decision.node,
      decision.nominatedNode,
      JSON.stringify(decision.victims),
      decision.message,
      decision.nodes.evaluated,
      decision.nodes.feasible,
      JSON.stringify(decision.rejections),
      best?.total ?? null,
      best?.ties ?? null,
      runnerUp?.node ?? null,
      runnerUp?.total ?? null,
      digestBytes(decision.profile),
      decision.seed,
      digest,
      stored,
      chunk,
      index,
      decision.podCreatedAt ?? null,
      decision.answers ?? null,
      decision.clusterAt ?? null,
      decision.woken ?? null,
      decision.observed === undefined ? null : JSON.stringify(storedObserved(decision.observed)),
    ];
  }
}

/** The entries of decisions in their revision's Merkle tree, each valid until the next is asked for. */
export function* passingLeaves(decisions: Iterable<NewDecision>, at: Date): Iterable<Uint8Array> {
  const time = at.toISOString();
  for (const decision of decisions) yield entryOf(decision, time, passingBytes);
}

/** The entry of a decision in its revision's Merkle tree; `at` is the time of the transaction that writes it. */
export function leafOf(decision: NewDecision, at: Date): Uint8Array {
  return entryOf(decision, at.toISOString());
}

function entryOf(decision: NewDecision, at: string, bytesOf?: typeof passingBytes): Uint8Array {
  const {
    trace,
    run,
    ordinal,
    attempt,
    pod,
    outcome,
    reasonCode,
    node,
    nominatedNode,
    victims,
    message,
    nodes,
    rejections,
    best,
    profile,
    seed,
    answers,
    clusterAt,
    woken,
    observed,
  } = decision;
  // Named one by one: what is gathered as the rest of an object takes longer to read than to hash.
  return decisionLeaf(
    {
      run,
      ordinal,
      attempt,
      pod,
      outcome,
      reasonCode,
      node,
      nominatedNode,
      victims,
      message,
      nodes,
      rejections,
      best,
      profile,
      seed,
      at,
      traceDigest: trace?.digest ?? null,
      traceStored: trace?.stored ?? 'none',
      answers: answersDigest(answers),
      clusterAt: clusterAt?.toISOString() ?? null,
      woken: woken ?? null,
      observed: observed ?? null,
    },
    bytesOf,
  );
}

function digestBytes(profile: ProfileRef | null): Uint8Array | null {
  return profile === null ? null : Buffer.from(profile.digest, 'hex');
}

/** As it is hashed: that no pod waits for volumes is not said. */
function storedObserved(given: ObservedDecision): Partial<ObservedDecision> {
  const { assumedNominations, awaitingVolumes, ...observed } = given;
  return {
    ...observed,
    ...(assumedNominations > 0 && { assumedNominations }),
    ...(awaitingVolumes > 0 && { awaitingVolumes }),
  };
}
