import { canonicalBytes } from '#ledger';
import { sha256 } from '../changes/index.js';
import type { Conditioned } from '../outcome/index.js';
import type { Cluster } from './cluster.js';

/** What a version of a cluster is made of. */
type Versioned = Pick<Cluster, 'id' | 'name' | 'position' | 'revision' | 'traceBudget'>;

/**
 * The version of a cluster as it is shown: its log, which decides what is in it, and its settings, which are not in the
 * log. Two that are shown alike have one version.
 */
export function clusterVersion({ id, name, position, revision, traceBudget }: Versioned): string {
  const settings = Buffer.from(sha256(canonicalBytes({ id, name, traceBudget }))).toString('base64url');
  return `${revision}.${position}.${settings.slice(0, 12)}`;
}

/** What conditions on a cluster are about. */
export function conditionedCluster(cluster: Versioned): Conditioned {
  return { what: `cluster ${JSON.stringify(cluster.name)}`, versions: [clusterVersion(cluster)] };
}
