import {
  writeBases,
  writeChunks,
  writeDecisions,
  writeNodeSet,
  type EvidenceKind,
  type NewDecision,
  type ProfileRef,
} from '#audit';
import type { Transaction } from '#database';
import { timeAt, type RunRows } from '#writes';
import type { ResolvedProfile } from '../../profiles/index.js';
import type { PartPlan } from '../decide/index.js';
import type { DecidedPart } from './sink.js';

/** Writes what chunks refer to, where it is not stored yet; undefined where all of it is. */
export function sharedOf(clusterId: string, { chunks, nodeSet, bases }: PartPlan): RunRows['shared'] {
  if (chunks.length === 0 || (nodeSet.stored === true && bases.length === 0)) return undefined;
  return async (tx) => {
    if (nodeSet.stored !== true) await writeNodeSet(tx, clusterId, nodeSet);
    await writeBases(tx, clusterId, bases);
  };
}

/** The rows of decisions and traces. */
export function evidenceOf(
  { ref: { clusterId, runId }, plan: { chunks }, state: { head } }: DecidedPart,
  { decisions, kind }: { readonly decisions: readonly NewDecision[]; readonly kind: EvidenceKind },
): RunRows['evidence'] {
  const decided = {
    count: decisions.length,
    write: (tx: Transaction) => writeDecisions(tx, head, { kind, decisions }),
  };
  if (chunks.length === 0) return [decided];
  const traces = {
    count: chunks.length,
    write: (tx: Transaction) => writeChunks(tx, { clusterId, runId, kind }, chunks),
  };
  return [decided, traces];
}

/** By when a part is decided: at the time of the cluster, where it has a clock. */
export function decidedAt({ head, budgets }: DecidedPart['state']): Date {
  return head.clock === null ? budgets.at : timeAt(head.clock, budgets.at);
}

/** The decisions with the versions of their profiles. */
export function withProfiles({ plan, refs, state }: Pick<DecidedPart, 'plan' | 'refs' | 'state'>): NewDecision[] {
  const at = decidedAt(state);
  return plan.decisions.map((decision) => ({
    ...decision,
    ...(state.head.clock !== null && { clusterAt: at }),
    profile: decision.profile === null ? null : refOf(refs, decision.profile),
  }));
}

/** How the cluster knows the profile of a decision. @throws where it was not noted before */
export function refOf(refs: DecidedPart['refs'], profile: ResolvedProfile): ProfileRef {
  const ref = refs.get(profile);
  if (ref === undefined) throw new Error(`profile ${profile.profile.schedulerName} was not noted before its use`);
  return ref;
}
