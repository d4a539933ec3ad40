import { claimNotFound, classNameOf, findClaim, findClass, findVolume, namedClaims } from '../claims.js';
import {
  namespaceOf,
  type Attempt,
  type Cluster,
  type FilterAttempt,
  type OraclePlugin,
  type PreFilterAnswer,
  type Verdict,
} from '../model.js';
import type { NodeObject, PersistentVolumeClaimObject, PersistentVolumeObject } from '../objects.js';

const CONFLICT = 'node(s) had no available volume zone';
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';
const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const TOPOLOGY_LABELS = [BETA_ZONE, BETA_REGION, ZONE, REGION];
/** Nodes may have dropped the labels of old. */
const PRESENT_LABEL: Readonly<Record<string, string>> = { [BETA_ZONE]: ZONE, [BETA_REGION]: REGION };

/** A label of a volume: a node must have it with one of the values. */
interface Topology {
  readonly key: string;
  readonly values: readonly string[];
}

type Topologies = { readonly topologies: readonly Topology[] } | { readonly problem: string };

function preFilter(attempt: Attempt): PreFilterAnswer {
  const found = topologiesOf(attempt);
  if ('problem' in found) return { reject: { code: 'UnschedulableAndUnresolvable', reasons: [found.problem] } };
  return found.topologies.length === 0 ? { skip: true } : {};
}

/** Of all volumes that the pod's claims are bound to; the claims of ephemeral volumes are not looked at. */
function topologiesOf(attempt: Attempt): Topologies {
  const topologies: Topology[] = [];
  for (const name of namedClaims(attempt.pod)) {
    const found = topologiesOfClaim(attempt, name);
    if ('problem' in found) return found;
    topologies.push(...found.topologies);
  }
  return { topologies };
}

function topologiesOfClaim({ pod, cluster }: Attempt, name: string): Topologies {
  if (name === '') return { problem: 'PersistentVolumeClaim had no name' };
  const claim = findClaim(cluster, namespaceOf(pod), name);
  if (claim === undefined) return { problem: claimNotFound(name) };
  const volumeName = claim.spec?.volumeName ?? '';
  if (volumeName === '') return unbound(cluster, claim);
  const volume = findVolume(cluster, volumeName);
  return volume === undefined
    ? { problem: `persistentvolume ${JSON.stringify(volumeName)} not found` }
    : { topologies: topologiesOfVolume(volume) };
}

/** A claim without a volume is fine only while it waits for its first consumer. */
function unbound(cluster: Cluster, claim: PersistentVolumeClaimObject): Topologies {
  const className = classNameOf(claim);
  if (className === '') return { problem: 'PersistentVolumeClaim had no pv name and storageClass name' };
  const storageClass = findClass(cluster, className);
  if (storageClass === undefined)
    return { problem: `storageclass.storage.k8s.io ${JSON.stringify(className)} not found` };
  const { volumeBindingMode } = storageClass;
  if (volumeBindingMode === undefined)
    return { problem: `VolumeBindingMode not set for StorageClass ${JSON.stringify(className)}` };
  return volumeBindingMode === 'WaitForFirstConsumer'
    ? { topologies: [] }
    : { problem: 'PersistentVolume had no name' };
}

/** `a__b` is a set. A label with an empty member is ignored. */
function topologiesOfVolume({ metadata }: PersistentVolumeObject): readonly Topology[] {
  const topologies: Topology[] = [];
  for (const key of TOPOLOGY_LABELS) {
    const label = metadata?.labels?.[key];
    if (label === undefined) continue;
    const values = label.split('__').map((value) => value.trim());
    if (!values.includes('')) topologies.push({ key, values });
  }
  return topologies;
}

function filter(attempt: FilterAttempt, node: NodeObject): Verdict {
  // A problem is one on every node: it shows here when a profile has no PreFilter for this plugin.
  const found = topologiesOf(attempt);
  if ('problem' in found) return { code: 'UnschedulableAndUnresolvable', reasons: [found.problem] };
  const labels = node.metadata?.labels ?? {};
  if (!TOPOLOGY_LABELS.some((key) => labels[key] !== undefined)) return null;
  for (const { key, values } of found.topologies) {
    const value = labels[key] ?? labels[PRESENT_LABEL[key] ?? key];
    if (value === undefined || !values.includes(value))
      return { code: 'UnschedulableAndUnresolvable', reasons: [CONFLICT] };
  }
  return null;
}

/** Bound volumes that are in some zone or region: the node must be there too. A node that is nowhere is left alone. */
export const volumeZone: OraclePlugin = { name: 'VolumeZone', preFilter, filter };
