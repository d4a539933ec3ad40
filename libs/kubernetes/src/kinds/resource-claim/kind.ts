import {
  checkClaim,
  checkClaimStatus,
  completeClaim,
  prepareStatus,
  type ClaimStatus,
  type DeviceClaim,
} from '../../devices/index.js';
import { checkImmutableAs } from '../../internals/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import type { JudgedField } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { resourceClaimColumns } from './columns.js';

/** resource.k8s.io/v1 ResourceClaim: devices for pods. */
export interface ResourceClaim extends KubernetesObject {
  kind: 'ResourceClaim';
  spec: { devices?: DeviceClaim };
  status?: ClaimStatus;
}

/** All about the kind ResourceClaim. */
export const resourceClaimKind = defineKind<ResourceClaim>({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  plural: 'resourceclaims',
  columns: resourceClaimColumns,
  namespaced: true,
  statusSubresource: true,
  hasSpec: true,
  returnsDeleted: true,
  complete: (claim) => {
    completeClaim((claim.spec.devices ??= { requests: null }));
    claim.status ??= {};
  },
  prepare: (claim, { isNew, old, subresource }) => {
    if (isNew) claim.status = {};
    else if (subresource === 'status') prepareStatus((claim.status ??= {}), (old as ResourceClaim).status ?? {});
  },
  check,
  checkUpdate: (claim, before, root) => {
    checkImmutableAs('ResourceClaimSpec', { value: claim.spec, before: before.spec }, root.child('spec'));
    // Upstream judges the spec twice.
    check(claim, root);
  },
  checkStatus: ({ metadata, spec, status = {} }, { status: before = {} }, root) =>
    checkClaimStatus(
      { status, before, devices: spec.devices ?? {} },
      metadata.deletionTimestamp !== undefined,
      root.child('status'),
    ),
});

function check({ spec }: ResourceClaim, root: JudgedField): void {
  checkClaim(spec.devices ?? {}, root.child('spec').child('devices'));
}
