import { canonicalBytes } from '#ledger';
import { sha256, type Conditioned } from '#requests';
import type { SightColumns } from '#access';
import type { AdmissionSettings } from '#writes';
import type { Cluster } from './cluster.js';

/** What a version of a cluster is made of. */
type Versioned = Pick<Cluster, 'id' | 'name' | 'position' | 'revision' | 'traceBudget' | 'mirror'> & AdmissionSettings;

/**
 * The version of a cluster as it is shown: its log, which decides what is in it, and its settings, which are not in the
 * log. Two that are shown alike have one version.
 */
export function clusterVersion({ id, name, position, revision, traceBudget, ...rest }: Versioned): string {
  const { conditionTaints, memoryPressureTolerations, mirror } = rest;
  const followed = mirror && { mirror: [mirror.stream, mirror.sequence, mirror.lastAt] };
  const settings = { id, name, traceBudget, conditionTaints, memoryPressureTolerations, ...followed };
  const digest = Buffer.from(sha256(canonicalBytes(settings))).toString('base64url');
  return `${revision}.${position}.${digest.slice(0, 12)}`;
}

/**
 * The version of what a reader sees of the cluster: a grant that is given or revoked leaves the cluster as it is. The
 * version contains no name of what the reader does not see.
 */
export function seenVersion({ sight, sight_namespaces: namespaces }: SightColumns): string {
  const digest = sha256(canonicalBytes([sight, ...[...namespaces].sort()]));
  return Buffer.from(digest).toString('base64url').slice(0, 12);
}

/** What conditions on a cluster are about. */
export function conditionedCluster(cluster: Versioned): Conditioned {
  return { what: `cluster ${JSON.stringify(cluster.name)}`, versions: [clusterVersion(cluster)] };
}
