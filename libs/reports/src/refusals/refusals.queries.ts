import { inSight } from '#access';
import type { Transaction } from '#database';
import type { Frame } from '../frames/index.js';

/** A write that admission refused. */
export interface RefusalRow extends Readonly<Record<string, unknown>> {
  readonly at: Date;
  readonly reason: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Those of a frame that its reader sees, in the order of time. */
export function readRefusals(tx: Transaction, frame: Frame): Promise<RefusalRow[]> {
  const { cluster, from, to, sight, parameters } = frame;
  const values: unknown[] = [cluster.id, from, to];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    'cluster_id = $1 AND at >= $2 AND at < $3',
    ...inSight(sight, 'namespace', parameter).map((condition) => `(namespace = '' OR ${condition})`),
    ...(parameters.namespace === undefined ? [] : [`namespace = ${parameter(parameters.namespace)}`]),
  ];
  return tx.query<RefusalRow>(
    `SELECT at, reason, kind, namespace, name FROM refusals WHERE ${where.join(' AND ')} ORDER BY at, id`,
    values,
  );
}
