import { podUid } from '#scheduler';
import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { applyStep } from '../steps/index.js';
import type { ReadText } from './question.js';

/** Imports the objects; answers the pods that come in with them and wait for a node. @throws NotPossible */
export function importedPods(cluster: HypotheticalCluster, { field, objects }: ReadText): KnownPod[] {
  const before = new Set([...cluster.pods()].map(({ pod }) => podUid(pod)));
  const outcome = applyStep(cluster, { import: { objects } });
  if ('faults' in outcome) {
    const faults = outcome.faults.map((fault) => ({
      ...fault,
      field: fault.field.replace(/^import\.manifests/, field),
    }));
    throw new NotPossible(faultsAt('', faults));
  }
  return [...cluster.pods()].filter(({ pod }) => !before.has(podUid(pod)) && pod.spec?.nodeName === undefined);
}
