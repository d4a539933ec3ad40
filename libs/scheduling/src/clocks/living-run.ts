import { createHash } from 'node:crypto';
import { passingLeaves, writeBases, writeChunks, writeDecisions, writeNodeSet, type NewDecision } from '#audit';
import type { Transaction } from '#database';
import type { ClusterHead, RunRows } from '#writes';
import {
  insertRun,
  insertRunParts,
  NO_COUNTS,
  noteProfiles,
  refOf,
  type NewRunPart,
  type RunCounts,
} from '../runs/index.js';
import type { ResolvedProfile } from '../profiles/index.js';
import type { RecordedAttempts, RecordedDecision } from './attempt-recorder.js';

/** A run that the passing of time is: what was decided in it. */
export interface LivingRun {
  readonly runId: string;
  readonly head: ClusterHead;
  /** That of pods that name none. */
  readonly main: ResolvedProfile;
  readonly seed: bigint;
  readonly attempts: RecordedAttempts;
  /** The position in the log of one that the living cluster counts, when the draft has its positions. */
  readonly positionOf: (counted: number) => bigint;
}

/** The rows of a run. */
export async function livingRunRows(tx: Transaction, run: LivingRun): Promise<RunRows> {
  const { runId, head, attempts } = run;
  const { clusterId } = head;
  const { chunks, nodeSets, bases } = attempts;
  const refs = await noteProfiles(tx, clusterId, new Set([run.main, ...attempts.profiles]));
  const decisions = attempts.decisions.map((decision): NewDecision => {
    return { ...decision, profile: decision.profile === null ? null : refOf(refs, decision.profile) };
  });
  const profile = refOf(refs, run.main);
  return {
    decisions: { count: decisions.length, leaves: ({ from, to, at }) => passingLeaves(decisions.slice(from, to), at) },
    ...(chunks.length > 0 && {
      shared: async (held: Transaction) => {
        for (const nodeSet of nodeSets) await writeNodeSet(held, clusterId, nodeSet);
        await writeBases(held, clusterId, bases);
      },
    }),
    evidence: [
      { count: decisions.length, write: (held) => writeDecisions(held, head, { kind: 'log', decisions }) },
      { count: chunks.length, write: (held) => writeChunks(held, { clusterId, runId, kind: 'log' }, chunks) },
    ],
    part: (held) => insertRunParts(held, partsOf(run)),
    progress: (held) =>
      insertRun(held, startOf(run, { profile, at: held.at }), {
        state: 'complete',
        revision: String(head.revision + 1n),
        counts: countsOf(decisions),
        parts: attempts.parts.length,
      }),
  };
}

function startOf(
  { runId, head, seed }: LivingRun,
  { profile, at }: { readonly profile: ReturnType<typeof refOf>; readonly at: Date },
): Parameters<typeof insertRun>[1] {
  return {
    id: runId,
    cluster: head.clusterId,
    teamId: head.teamId,
    dryRun: false,
    baseRevision: String(head.revision),
    profile,
    tieBreak: 'seeded',
    seed: String(seed),
    preemption: 'nominate',
    owner: runId,
    createdAt: at,
    asked: {},
  };
}

function partsOf({ runId, head, attempts, positionOf }: LivingRun): NewRunPart[] {
  return attempts.parts.map(({ position, firstOrdinal, count, at }, part) => ({
    ...{ clusterId: head.clusterId, runId, part, firstOrdinal, count, decidedAt: at },
    basePosition: positionOf(position),
    revision: head.revision + 1n,
  }));
}

function countsOf(decisions: readonly Pick<NewDecision, 'outcome'>[]): RunCounts {
  const counts: { -readonly [Count in keyof RunCounts]: RunCounts[Count] } = {
    ...NO_COUNTS,
    selected: decisions.length,
  };
  for (const { outcome } of decisions) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

/** A digest with decisions added: of all that says what was decided, and nothing of where it is stored. */
export function digestWith(digest: Uint8Array, decisions: readonly RecordedDecision[]): Uint8Array {
  return decisions.reduce((before, { ordinal, pod, clusterAt, woken, trace, ...decision }) => {
    const { outcome, node, nominatedNode, victims, message } = decision;
    const traced = trace === null ? null : Buffer.from(trace.digest).toString('hex');
    const text = [ordinal, pod, clusterAt, woken, outcome, node, nominatedNode, victims, message, traced];
    return createHash('sha256').update(before).update(JSON.stringify(text)).digest();
  }, digest);
}
