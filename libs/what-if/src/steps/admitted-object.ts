import type { AdmissionResult } from '#kubernetes';
import type { HypotheticalCluster } from '../cluster/index.js';
import { part } from '../workloads/index.js';
import { structuredCopy } from './controlled-pods.js';
import type { ImportedObject } from './step.js';

/** An object as admission leaves it: one that is there, and was not observed anew, as `kubectl apply` changes it. */
export function admittedObject(cluster: HypotheticalCluster, { object }: ImportedObject): AdmissionResult {
  // Admission uses up what it is given.
  const given = structuredCopy(object);
  const old = part(object, 'metadata')['uid'] === undefined ? cluster.present(object) : undefined;
  return old === undefined ? cluster.admission.admit(given) : cluster.admission.apply(given, old);
}
