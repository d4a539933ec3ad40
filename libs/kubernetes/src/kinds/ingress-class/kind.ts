import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkDomainPrefixedPath,
  checkImmutable,
  checkName,
  dnsLabelProblems,
  utf8Length,
  type JudgedField,
} from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { ingressClassColumns } from './columns.js';
import { checkTypedReference, type TypedReference } from './typed-reference.js';

/** networking.k8s.io/v1 IngressClass. */
export interface IngressClass extends KubernetesObject {
  kind: 'IngressClass';
  spec: { controller?: string; parameters?: Parameters };
}

interface Parameters extends TypedReference {
  scope?: string;
  namespace?: string;
}

const LONGEST_CONTROLLER = 250;

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
    if (parameters !== undefined) parameters.scope ??= 'Cluster';
  },
  check: ({ spec: { controller = '', parameters } }, root, { old }) => {
    const at = root.child('spec');
    const before = old as IngressClass | undefined;
    // Upstream looks at the change first.
    if (before !== undefined) checkImmutable(controller, before.spec.controller, at.child('controller'));
    if (utf8Length(controller) > LONGEST_CONTROLLER) at.child('controller').tooLong(LONGEST_CONTROLLER);
    checkDomainPrefixedPath(controller, at.child('controller'));
    if (parameters !== undefined) checkParameters(parameters, at.child('parameters'));
  },
});

const SCOPES: readonly string[] = ['Cluster', 'Namespace'];

/** // as API server v1.34 validateIngressClassParametersReference */
function checkParameters(parameters: Parameters, at: JudgedField): void {
  checkTypedReference(parameters, at);
  const { scope = '', namespace } = parameters;
  const path = at.child('namespace');
  if (!SCOPES.includes(scope)) at.child('scope').notSupported(scope, SCOPES);
  else if (scope === 'Cluster') {
    if (namespace !== undefined) path.forbidden("`parameters.scope` is set to 'Cluster'");
  } else if (namespace === undefined) path.required("`parameters.scope` is set to 'Namespace'");
  else checkName(namespace, dnsLabelProblems, path);
}
