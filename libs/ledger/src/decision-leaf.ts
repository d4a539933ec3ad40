import { canonicalBytes } from './canonical-bytes.js';
import { toHex } from './hash.js';

/** One decision as it is stored: every column that a query or an answer is made of, and the digest of its trace. */
export interface Decision {
  readonly run: string;
  readonly ordinal: number;
  readonly attempt: number;
  /** RFC 3339 UTC; hashed as this text. */
  readonly at: string;
  readonly pod: ObjectName;
  readonly outcome: string;
  readonly reasonCode: string | null;
  readonly node: string | null;
  readonly nominatedNode: string | null;
  readonly victims: readonly ObjectName[];
  readonly message: string;
  readonly nodes: { readonly evaluated: number; readonly feasible: number };
  readonly rejections: readonly Rejection[];
  readonly best: Best | null;
  /** Null when the pod was skipped before any profile was asked. */
  readonly profile: { readonly name: string; readonly version: number; readonly digest: string } | null;
  /** Decimal, 0 to 2^64 - 1. */
  readonly seed: string;
  /** As libs/trace computes it; null when the attempt did not reach filtering. */
  readonly traceDigest: Uint8Array | null;
  readonly traceStored: 'full' | 'partial' | 'none';
  /** SHA-256 of what the outside answered, as it is stored; null or absent where nothing was asked. */
  readonly answers?: Uint8Array | null;
  /** The time of the cluster, RFC 3339 UTC, hashed as this text; absent or null in a cluster without a clock. */
  readonly clusterAt?: string | null;
  /** What brought the pod into the queue; absent or null in a run that was asked for. */
  readonly woken?: string | null;
  /** What another scheduler decided, beside which this was decided; absent or null of decisions of Berth itself. */
  readonly observed?: Observed | null;
}

/** A decision of another scheduler, and how it stands to the one here; every field is hashed. */
export interface Observed {
  readonly agreement: string;
  /** The scheduler. */
  readonly by: string;
  /** When it was seen, RFC 3339 UTC; hashed as this text. */
  readonly at: string;
  /** Of the change that shows it; decimal text. */
  readonly position: string;
  /** How many changes before that one the state is that it was judged on. */
  readonly changesBefore: number;
  /** How many later bindings by the scheduler itself were added to it. */
  readonly assumed: number;
  /** How many later nominations by it were made or dropped in it; absent or 0: none, and it is not hashed. */
  readonly assumedNominations?: number;
  /** How many pods that wait for their volumes were added to it; absent or 0: none, and it is not hashed. */
  readonly awaitingVolumes?: number;
  /** Absent of what is no eviction, and then it is not hashed. */
  readonly eviction?: Eviction;
  readonly own: { readonly outcome: string; readonly node: string | null; readonly message: string } | null;
  readonly total: number | null;
  readonly ownTotal: number | null;
  readonly rank: number | null;
  /** How many nodes that fit the scheduler looks for; null: all. */
  readonly looksFor: number | null;
  readonly plugin: string | null;
  readonly reason: string | null;
}

/** What was said of an eviction. */
export interface Eviction {
  readonly reason: string;
  readonly preemptor: ObjectName | null;
  readonly budgets: readonly { readonly name: string; readonly disruptionsAllowed: number }[];
}

