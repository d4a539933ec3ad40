import type { KubernetesObject } from '../../metadata/index.js';
import { checkNotNegative, type JudgedField } from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { leaseColumns } from './columns.js';

/** coordination.k8s.io/v1 Lease: who leads, or that a node is alive. */
export interface Lease extends KubernetesObject {
  kind: 'Lease';
  spec: {
    holderIdentity?: string;
    leaseDurationSeconds?: number;
    acquireTime?: string;
    renewTime?: string;
    leaseTransitions?: number;
    strategy?: string;
    preferredHolder?: string;
  };
}

/** All about the kind Lease. */
export const leaseKind = defineKind<Lease>({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  plural: 'leases',
  createsOnUpdate: true,
  requiresVersion: true,
  columns: leaseColumns,
  namespaced: true,
  judgesFinalizers: false,
  hasSpec: true,
  prepare,
  check,
});

/** Fields of CoordinatedLeaderElection, which is off. // as API server v1.34 leaseStrategy.PrepareForCreate */
function prepare({ spec }: Lease, { isImported }: Arrival): void {
  if (isImported) return;
  delete spec.strategy;
  delete spec.preferredHolder;
}

/** Numbers of seconds and of transitions. // as API server v1.34 ValidateLeaseSpec */
function check({ spec }: Lease, root: JudgedField): void {
  const at = root.child('spec');
  if (spec.leaseDurationSeconds !== undefined && spec.leaseDurationSeconds <= 0)
    at.child('leaseDurationSeconds').invalid(spec.leaseDurationSeconds, 'must be greater than 0');
  checkNotNegative(spec.leaseTransitions, at.child('leaseTransitions'));
  if ((spec.preferredHolder ?? '') !== '' && (spec.strategy ?? '') === '')
    at.child('preferredHolder').forbidden('may only be specified if `strategy` is defined');
}
