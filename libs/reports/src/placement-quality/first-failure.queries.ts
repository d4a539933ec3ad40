import { inSight } from '#access';
import type { PastState } from '#state';
import { timeOf, type Frame } from '../frames/index.js';

/** A pod that was bound by the same part of a run before the first failure. */
interface BoundBefore extends Readonly<Record<string, unknown>> {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
}

/** The first attempt that found no node, and the state as that attempt saw it. Before `from` there is none. */
export async function firstFailure(
  frame: Frame,
  from?: Date,
): Promise<{ readonly at: Date; readonly state: PastState } | undefined> {
  const { id, hasClock } = frame.cluster;
  const at = timeOf(hasClock, 'd');
  const values: unknown[] = [id, frame.last];
  const seen = inSight(frame.sight, 'd.pod_namespace', (value) => `$${values.push(value)}`);
  const failed = `d.outcome IN ('unschedulable', 'pending')`;
  const later = from === undefined ? [] : [`${at} >= $${values.push(from)}`];
  const where = [`d.cluster_id = $1 AND ${at} <= $2 AND ${failed}`, ...later, ...seen].join(' AND ');
  return frame.transaction(async (tx) => {
    const [row] = await tx.query<{ at: Date; position: string; run: string; first: number; ordinal: number }>(
      `SELECT coalesce((d.observed ->> 'at')::timestamptz, ${at}) AS at, p.base_position AS position, d.run_id AS run,
         p.first_ordinal AS first, d.ordinal
       FROM decisions d JOIN run_parts p ON p.cluster_id = d.cluster_id AND p.run_id = d.run_id AND p.at = d.at
         AND d.ordinal >= p.first_ordinal AND d.ordinal < p.first_ordinal + p.count
       WHERE ${where} ORDER BY d.at, d.run_id, d.ordinal LIMIT 1`,
      values,
    );
    if (row === undefined) return undefined;
    const bound = await tx.query<BoundBefore>(
      `SELECT pod_namespace AS namespace, pod_name AS name, node_name AS node FROM decisions
       WHERE cluster_id = $1 AND run_id = $2 AND ordinal >= $3 AND ordinal < $4 AND outcome = 'scheduled'`,
      [id, row.run, row.first, row.ordinal],
    );
    const state = await frame.source.clusters.own(tx, id, BigInt(row.position));
    for (const { namespace, name, node } of bound) {
      const pod = state.get('Pod', namespace, name);
      if (pod !== undefined) state.add(pod.patched(JSON.stringify({ spec: { nodeName: node } }), pod.resourceVersion));
    }
    return { at: row.at, state };
  });
}
