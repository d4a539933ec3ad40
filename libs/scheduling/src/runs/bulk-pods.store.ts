import type { PodName } from '#audit';
import type { Statement, Transaction } from '#database';
import type { PlacedBinding } from './part-changes.js';

const BIND_PODS: Statement = {
  name: 'bind_pods',
  text: `UPDATE pods p SET node_name = b.node, bound_at = $2, resource_version = b.position
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS b(namespace, name, uid, node, position)
    WHERE p.cluster_id = $1 AND p.namespace = b.namespace COLLATE "C" AND p.name = b.name COLLATE "C" AND p.uid = b.uid COLLATE "C"
      AND p.node_name IS NULL`,
};

/** The same for one pod: planned once, where lists of values are planned anew for every list. */
const BIND_POD: Statement = {
  name: 'bind_pod',
  text: `UPDATE pods SET node_name = $6, bound_at = $2, resource_version = $7 WHERE cluster_id = $1 AND namespace = $3 AND name = $4 AND uid = $5 AND node_name IS NULL`,
};

/** Binds pods that are unbound and the same as they were decided: the head has not moved since, so all of them are. */
export async function bindPods(tx: Transaction, clusterId: string, bindings: readonly PlacedBinding[]): Promise<void> {
  if (bindings.length === 0) return;
  const [only] = bindings;
  const touched =
    only !== undefined && bindings.length === 1
      ? await tx.execute(BIND_POD, [
          clusterId,
          tx.at,
          only.pod.namespace,
          only.pod.name,
          only.pod.uid,
          only.node,
          only.position,
        ])
      : await tx.execute(BIND_PODS, [
          clusterId,
          tx.at,
          ...namesOf(bindings.map(({ pod }) => pod)),
          bindings.map(({ node }) => node),
          bindings.map(({ position }) => String(position)),
        ]);
  if (touched !== bindings.length)
    throw new Error(`${bindings.length - touched} of ${bindings.length} pods are not as they were decided`);
}

/** Removes the rows of pods that were evicted; all of them are there, as they were decided. */
export async function removePods(tx: Transaction, clusterId: string, pods: readonly PodName[]): Promise<void> {
  if (pods.length === 0) return;
  const touched = await tx.execute(
    `DELETE FROM pods p USING unnest($2::text[], $3::text[], $4::text[]) AS gone(namespace, name, uid)
     WHERE p.cluster_id = $1 AND p.namespace = gone.namespace COLLATE "C" AND p.name = gone.name COLLATE "C" AND p.uid = gone.uid COLLATE "C"`,
    [clusterId, ...namesOf(pods)],
  );
  if (touched !== pods.length)
    throw new Error(`${pods.length - touched} of ${pods.length} pods are not as they were decided`);
}

function namesOf(pods: readonly PodName[]): readonly [readonly string[], readonly string[], readonly string[]] {
  return [pods.map(({ namespace }) => namespace), pods.map(({ name }) => name), pods.map(({ uid }) => uid)];
}
