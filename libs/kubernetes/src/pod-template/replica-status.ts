import { checkNotNegative, int32, int64, object, type JudgedField } from '#apimachinery';

/** How many pods there are of those that are wanted, of a ReplicaSet and of a ReplicationController. */
export interface ReplicaStatus {
  replicas?: number;
  fullyLabeledReplicas?: number;
  readyReplicas?: number;
  availableReplicas?: number;
  observedGeneration?: number;
}

export const replicaStatus = object<ReplicaStatus>({
  replicas: int32,
  fullyLabeledReplicas: int32,
  readyReplicas: int32,
  availableReplicas: int32,
  observedGeneration: int64,
});

const COUNTED = ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'] as const;

/** No more pods than there are. // as API server v1.34 ValidateReplicaSetStatus */
export function checkReplicas(status: ReplicaStatus, at: JudgedField): void {
  for (const field of ['replicas', ...COUNTED, 'observedGeneration'] as const)
    checkNotNegative(status[field], at.child(field));
  for (const field of COUNTED) checkAtMost(status[field], status.replicas, at.child(field));
  if ((status.availableReplicas ?? 0) > (status.readyReplicas ?? 0))
    at.child('availableReplicas').invalid(status.availableReplicas, 'cannot be greater than readyReplicas');
}

interface Terminating {
  terminatingReplicas?: number;
}

/** A field of DeploymentReplicaSetTerminatingReplicas, which is off. // as API server v1.34 dropDisabledStatusFields */
export function dropTerminating(
  status: Terminating | undefined,
  { isImported, before }: { readonly isImported: boolean; readonly before: Terminating | undefined },
): void {
  if (!isImported && before?.terminatingReplicas === undefined) delete status?.terminatingReplicas;
}

/** A count of collisions, which grows. // as API server v1.34 isDecremented */
export function checkNotDecremented(count: number | undefined, before: number | undefined, at: JudgedField): void {
  if (before !== undefined && (count === undefined || count < before)) at.invalid(count ?? 0, 'cannot be decremented');
}

/** Some of the pods are no more than all. */
export function checkAtMost(count = 0, replicas = 0, at: JudgedField): void {
  if (count > replicas) at.invalid(count, 'cannot be greater than status.replicas');
}
