import { passingLeaves } from '#audit';
import type { Transaction } from '#database';
import { findMany, keyOf } from '#rows';
import { lostRace } from '#requests';
import { commit, complete, Draft, type RunRows } from '#writes';
import { draftEffects, touchedObjects } from '../commit/index.js';
import { insertRunParts } from '../run-part.store.js';
import { decidedAt, evidenceOf, sharedOf, withProfiles } from './evidence.js';
import type { DecidedPart, KeptPart, PartEnd, Sink } from './sink.js';

/**
 * The cluster's log: a part is one revision, on exactly the head that it was decided on, and what its decisions do
 * happens with their evidence.
 */
export const log: Sink = {
  isHistory: true,
  async keep(tx, part, end) {
    const draft = await draftPart(tx, part, end);
    return draft && commitPart(tx, { draft, part, end });
  },
};

/** Undefined when the cluster has moved. */
async function draftPart(tx: Transaction, part: DecidedPart, { progress }: PartEnd): Promise<Draft | undefined> {
  const { ref, plan, state } = part;
  const { head, budgets } = state;
  // The clock may have been put back since it was decided.
  await tx.notBefore(budgets.at);
  const touched = touchedObjects(plan.effects);
  const present = await findMany(tx, ref.clusterId, touched);
  // A pod that has changed or is gone was changed by an earlier writer: the head has moved.
  const unmoved = touched.every((key) => (present.get(keyOf(key))?.resourceVersion ?? Infinity) <= head.position);
  if (!unmoved) return undefined;
  const draft = new Draft({ head, at: tx.at });
  draftEffects(plan.effects, { draft, present });
  draft.run = runRows(part, progress);
  return draft;
}

async function commitPart(
  tx: Transaction,
  { draft, part, end }: { readonly draft: Draft; readonly part: DecidedPart; readonly end: PartEnd },
): Promise<KeptPart | undefined> {
  const { database, state } = part;
  const { concludes = false, headHeld = false } = end;
  try {
    const completed = await complete({ tx, draft, database, budgets: state.budgets });
    const head = await commit(tx, completed, { headHeld, concludes });
    return head && { head };
  } catch (error) {
    if (lostRace(error) && !headHeld) return undefined;
    throw error;
  }
}

function runRows(part: DecidedPart, progress: PartEnd['progress']): RunRows {
  const {
    ref: { clusterId, runId, part: number, firstOrdinal },
    plan,
    state,
  } = part;
  const { head } = state;
  const decisions = withProfiles(part);
  const shared = sharedOf(clusterId, plan);
  return {
    decisions: { count: decisions.length, leaves: ({ from, to, at }) => passingLeaves(decisions.slice(from, to), at) },
    ...(shared && { shared }),
    evidence: evidenceOf(part, { decisions, kind: 'log' }),
    part: (tx) =>
      insertRunParts(tx, [
        {
          clusterId,
          runId,
          part: number,
          basePosition: head.position,
          revision: head.revision + 1n,
          firstOrdinal,
          count: decisions.length,
          decidedAt: decidedAt(state),
        },
      ]),
    progress: progress ?? (() => Promise.resolve()),
  };
}
