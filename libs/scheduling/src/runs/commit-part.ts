import { setImmediate } from 'node:timers/promises';
import {
  passingLeaves,
  writeBases,
  writeChunks,
  writeDecisions,
  writeNodeSet,
  type NewDecision,
  type ProfileRef,
} from '#audit';
import type { Transaction } from '#database';
import {
  type BudgetBook,
  holdHead,
  lostRace,
  RevisionWriter,
  type Change,
  type ClusterHead,
  findMany,
  keyOf,
  replaceMany,
} from '#cluster';
import type { ResolvedProfile } from '../profiles/index.js';
import { bindPods, removePods } from './bulk-pods.store.js';
import type { PartPlan } from './decide-part.js';
import { PartChanges, touchedObjects } from './part-changes.js';
import { insertRunPart, type NewRunPart } from './run.store.js';
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

/** What belongs to a part without being of it. */
export interface PartEnd {
  /** Written with the part: its statements must not wait for each other. */
  readonly alongside?: () => Promise<unknown>;
  /** The transaction ends with the part where it is a small one. */
  readonly concludes?: boolean;
}

/**
 * Writes a part whole, on exactly the head that it was decided on: decisions and traces, which are the run's own, and then, when the
 * head is ours, changes, revision and rows: who touched these before the head could wait for a writer that waits for him. The new
 * head, or undefined when the cluster has moved: the transaction must then be abandoned, and the part decided again.
 */
export async function commitPart(
  tx: Transaction,
  ref: PartRef,
  work: PartWrite & PartEnd & { readonly state: DecidedOn },
): Promise<ClusterHead | undefined> {
  const {
    plan,
    state: { head, budgets },
  } = work;
  const touched = touchedObjects(plan.effects);
  const present = await findMany(tx, ref.clusterId, touched);
  // Who is changed or gone was so by a writer that came first: the head has moved.
  const unmoved = touched.every((key) => (present.get(keyOf(key))?.resourceVersion ?? Infinity) <= head.position);
  if (!unmoved) return undefined;
  const changed = new PartChanges({ present, after: head.position, at: tx.at });
  for (const effect of plan.effects) changed.add(effect);
  changed.addBudgets(budgets);
  try {
    return isSmall(plan, changed)
      ? await commitSmall(tx, ref, { ...work, changed })
      : await commitLarge(tx, ref, { ...work, changed });
  } catch (error) {
    if (lostRace(error)) return undefined;
    throw error;
  }
}

type ChangedPart = PartWrite & PartEnd & { readonly state: DecidedOn; readonly changed: PartChanges };

/** Few enough to go without COPY, and so in one round trip. */
const SMALL = 16;

function isSmall({ decisions, chunks }: PartPlan, { changes }: PartChanges): boolean {
  return Math.max(decisions.length, chunks.length, changes.length) <= SMALL;
}

/** The revision goes first, and holds the head from then on: whatever is sent with it is refused with it. */
async function commitSmall(tx: Transaction, ref: PartRef, work: ChangedPart): Promise<ClusterHead> {
  const {
    plan,
    changed,
    state: { head },
    alongside = nothing,
    concludes = false,
  } = work;
  const decisions = withProfiles(work);
  await writeShared(tx, ref.clusterId, plan);
  const revision = new RevisionWriter(tx, head);
  revision.draft(changed.changes);
  revision.follow(passingLeaves(decisions, tx.at));
  const evidence = evidenceOf(tx, ref, { plan, decisions, kind: 'log' });
  const statements = [
    () => insertRunPart(tx, partRow(ref, work)),
    () => revision.writeDrafted(),
    () => writeRows(tx, ref.clusterId, changed),
    ...evidence,
    alongside,
  ] as const;
  // What replaces and removes rows goes on after answers, and so cannot go with the end.
  const [next] =
    concludes && changed.written.length === 0 && changed.gone.length === 0
      ? await tx.conclude(() => revision.seal(), ...statements)
      : await tx.together(() => revision.seal(), ...statements);
  return next;
}

