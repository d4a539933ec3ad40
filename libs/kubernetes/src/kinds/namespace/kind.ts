import { list, object, text } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { dnsLabelProblems } from '../../names/index.js';
import { defineKind } from '../kind-definition.js';

/** core/v1 Namespace. */
export interface Namespace extends KubernetesObject {
  kind: 'Namespace';
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}

/** All about the kind Namespace. */
export const namespaceKind = defineKind<Namespace>({
  apiVersion: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  shortNames: ['ns'],
  statusSubresource: true,
  returnsDeleted: true,
  selectableFields: { 'status.phase': '' },
  fields: { spec: object({ finalizers: list(text) }), status: object({ phase: text }) },
  name: dnsLabelProblems,
  complete,
});

/** A namespace is Active and carries its own name as a label, by which selectors of namespaces can find it. */
function complete(namespace: Namespace): void {
  if (namespace.metadata.name)
    namespace.metadata.labels = {
      ...namespace.metadata.labels,
      'kubernetes.io/metadata.name': namespace.metadata.name,
    };
  namespace.status ??= {};
  namespace.status.phase ||= 'Active';
}
