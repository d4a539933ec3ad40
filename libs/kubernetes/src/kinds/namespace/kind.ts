import {
  checkName,
  dnsLabelProblems,
  list,
  object,
  qualifiedNameProblems,
  text,
  type JudgedField,
} from '#apimachinery';
import { isStandardFinalizer, type KubernetesObject } from '../../metadata/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { namespaceColumns } from './columns.js';

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
  judgesMetadata: ['whole', 'change'],
  shortNames: ['ns'],
  statusSubresource: true,
  returnsDeleted: true,
  selectableFields: { 'status.phase': '' },
  columns: namespaceColumns,
  fields: { spec: object({ finalizers: list(text) }), status: object({ phase: text }) },
  name: dnsLabelProblems,
  complete,
  prepare,
  check,
  checkStatus,
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

/**
 * What has to be done before it goes is said when it comes, and changes at its own path alone.
 * // as API server v1.34 namespaceStrategy.PrepareForCreate, PrepareForUpdate
 */
function prepare(namespace: Namespace, { isNew, isImported, old, subresource }: Arrival): void {
  if (subresource === 'finalize') return;
  if (old !== undefined) {
    if (old['spec'] === undefined) delete namespace.spec;
    else namespace.spec = old['spec'] as NonNullable<Namespace['spec']>;
  } else if (isNew) {
    if (!isImported) namespace.status = { phase: 'Active' };
    const finalizers = ((namespace.spec ??= {}).finalizers ??= []);
    if (!finalizers.includes('kubernetes')) finalizers.push('kubernetes');
  }
}

/** Paths have an index where finalizers change. // as ValidateNamespace, ValidateNamespaceFinalizeUpdate */
function check({ spec }: Namespace, root: JudgedField, { subresource }: Arrival): void {
  const list = root.child('spec').child('finalizers');
  spec?.finalizers?.forEach((finalizer, index) => {
    const at = subresource === 'finalize' ? list.index(index) : list;
    checkName(finalizer, qualifiedNameProblems, at);
    if (!isStandardFinalizer(finalizer))
      at.invalid(finalizer, 'name is neither a standard finalizer name nor is it fully qualified');
  });
}

/** A namespace is Active until it is deleted. // as API server v1.34 ValidateNamespaceStatusUpdate */
function checkStatus({ metadata, status }: Namespace, _before: Namespace, root: JudgedField): void {
  const at = root.child('status').child('Phase');
  const phase = status?.phase ?? '';
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const expected = isDeleted ? 'Terminating' : 'Active';
  if (phase !== expected)
    at.invalid(phase, `may only be '${expected}' if \`deletionTimestamp\` is ${isDeleted ? 'not empty' : 'empty'}`);
}
