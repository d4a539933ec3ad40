import type { HypotheticalCluster, KnownPod } from '../cluster/index.js';
import { faultsAt, NotPossible } from '../not-possible.js';
import { applyStep, type RolloutPlan } from '../steps/index.js';
import type { ReadText } from './question.js';

/** What came in with manifests. */
interface Imported {
  /** Pods of the objects that wait for a node. */
  readonly waiting: readonly KnownPod[];
  /** So many others are on nodes, and are not placed. */
  readonly bound: number;
  readonly rollouts: readonly RolloutPlan[];
}

/** Imports the objects. @throws NotPossible */
export function imported(cluster: HypotheticalCluster, { field, objects }: ReadText): Imported {
  const outcome = applyStep(cluster, { import: { objects } });
  if (!('faults' in outcome)) {
    const { waiting = [], bound = 0, rollouts = [] } = outcome;
    return { waiting, bound, rollouts };
  }
  const faults = outcome.faults.map((fault) => ({ ...fault, field: fault.field.replace(/^import\.manifests/, field) }));
  throw new NotPossible(faultsAt('', faults));
}
