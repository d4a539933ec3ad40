import type { Transaction } from '#database';
import type { LoggedChange } from '#state';
import { timeOf, type Frame } from '../frames/index.js';

const BATCH = 2_000;

/** A change of a node or a pod, or of what owns pods, with its time in milliseconds. */
export interface TimedChange {
  readonly change: LoggedChange;
  readonly at: number;
}

interface Row extends Readonly<Record<string, unknown>> {
  readonly position: string;
  readonly op: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly text: string | null;
  readonly time: Date;
}

const KINDS = ['Node', 'Pod', 'ReplicaSet', 'Job'];

/** In the order of the log. */
export async function* timedChanges(
  tx: Transaction,
  { cluster: { id, hasClock }, after, upTo }: Pick<Frame, 'cluster' | 'after' | 'upTo'>,
): AsyncIterable<readonly TimedChange[]> {
  const stream = tx.stream<Row>(
    `SELECT c.position, c.op, c.kind, c.namespace, c.name, c.uid, ${timeOf(hasClock, 'c')} AS time,
       CASE WHEN c.op IN ('create', 'update', 'bind') THEN convert_from(c.body, 'UTF8') END AS text
     FROM changes c WHERE c.cluster_id = $1 AND c.position > $2 AND c.position <= $3 AND c.op <> 'note'
       AND c.kind = ANY($4::text[]) ORDER BY c.position`,
    [id, String(after), String(upTo), KINDS],
    BATCH,
  );
  for await (const rows of stream)
    yield rows.map(({ position, op, kind, namespace, name, uid, text, time }) => ({
      change: [position, op, kind, namespace, name, uid, text] satisfies LoggedChange,
      at: time.getTime(),
    }));
}
