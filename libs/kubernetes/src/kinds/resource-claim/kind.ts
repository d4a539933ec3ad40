import { checkClaim, completeClaim, type DeviceClaim } from '../../devices/index.js';
import { internalView } from '../../internals/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { sameValue } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { resourceClaimColumns } from './columns.js';

/** resource.k8s.io/v1 ResourceClaim: devices for pods. */
export interface ResourceClaim extends KubernetesObject {
  kind: 'ResourceClaim';
  spec: { devices?: DeviceClaim };
  status?: object;
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
    completeClaim((claim.spec.devices ??= {}));
    claim.status ??= {};
  },
  prepare: (claim, { isNew }) => {
    if (isNew) claim.status = {};
  },
  check: ({ spec }, root) => checkClaim(spec.devices ?? {}, root.child('spec').child('devices')),
  checkUpdate: ({ spec }, before, root) => {
    if (!sameValue(spec, before.spec))
      root.child('spec').invalid(internalView(spec, 'ResourceClaimSpec'), 'field is immutable');
  },
});
