import type { Transaction } from '#database';
import { readProgress } from './index-progress.store.js';
import { decisionsOf, pendingSlices } from './log-parts.queries.js';
import { Tally, type CountedSubject } from './tally.js';

/** A stretch of time: `since` inclusive, `until` exclusive. */
export interface Span {
  readonly since?: Date;
  readonly until?: Date;
}

/** Counts what is not in the sums of the days yet, waits and those subjects. The transaction must see one state throughout. */
export async function tallyPending(
  tx: Transaction,
  clusterId: string,
  { since, until, subjects }: Span & { readonly subjects: readonly CountedSubject[] },
): Promise<Tally> {
  const all = await pendingSlices(tx, clusterId, await readProgress(tx, clusterId));
  const slices = all.filter(({ at }) => (since === undefined || at >= since) && (until === undefined || at < until));
  const tally = new Tally(subjects);
  if (slices.length === 0) return tally;
  for await (const batch of decisionsOf(tx, clusterId, { slices, labels: false })) {
    for (const decision of batch) {
      const slice = slices[decision.slice];
      if (slice !== undefined) tally.add(decision, slice.at);
    }
  }
  return tally;
}
