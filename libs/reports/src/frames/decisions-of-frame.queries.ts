import { inSight } from '#access';
import type { Frame } from './frame.js';
import { timeOf } from './time-of-cluster.js';

/** The decisions `d` of a frame that its reader sees, as a condition of SQL with its values. */
export function decisionsOf(frame: Frame): { readonly at: string; readonly where: string; readonly values: unknown[] } {
  const { cluster, from, to, after, upTo, sight, parameters } = frame;
  const at = timeOf(cluster.hasClock, 'd');
  const values: unknown[] = [cluster.id, from, to];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const where = [
    `d.cluster_id = $1 AND ${at} >= $2 AND ${at} < $3`,
    ...(cluster.hasClock ? writtenWith(parameter(String(after)), parameter(String(upTo))) : []),
    ...inSight(sight, 'd.pod_namespace', parameter),
    ...(parameters.namespace === undefined ? [] : [`d.pod_namespace = ${parameter(parameters.namespace)}`]),
  ];
  return { at, where: where.join(' AND '), values };
}

/**
 * Decisions are found by when they were written. Where a cluster has a clock, that was between the last change before
 * the frame and the first one behind it, for its log is in the order of both times.
 */
function writtenWith(after: string, upTo: string): readonly string[] {
  const change = 'SELECT at FROM changes WHERE cluster_id = $1';
  return [
    `d.at >= (SELECT coalesce((${change} AND position <= ${after} AND cluster_at < $2
       ORDER BY position DESC LIMIT 1), '-infinity'))`,
    `d.at <= (SELECT coalesce((${change} AND position > ${upTo} AND cluster_at >= $3
       ORDER BY position LIMIT 1), 'infinity'))`,
  ];
}