/** Which object, and which of its incarnations. */
export interface ObjectName {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Nodes refused by one plugin for one reason. */
export interface Rejection {
  readonly plugin: string | null;
  readonly code: string;
  readonly reason: string;
  readonly nodes: {
    readonly first: number;
    readonly any: number;
    readonly sole: number;
    /** Of decisions from before it was counted there is none. */
    readonly only?: number | null;
  };
}

/** The best total and what came after it. */
export interface Best {
  readonly total: number;
  readonly ties: number;
  readonly runnerUp: { readonly node: string; readonly total: number } | null;
}

/**
 * What is hashed of a decision: its columns. Rejections and victims keep their order. Which version it is follows from
 * whether it stands beside an observed one, whether it has a time of its cluster or what woke its pod, whether an
 * external party was asked for it, and from the rejections.
 */
export function decisionEnvelope(decision: Decision): object {
  const {
    best,
    nodes,
    profile,
    rejections,
    answers = null,
    clusterAt = null,
    woken = null,
    observed = null,
  } = decision;
  const version = versionOf(decision);
  const isLiving = version >= 4;
  const countsOnly = version >= 2;
  return {
    ...(version >= 3 && { answers: answers && toHex(answers) }),
    at: decision.at,
    attempt: decision.attempt,
    best: best && {
      runnerUp: best.runnerUp && { node: best.runnerUp.node, total: best.runnerUp.total },
      ties: best.ties,
      total: best.total,
    },
    ...(isLiving && { clusterAt }),
    message: decision.message,
    node: decision.node,
    nodes: { evaluated: nodes.evaluated, feasible: nodes.feasible },
    nominatedNode: decision.nominatedNode,
    ...(observed !== null && { observed: observedFields(observed) }),
    ordinal: decision.ordinal,
    outcome: decision.outcome,
    pod: objectName(decision.pod),
    profile: profile && { digest: profile.digest, name: profile.name, version: profile.version },
    reasonCode: decision.reasonCode,
    rejections: rejections.map(countsOnly ? rejection : rejectionWithoutOnly),
    run: decision.run,
    seed: decision.seed,
    traceDigest: decision.traceDigest && toHex(decision.traceDigest),
    traceStored: decision.traceStored,
    type: `berth.decision/${version}`,
    victims: decision.victims.map(objectName),
    ...(isLiving && { woken }),
  };
}

/**
 * The Merkle tree entry of a decision: canonical JSON of its envelope. `bytesOf` is `passingBytes` for who
 * adds it to a tree at once.
 */
export function decisionLeaf(
  decision: Decision,
  bytesOf: (envelope: object) => Uint8Array = canonicalBytes,
): Uint8Array {
  return bytesOf(decisionEnvelope(decision));
}

// Members are picked one by one, in the order of the canonical form: other members that a caller's object
// carries must not change the hash.
function objectName({ namespace, name, uid }: ObjectName): ObjectName {
  return { name, namespace, uid };
}

function versionOf({ answers, clusterAt, woken, observed, rejections }: Decision): number {
  if (observed) return 5;
  if (typeof clusterAt === 'string' || typeof woken === 'string') return 4;
  if (answers) return 3;
  return rejections.some(hasOnly) ? 2 : 1;
}

function observedFields(observed: Observed): Observed {
  const { agreement, assumed, at, by, changesBefore, looksFor, own, ownTotal, plugin, position, rank } = observed;
  const asOwn = own && { message: own.message, node: own.node, outcome: own.outcome };
  const { assumedNominations = 0, awaitingVolumes = 0, eviction, reason, total } = observed;
  return {
    ...{
      agreement,
      assumed,
      ...(assumedNominations > 0 && { assumedNominations }),
      at,
      ...(awaitingVolumes > 0 && { awaitingVolumes }),
      by,
      changesBefore,
      ...(eviction && { eviction: evictionFields(eviction) }),
      looksFor,
      own: asOwn,
      ownTotal,
      plugin,
      position,
      rank,
    },
    reason,
    total,
  };
}

function evictionFields({ budgets, preemptor, reason }: Eviction): Eviction {
  return {
    budgets: budgets.map(({ disruptionsAllowed, name }) => ({ disruptionsAllowed, name })),
    preemptor: preemptor && objectName(preemptor),
    reason,
  };
}

function hasOnly({ nodes }: Rejection): boolean {
  return typeof nodes.only === 'number';
}

function rejection({ plugin, code, reason, nodes: { any, first, only, sole } }: Rejection): Rejection {
  return { code, nodes: { any, first, only: only ?? null, sole }, plugin, reason };
}

/** As in `berth.decision/1`. */
function rejectionWithoutOnly({ plugin, code, reason, nodes }: Rejection): Rejection {
  return { code, nodes: { any: nodes.any, first: nodes.first, sole: nodes.sole }, plugin, reason };
}
