import {
  passingLeaves,
  writeBases,
  writeChunks,
  writeDecisions,
  writeNodeSet,
  type NewChunk,
  type NewDecision,
} from '#audit';
import type { Transaction } from '#database';
import type { NodeSet } from '#state';
import type { ClusterHead, RunRows } from '#writes';
import {
  insertRun,
  insertRunParts,
  NO_COUNTS,
  noteProfiles,
  refOf,
  type PlannedBase,
  type PlannedDecision,
  type RunCounts,
} from '../runs/index.js';
import type { ResolvedProfile } from '../profiles/index.js';

/** A decision of another scheduler with Berth's own, and what is stored of the evidence of that. */
export interface JudgedDecision {
  readonly decision: PlannedDecision;
  /** Of the state that it was judged on. */
  readonly basePosition: bigint;
  /** By when it was decided. */
  readonly at: Date;
  readonly chunks: readonly NewChunk[];
  readonly bases: readonly PlannedBase[];
  readonly nodeSet: NodeSet | undefined;
}

/** A run that decisions of another scheduler are: each a part of its own, on a state of its own. */
export interface ObservationRun {
  readonly runId: string;
  readonly head: ClusterHead;
  /** That of pods that name none. */
  readonly main: ResolvedProfile;
  readonly judged: readonly JudgedDecision[];
}

/** The rows of such a run. */
export async function observationRunRows(tx: Transaction, run: ObservationRun): Promise<RunRows> {
  const { runId, head, main, judged } = run;
  const { clusterId } = head;
  const used = judged.flatMap(({ decision: { profile } }) => profile ?? []);
  const refs = await noteProfiles(tx, clusterId, new Set([main, ...used]));
  const decisions = judged.map(({ decision }): NewDecision => {
    return { ...decision, profile: decision.profile === null ? null : refOf(refs, decision.profile) };
  });
  const chunks = judged.flatMap((one) => one.chunks);
  const nodeSets = new Set(judged.flatMap(({ nodeSet }) => (nodeSet?.stored === true ? [] : (nodeSet ?? []))));
  const bases = judged.flatMap((one) => one.bases);
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
    part: (held) =>
      insertRunParts(
        held,
        judged.map(({ decision: { ordinal }, basePosition, at }) => ({
          ...{ clusterId, runId, part: ordinal, firstOrdinal: ordinal, count: 1, basePosition, decidedAt: at },
          revision: head.revision + 1n,
        })),
      ),
    progress: (held) =>
      insertRun(
        held,
        {
          ...{ id: runId, cluster: clusterId, teamId: head.teamId, dryRun: false, profile: refOf(refs, main) },
          ...{ tieBreak: 'first', seed: '0', preemption: 'nominate', owner: runId, createdAt: held.at, asked: {} },
          baseRevision: String(head.revision),
        },
        {
          state: 'complete',
          revision: String(head.revision + 1n),
          counts: countsOf(decisions),
          parts: decisions.length,
        },
      ),
  };
}

function countsOf(decisions: readonly Pick<NewDecision, 'outcome'>[]): RunCounts {
  const counts: { -readonly [Count in keyof RunCounts]: RunCounts[Count] } = {
    ...NO_COUNTS,
    selected: decisions.length,
  };
  for (const { outcome } of decisions) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
