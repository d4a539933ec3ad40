import type { Transaction } from '#database';
import { decisionsOf, pendingSlices, readProgress, type Span } from '../search/index.js';
import { Tally, type CountedSubject } from '../sums/index.js';

/**
 * Counts what is not in the sums of the days yet, waits and those subjects. The transaction
 * must see one state throughout.
 */
export async function tallyPending(
  tx: Transaction,
  clusterId: string,
  { since, until, subjects }: Span & { readonly subjects: readonly CountedSubject[] },
): Promise<Tally> {
  const all = await pendingSlices(tx, clusterId, await readProgress(tx, clusterId));
  const slices = all.filter(({ at }) => (since === undefined || at >= since) && (until === undefined || at < until));
  const tally = new Tally(subjects);
  if (slices.length === 0) return tally;
  const rejections = subjects.some((subject) => subject !== 'decision');
  for await (const batch of decisionsOf(tx, clusterId, { slices, labels: false, rejections })) {
    for (const decision of batch) {
      const slice = slices[decision.slice];
      if (slice !== undefined) tally.add(decision, slice.at);
    }
  }
  return tally;
}
