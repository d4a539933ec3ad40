import type { Statement, Transaction } from '#database';

/** A pod that is bound and that nothing else happens to: its manifest need not be read, and stays as it is. */
export interface BoundPod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly node: string;
  /** Of its change. */
  readonly position: bigint;
}

/**
 * `IS TRUE` keeps PostgreSQL from finding the pod by `(cluster_id, node_name)`: where it does, it looks at every
 * pending pod.
 */
const IS_UNBOUND = '(node_name IS NULL) IS TRUE';

const BIND_PODS: Statement = {
  name: 'bind_pods',
  text: `UPDATE pods p SET node_name = b.node, bound_at = $2, resource_version = b.position
    FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) AS b(namespace, name, uid, node, position)
    WHERE p.cluster_id = $1 AND p.namespace = b.namespace COLLATE "C" AND p.name = b.name COLLATE "C"
      AND p.uid = b.uid COLLATE "C"
      AND ${IS_UNBOUND}`,
};

/** The same for one pod: planned once, where lists of values are planned anew for every list. */
const BIND_POD: Statement = {
  name: 'bind_pod',
  text: `UPDATE pods SET node_name = $6, bound_at = $2, resource_version = $7 WHERE cluster_id = $1 AND namespace = $3
      AND name = $4 AND uid = $5 AND ${IS_UNBOUND}`,
};

/** Binds pods that are unbound and the same as they were decided: the head has not moved since, so all of them are. */
export async function bindPods(tx: Transaction, clusterId: string, pods: readonly BoundPod[]): Promise<void> {
  const [only] = pods;
  if (only === undefined) return;
  const touched =
    pods.length === 1
      ? await tx.execute(BIND_POD, [clusterId, tx.at, only.namespace, only.name, only.uid, only.node, only.position])
      : await tx.execute(BIND_PODS, [
          clusterId,
          tx.at,
          pods.map(({ namespace }) => namespace),
          pods.map(({ name }) => name),
          pods.map(({ uid }) => uid),
          pods.map(({ node }) => node),
          pods.map(({ position }) => String(position)),
        ]);
  tx.wrote('pods', touched);
  if (touched !== pods.length)
    throw new Error(`${pods.length - touched} of ${pods.length} pods are not as they were decided`);
}
