import { leafOf, writeBases, writeChunks, writeDecisions, writeNodeSet, type NewDecision, type ProfileRef } from '#audit';
import type { Transaction } from '#database';
import type { BudgetBook } from '../budgets/index.js';
import { holdHead, RevisionWriter, type ClusterHead } from '../changes/index.js';
import { findMany, keyOf, replaceMany } from '../objects/index.js';
import type { ResolvedProfile } from '../profiles/index.js';
import { bindPods, removePods } from './bulk-pods.store.js';
import type { PartPlan } from './decide-part.js';
import { PartChanges, touchedObjects } from './part-changes.js';
import { insertRunPart } from './run.store.js';
import type { ProfileRefs } from './used-profiles.js';

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
  readonly refs: ProfileRefs;
}

/** What a part is decided on. */
interface DecidedOn {
  readonly head: ClusterHead;
  readonly budgets: BudgetBook;
}

/**
 * Writes a part whole, on exactly the head that it was decided on: decisions and traces, which are the run's own, and then, when the
 * head is ours, changes, revision and rows: who touched these before the head could wait for a writer that waits for him. The new
 * head, or undefined when the cluster has moved: the transaction must then be abandoned, and the part decided again.
 */
export async function commitPart(tx: Transaction, ref: PartRef, work: PartWrite & { readonly state: DecidedOn }): Promise<ClusterHead | undefined> {
  const { plan, state: { head, budgets } } = work;
  const { clusterId, runId, part, firstOrdinal } = ref;
  const touched = touchedObjects(plan.effects);
  const present = await findMany(tx, clusterId, touched);
  // Who is changed or gone was so by a writer that came first: the head has moved.
  const unmoved = touched.every((key) => (present.get(keyOf(key))?.resourceVersion ?? Infinity) <= head.position);
  if (!unmoved) return undefined;
  const changed = new PartChanges({ present, after: head.position, at: tx.at });
  for (const effect of plan.effects) changed.add(effect);
  changed.addBudgets(budgets);
  const decisions = withProfiles(work);
  const evidence = evidenceOf(tx, ref, { plan, decisions, kind: 'log' });
  const revision = new RevisionWriter(tx, head);
  const append = () => revision.append(changed.changes);
  const partRow = () => insertRunPart(tx, { clusterId, runId, part, basePosition: head.position, revision: head.revision + 1n, firstOrdinal, count: decisions.length });
  const follow = () => Promise.resolve(revision.follow(decisions.map((decision) => leafOf(decision, tx.at))));
  if (isSmall(plan, changed)) {
    const [held] = await tx.together(() => holdHead(tx, head), ...evidence);
    if (!held) return undefined;
    const [, , , , next] = await tx.together(append, partRow, () => writeRows(tx, clusterId, changed), follow, () => revision.seal());
    return next;
  }
  await inOrder(evidence);
  if (!(await holdHead(tx, head))) return undefined;
  await append();
  await partRow();
  // The leaves are hashed while PostgreSQL writes the rows.
  await Promise.all([writeRows(tx, clusterId, changed), follow()]);
  return revision.seal();
}

/** Few enough to go without COPY, and so in two round trips. */
const SMALL = 16;

function isSmall({ decisions, chunks }: PartPlan, { changes }: PartChanges): boolean {
  return Math.max(decisions.length, chunks.length, changes.length) <= SMALL;
}

async function writeRows(tx: Transaction, clusterId: string, { bindings, written, gone }: PartChanges): Promise<void> {
  await bindPods(tx, clusterId, bindings);
  await removePods(tx, clusterId, gone);
  await replaceMany(tx, clusterId, written);
}

/** Keeps the evidence of a dry run aside: nothing of it is in the log. */
export function keepDryRunPart(tx: Transaction, ref: PartRef, work: PartWrite): Promise<void> {
  return inOrder(evidenceOf(tx, ref, { plan: work.plan, decisions: withProfiles(work), kind: 'dryRun' }));
}

/** The statements that write decisions and traces; they do not depend on each other. */
function evidenceOf(
  tx: Transaction,
  { clusterId, runId }: PartRef,
  { plan, decisions, kind }: { readonly plan: PartPlan; readonly decisions: readonly NewDecision[]; readonly kind: 'log' | 'dryRun' },
): (() => Promise<unknown>)[] {
  const decided = () => writeDecisions(tx, clusterId, { kind, decisions });
  if (plan.chunks.length === 0) return [decided];
  return [decided, () => writeNodeSet(tx, clusterId, plan.nodeSet), () => writeBases(tx, clusterId, plan.bases), () => writeChunks(tx, { clusterId, runId, kind }, plan.chunks)];
}

async function inOrder(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const one of work) await one();
}

function withProfiles({ plan, refs }: PartWrite): NewDecision[] {
  return plan.decisions.map((decision) => ({ ...decision, profile: decision.profile === null ? null : refOf(refs, decision.profile) }));
}

function refOf(refs: PartWrite['refs'], profile: ResolvedProfile): ProfileRef {
  const ref = refs.get(profile);
  if (ref === undefined) throw new Error(`profile ${profile.profile.schedulerName} was not noted before its use`);
  return ref;
}
