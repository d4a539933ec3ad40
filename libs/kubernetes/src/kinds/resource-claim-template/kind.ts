import { checkClaim, completeClaim, type DeviceClaim } from '../../devices/index.js';
import { checkTemplateMetadata, type KubernetesObject, type ObjectMeta } from '../../metadata/index.js';
import { checkImmutableAs } from '../../internals/index.js';
import type { JudgedField } from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { resourceClaimTemplateColumns } from './columns.js';

/** resource.k8s.io/v1 ResourceClaimTemplate: the claim that each of some pods gets. */
export interface ResourceClaimTemplate extends KubernetesObject {
  kind: 'ResourceClaimTemplate';
  spec: { metadata?: Partial<ObjectMeta>; spec?: { devices?: DeviceClaim } };
}

/** All about the kind ResourceClaimTemplate. */
export const resourceClaimTemplateKind = defineKind<ResourceClaimTemplate>({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  plural: 'resourceclaimtemplates',
  columns: resourceClaimTemplateColumns,
  namespaced: true,
  hasSpec: true,
  returnsDeleted: true,
  complete: ({ spec }) => {
    spec.metadata ??= {};
    completeClaim(((spec.spec ??= {}).devices ??= { requests: null }));
  },
  check,
  checkUpdate: (template, { spec: before }, root) => {
    checkImmutableAs('ResourceClaimTemplateSpec', { value: template.spec, before }, root.child('spec'));
    // Upstream judges the spec twice.
    check(template, root);
  },
});

function check({ spec }: ResourceClaimTemplate, root: JudgedField): void {
  const at = root.child('spec');
  checkTemplateMetadata(spec.metadata ?? {}, at.child('metadata'));
  checkClaim(spec.spec?.devices ?? {}, at.child('spec').child('devices'));
}
