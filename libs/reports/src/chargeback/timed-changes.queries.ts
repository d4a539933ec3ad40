import type { Transaction } from '#database';
import type { LoggedChange } from '#state';
import { timeOf, type Frame } from '../frames/index.js';

const BATCH = 2_000;

/** A change, and its time in milliseconds as a decimal. */
type TimedChange = [...change: LoggedChange, at: string];

/** In the order of the log; of some kinds. */
export function timedChanges(
  tx: Transaction,
  { cluster: { id, hasClock }, after, upTo }: Pick<Frame, 'cluster' | 'after' | 'upTo'>,
  kinds: readonly string[],
): AsyncIterable<readonly TimedChange[]> {
  return tx.streamValues<TimedChange>(
    `SELECT c.position, c.op, c.kind, c.namespace, c.name, c.uid,
       CASE WHEN c.op IN ('create', 'update', 'bind') THEN convert_from(c.body, 'UTF8') END,
       floor(extract(epoch FROM ${timeOf(hasClock, 'c')}) * 1000)::text
     FROM changes c WHERE c.cluster_id = $1 AND c.position > $2 AND c.position <= $3 AND c.op <> 'note'
       AND c.kind = ANY($4::text[]) ORDER BY c.position`,
    [id, String(after), String(upTo), kinds],
    BATCH,
  );
}
