import { compileLabelSelector, type LabelMatcher, type Labels } from '#apimachinery';
import type { StorageView, TopologySelectorTerm } from '../../volumes/index.js';
import type { DelayedClaim } from './pod-volume-claims.js';
import { requestedStorage, wholeBytes } from './storage-size.js';

/** What a volume that does not exist yet comes to on a node: it can be made, not there, or not in that size. */
export type Provisioning = 'possible' | 'impossible' | 'tooLarge';

const NO_PROVISIONER: ReadonlySet<string> = new Set(['', 'kubernetes.io/no-provisioner']);

/**
 * Whether the claim's class can make its volume for a node with these labels. As kube-scheduler
 * v1.34 checkVolumeProvisions.
 */
export function provisioningOf(
  { claim, storageClass }: DelayedClaim,
  storage: StorageView,
): (labels: Labels) => Provisioning {
  const provisioner = storageClass.provisioner ?? '';
  if (NO_PROVISIONER.has(provisioner)) return () => 'impossible';
  const allowed = allowedTopologies(storageClass.allowedTopologies ?? []);
  const size = requestedStorage(claim);
  const limited = size !== undefined && storage.csiDriver(provisioner)?.spec?.storageCapacity === true;
  const pools = limited ? poolsWith(storage, storageClass.metadata?.name ?? '', wholeBytes(size)) : null;
  return (labels) => {
    if (!allowed(labels)) return 'impossible';
    return pools === null || pools.some((reaches) => reaches(labels)) ? 'possible' : 'tooLarge';
  };
}

/**
 * No term allows every node; a term that is empty or cannot be read allows none. As
 * v1helper.MatchTopologySelectorTerms v1.34.
 */
function allowedTopologies(terms: readonly TopologySelectorTerm[]): LabelMatcher {
  if (terms.length === 0) return () => true;
  const matchers = terms.flatMap(({ matchLabelExpressions }) => {
    const matchExpressions = (matchLabelExpressions ?? []).map(({ key = '', values }) => ({
      key,
      operator: 'In',
      values: values ?? [],
    }));
    const matcher = matchExpressions.length === 0 ? [] : compileLabelSelector({ matchExpressions });
    return typeof matcher === 'function' ? [matcher] : [];
  });
  return (labels) => matchers.some((matches) => matches(labels));
}

/** Which nodes have access to storage of the class with that much room. As kube-scheduler v1.34 hasEnoughCapacity. */
function poolsWith(storage: StorageView, className: string, bytes: bigint): readonly LabelMatcher[] {
  return storage.capacities.flatMap(({ storageClassName = '', nodeTopology, capacity, maximumVolumeSize }) => {
    const limit = maximumVolumeSize ?? capacity ?? null;
    if (storageClassName !== className || limit === null || wholeBytes(limit) < bytes) return [];
    const reaches = compileLabelSelector(nodeTopology);
    return typeof reaches === 'function' ? [reaches] : [];
  });
}
