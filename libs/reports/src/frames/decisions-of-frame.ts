import { inSight } from '#access';
import type { Frame } from './frame.js';
import { timeOf } from './time-of-cluster.js';

/** The decisions `d` of a frame that its reader sees, as a condition of SQL with its values. */
export function decisionsOf(frame: Frame): { readonly at: string; readonly where: string; readonly values: unknown[] } {
  const { cluster, from, to, sight, parameters } = frame;
  const at = timeOf(cluster.hasClock, 'd');
  const values: unknown[] = [cluster.id, from, to];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    `d.cluster_id = $1 AND ${at} >= $2 AND ${at} < $3`,
    ...inSight(sight, 'd.pod_namespace', parameter),
    ...(parameters.namespace === undefined ? [] : [`d.pod_namespace = ${parameter(parameters.namespace)}`]),
  ];
  return { at, where: where.join(' AND '), values };
}