async function commitLarge(tx: Transaction, ref: PartRef, work: ChangedPart): Promise<ClusterHead | undefined> {
  const {
    plan,
    changed,
    state: { head },
    alongside = nothing,
  } = work;
  const decisions = withProfiles(work);
  await writeShared(tx, ref.clusterId, plan);
  const writeOnHead = async (): Promise<boolean> => {
    await inOrder(evidenceOf(tx, ref, { plan, decisions, kind: 'log' }));
    if (!(await holdHead(tx, head))) return false;
    await writeRows(tx, ref.clusterId, changed);
    return true;
  };
  const revision = new RevisionWriter(tx, head);
  // The leaves are hashed while PostgreSQL writes the rows.
  const [held] = await Promise.all([
    writeOnHead(),
    takeIn(revision, { changes: changed.changes, decisions, at: tx.at }),
  ]);
  if (!held) return undefined;
  await revision.writeDrafted();
  await insertRunPart(tx, partRow(ref, work));
  const next = await revision.seal();
  await alongside();
  return next;
}

/** Little by little: what is under way to PostgreSQL, and others, get their turn. */
async function takeIn(
  revision: RevisionWriter,
  {
    changes,
    decisions,
    at,
  }: { readonly changes: readonly Change[]; readonly decisions: readonly NewDecision[]; readonly at: Date },
): Promise<void> {
  for (let first = 0; first < changes.length; first += TURN) {
    await setImmediate();
    revision.draft(changes.slice(first, first + TURN));
  }
  for (let first = 0; first < decisions.length; first += TURN) {
    await setImmediate();
    revision.follow(passingLeaves(decisions.slice(first, first + TURN), at));
  }
}

/** So many leaves are hashed at once: a millisecond. */
const TURN = 100;

function nothing(): Promise<unknown> {
  return Promise.resolve();
}

function partRow(
  { clusterId, runId, part, firstOrdinal }: PartRef,
  { plan, state: { head, budgets } }: ChangedPart,
): NewRunPart {
  return {
    clusterId,
    runId,
    part,
    basePosition: head.position,
    revision: head.revision + 1n,
    firstOrdinal,
    count: plan.decisions.length,
    decidedAt: budgets.at,
  };
}

async function writeRows(tx: Transaction, clusterId: string, { bindings, written, gone }: PartChanges): Promise<void> {
  await bindPods(tx, clusterId, bindings);
  await removePods(tx, clusterId, gone);
  await replaceMany(tx, clusterId, written);
}

/** Keeps the evidence of a dry run aside: nothing of it is in the log. */
export async function keepDryRunPart(tx: Transaction, ref: PartRef, work: PartWrite): Promise<void> {
  await writeShared(tx, ref.clusterId, work.plan);
  await inOrder(evidenceOf(tx, ref, { plan: work.plan, decisions: withProfiles(work), kind: 'dryRun' }));
}

/** What chunks refer to, where it is not stored yet. */
async function writeShared(tx: Transaction, clusterId: string, { chunks, nodeSet, bases }: PartPlan): Promise<void> {
  if (chunks.length === 0) return;
  if (nodeSet.stored !== true) await writeNodeSet(tx, clusterId, nodeSet);
  await writeBases(tx, clusterId, bases);
}

/** The statements that write decisions and traces; they do not depend on each other. */
function evidenceOf(
  tx: Transaction,
  { clusterId, runId }: PartRef,
  {
    plan,
    decisions,
    kind,
  }: { readonly plan: PartPlan; readonly decisions: readonly NewDecision[]; readonly kind: 'log' | 'dryRun' },
): (() => Promise<unknown>)[] {
  const decided = () => writeDecisions(tx, clusterId, { kind, decisions });
  if (plan.chunks.length === 0) return [decided];
  return [decided, () => writeChunks(tx, { clusterId, runId, kind }, plan.chunks)];
}

async function inOrder(work: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const one of work) await one();
}

function withProfiles({ plan, refs }: PartWrite): NewDecision[] {
  return plan.decisions.map((decision) => ({
    ...decision,
    profile: decision.profile === null ? null : refOf(refs, decision.profile),
  }));
}

function refOf(refs: PartWrite['refs'], profile: ResolvedProfile): ProfileRef {
  const ref = refs.get(profile);
  if (ref === undefined) throw new Error(`profile ${profile.profile.schedulerName} was not noted before its use`);
  return ref;
}
