import { leafOf, writeChunks, writeDecisions, writeNodeSet, type NewDecision, type ProfileRef } from '#audit';
import type { Transaction } from '#database';
import { RevisionWriter, type Change, type ClusterHead } from '../changes/index.js';
import { bindingStatus } from '../objects/index.js';
import type { ResolvedProfile } from '../profiles/index.js';
import type { PartPlan, PlannedBinding } from './decide-part.js';
import { insertRunPart } from './run.store.js';

/** Where a part belongs. */
export interface PartRef {
  readonly clusterId: string;
  readonly runId: string;
  /** From 0. */
  readonly part: number;
  readonly firstOrdinal: number;
}

/** What a part writes, and the profiles of its decisions as the cluster knows them. */
export interface PartWrite {
  readonly plan: PartPlan;
  readonly refs: ReadonlyMap<ResolvedProfile, ProfileRef>;
}

/**
 * Writes a part whole, on exactly the head that it was decided on: changes, decisions, traces and revision, and last, when the
 * head is ours, the bindings: who touched pods before the head could wait for a writer that waits for him. The new head, or
 * undefined when the cluster has moved: the transaction must then be abandoned, and the part decided again.
 */
export async function commitPart(tx: Transaction, ref: PartRef, work: PartWrite & { readonly head: ClusterHead }): Promise<ClusterHead | undefined> {
  const { plan, head } = work;
  const { clusterId, runId, part, firstOrdinal } = ref;
  const decisions = withProfiles(work);
  const revision = new RevisionWriter(tx, head);
  await revision.append(plan.bindings.map((binding) => bindChange(binding, tx.at)));
  await writeEvidence(tx, ref, { plan, decisions, kind: 'log' });
  await insertRunPart(tx, { clusterId, runId, part, basePosition: head.position, revision: head.revision + 1n, firstOrdinal, count: decisions.length });
  const next = await revision.seal(decisions.map((decision) => leafOf(decision, tx.at)));
  if (next !== undefined) await bindPods(tx, { clusterId, bindings: plan.bindings, after: head.position });
  return next;
}

/** Keeps the evidence of a dry run aside: nothing of it is in the log. */
export function keepDryRunPart(tx: Transaction, ref: PartRef, work: PartWrite): Promise<void> {
  return writeEvidence(tx, ref, { plan: work.plan, decisions: withProfiles(work), kind: 'dryRun' });
}

async function writeEvidence(
  tx: Transaction,
  { clusterId, runId }: PartRef,
  { plan, decisions, kind }: { readonly plan: PartPlan; readonly decisions: readonly NewDecision[]; readonly kind: 'log' | 'dryRun' },
): Promise<void> {
  await writeDecisions(tx, clusterId, { kind, decisions });
  if (plan.chunks.length === 0) return;
  await writeNodeSet(tx, clusterId, plan.nodeSet);
  await writeChunks(tx, { clusterId, runId, kind }, plan.chunks);
}

function withProfiles({ plan, refs }: PartWrite): NewDecision[] {
  return plan.decisions.map(({ profile, ...decision }) => ({ ...decision, profile: profile === null ? null : refOf(refs, profile) }));
}

function refOf(refs: PartWrite['refs'], profile: ResolvedProfile): ProfileRef {
  const ref = refs.get(profile);
  if (ref === undefined) throw new Error(`profile ${profile.profile.schedulerName} was not noted before its use`);
  return ref;
}

interface BindingBatch {
  readonly clusterId: string;
  readonly bindings: readonly PlannedBinding[];
  /** The bindings take the positions after this one. */
  readonly after: bigint;
}

/** Binds pods that are unbound and the same as they were decided: the head has not moved since, so all of them are. */
async function bindPods(tx: Transaction, { clusterId, bindings, after }: BindingBatch): Promise<void> {
  if (bindings.length === 0) return;
  const touched = await tx.execute(
    `UPDATE pods p SET node_name = b.node, bound_at = $2, resource_version = $3::bigint + b.ordinal
     FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS b(namespace, name, uid, node, ordinal)
     WHERE p.cluster_id = $1 AND p.namespace = b.namespace COLLATE "C" AND p.name = b.name COLLATE "C" AND p.uid = b.uid COLLATE "C"
       AND p.node_name IS NULL`,
    [
      clusterId, tx.at, after, bindings.map((b) => b.namespace), bindings.map((b) => b.name), bindings.map((b) => b.uid),
      bindings.map((b) => b.node),
    ],
  );
  if (touched !== bindings.length) throw new Error(`${bindings.length - touched} of ${bindings.length} pods are not as they were decided`);
}

/** The log keeps the patch, not the pod. */
function bindChange({ namespace, name, uid, node, status }: PlannedBinding, at: Date): Change {
  return { op: 'bind', apiVersion: 'v1', kind: 'Pod', namespace, name, uid, body: { spec: { nodeName: node }, status: bindingStatus(status, at) } };
}
