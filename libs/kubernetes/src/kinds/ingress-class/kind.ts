import type { KubernetesObject } from '../../metadata/index.js';
import { domainPrefixedPathProblems } from '../../names/index.js';
import { checkImmutable, checkName } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { ingressClassColumns } from './columns.js';

/** networking.k8s.io/v1 IngressClass. */
export interface IngressClass extends KubernetesObject {
  kind: 'IngressClass';
  spec: { controller?: string; parameters?: { scope?: string; kind?: string; name?: string; namespace?: string } };
}

/** All about the kind IngressClass. */
export const ingressClassKind = defineKind<IngressClass>({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  judgesMetadata: ['whole', 'change'],
  columns: ingressClassColumns,
  countsGeneration: true,
  hasSpec: true,
  complete: ({ spec: { parameters } }) => {
    if (parameters !== undefined) parameters.scope ||= 'Cluster';
  },
  check: ({ spec: { controller = '', parameters } }, root) => {
    const at = root.child('spec');
    if (controller.length > 250) at.child('controller').tooLong(250);
    checkName(controller, domainPrefixedPathProblems, at.child('controller'));
    for (const field of ['kind', 'name'] as const)
      if (parameters !== undefined && (parameters[field] ?? '') === '') at.child('parameters').child(field).required();
  },
  checkUpdate: ({ spec }, { spec: before }, root) =>
    checkImmutable(spec.controller, before.controller, root.child('spec').child('controller')),
});
