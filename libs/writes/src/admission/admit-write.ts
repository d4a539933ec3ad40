import { refuse, type Outcome } from '#requests';
import { admitted, type Admitted } from './admission.js';
import { admissionSettingsOf } from './admission-settings.js';
import type { ClusterStep, ObjectWrite } from './cluster-step.js';
import { readLookups } from './lookups.js';
import { resourceQuota } from './resource-quota.js';

/** The end of the chain, in order: a line each. The first refusal counts. */
export const CLUSTER_STEPS: readonly ClusterStep[] = [resourceQuota];

/** The object as it may be stored, or why not: the whole chain. `object` is used up. */
export async function admitWrite(write: ObjectWrite): Promise<Outcome<Admitted>> {
  const { tx, cluster, draft, operation, object, old, subresource, requestedAs } = write;
  const { namespace = '' } = object.metadata;
  const place = { settings: admissionSettingsOf(cluster), at: draft.at, kind: write.kind.kind, namespace };
  const admission = admitted(object, {
    operation,
    ...(old === undefined ? {} : { old }),
    ...(subresource === undefined ? {} : { subresource }),
    ...(requestedAs === undefined ? {} : { requestedAs }),
    newUid: () => old?.metadata.uid ?? draft.draws.uid(),
    ...(await readLookups(tx, cluster.id, place)),
  });
  if (admission.refused) return admission;
  for (const { judge } of CLUSTER_STEPS) {
    const refusal = await judge({ ...write, object: admission.value.object });
    if (refusal !== undefined) return refuse(refusal);
  }
  return admission;
}
