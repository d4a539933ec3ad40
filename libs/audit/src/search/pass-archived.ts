import type { Transaction } from '#database';
import { addPods, addTotals, addWaits, Tally } from '../sums/index.js';
import { readProgress, tryLockIndex, writeProgress } from './index-progress.store.js';
import { decisionsOf, pendingSlices } from './log-parts.queries.js';

/** The end of what is archived of a log. */
export interface ArchivedEnd {
  readonly revision: bigint;
  readonly at: Date;
}

/**
 * Has the index over a cluster's decisions go on behind what is archived, in the transaction that drops it: what was
 * not indexed is counted into the sums, which are retained, and is never looked for. False, and nothing is done, when
 * another transaction holds the lock of the index.
 */
export async function passArchived(
  tx: Transaction,
  clusterId: string,
  { revision, at }: ArchivedEnd,
): Promise<boolean> {
  if (!(await tryLockIndex(tx, clusterId))) return false;
  const progress = await readProgress(tx, clusterId);
  if (progress.revision >= revision) return true;
  const slices = (await pendingSlices(tx, clusterId, progress)).filter((slice) => slice.revision <= revision);
  const tally = new Tally();
  if (slices.length > 0) {
    for await (const batch of decisionsOf(tx, clusterId, { slices, labels: false, rejections: true })) {
      for (const decision of batch) {
        const slice = slices[decision.slice];
        if (slice !== undefined) tally.add(decision, slice.at);
      }
    }
  }
  await addTotals(tx, clusterId, tally.totals);
  await addPods(tx, clusterId, { rows: tally.totals, first: progress.decisions });
  await addWaits(tx, clusterId, tally.waits);
  await writeProgress(tx, clusterId, { decisions: progress.decisions, revision, taken: 0, since: at });
  return true;
}
