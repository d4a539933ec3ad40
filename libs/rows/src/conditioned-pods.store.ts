import type { Statement, Transaction } from '#database';

/** A pod on no node whose conditions are others, and that nothing else happens to: its manifest need not be read. */
export interface ConditionedPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  /** All of them, as they are now. */
  readonly conditions: readonly object[];
  /** Of its change. */
  readonly position: bigint;
}

const SAY_CONDITIONS: Statement = {
  name: 'say_conditions',
  text: `UPDATE pods p SET manifest = jsonb_set(p.manifest, '{status,conditions}', c.conditions::jsonb),
      resource_version = c.position
    FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
      AS c(namespace, name, uid, conditions, position)
    WHERE p.cluster_id = $1 AND p.namespace = c.namespace COLLATE "C" AND p.name = c.name COLLATE "C"
      AND p.uid = c.uid COLLATE "C"
      AND p.node_name IS NULL`,
};

/** The same for one pod: planned once, where lists of values are planned anew for every list. */
const SAY_CONDITIONS_OF_ONE: Statement = {
  name: 'say_conditions_of_one',
  text: `UPDATE pods SET manifest = jsonb_set(manifest, '{status,conditions}', $5::text::jsonb), resource_version = $6
    WHERE cluster_id = $1 AND namespace = $2 AND name = $3 AND uid = $4 AND node_name IS NULL`,
};

/** Writes what pods say that are the same as they were decided: the head has not moved since, so all of them are. */
export async function sayConditions(
  tx: Transaction,
  clusterId: string,
  pods: readonly ConditionedPod[],
): Promise<void> {
  const [only] = pods;
  if (only === undefined) return;
  const touched = await (pods.length === 1
    ? tx.execute(SAY_CONDITIONS_OF_ONE, [
        clusterId,
        only.namespace,
        only.name,
        only.uid,
        JSON.stringify(only.conditions),
        String(only.position),
      ])
    : tx.execute(SAY_CONDITIONS, [
        clusterId,
        pods.map(({ namespace }) => namespace),
        pods.map(({ name }) => name),
        pods.map(({ uid }) => uid),
        pods.map(({ conditions }) => JSON.stringify(conditions)),
        pods.map(({ position }) => String(position)),
      ]));
  tx.wrote('pods', touched);
  if (touched !== pods.length)
    throw new Error(`${pods.length - touched} of ${pods.length} pods are not as they were decided`);
}
