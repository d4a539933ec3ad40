import { checkPortNumber, checkProtocol } from '../../containers/index.js';
import { int32, intOrText, list, object, text, textMap } from '../../decoding/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { dns1035LabelProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkLabels, requireChoice } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';

/** core/v1 Service: its selector is one of those that default spreading looks at. */
export interface Service extends KubernetesObject {
  kind: 'Service';
  spec: ServiceSpec;
}

export interface ServiceSpec {
  type?: string;
  selector?: Record<string, string>;
  clusterIP?: string;
  sessionAffinity?: string;
  internalTrafficPolicy?: string;
  externalTrafficPolicy?: string;
  ports?: ServicePort[];
}

export interface ServicePort {
  name?: string;
  protocol?: string;
  port?: number;
  targetPort?: number | string;
  nodePort?: number;
}

const port = object<ServicePort>({ name: text, protocol: text, port: int32, targetPort: intOrText, nodePort: int32 });

/** All about the kind Service. */
export const serviceKind = defineKind<Service>({
  apiVersion: 'v1',
  kind: 'Service',
  plural: 'services',
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  returnsDeleted: true,
  selectableFields: { 'spec.clusterIP': '', 'spec.type': '' },
  hasSpec: true,
  fields: {
    spec: object<ServiceSpec>({
      type: text,
      selector: textMap,
      clusterIP: text,
      sessionAffinity: text,
      internalTrafficPolicy: text,
      externalTrafficPolicy: text,
      ports: list(port, { mergeKey: 'port' }),
    }),
  },
  name: dns1035LabelProblems,
  complete,
  check,
});

const TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const EXTERNAL: ReadonlySet<string> = new Set(['NodePort', 'LoadBalancer']);

/**
 * A service inside the cluster. No address is invented: nothing here routes.
 * // as API server v1.34 SetDefaults_Service
 */
function complete({ spec }: Service): void {
  spec.sessionAffinity ||= 'None';
  spec.type ||= 'ClusterIP';
  for (const port of spec.ports ?? []) {
    port.protocol ||= 'TCP';
    if (!port.targetPort && port.port !== undefined) port.targetPort = port.port;
  }
  if (EXTERNAL.has(spec.type)) spec.externalTrafficPolicy ||= 'Cluster';
  if (spec.type !== 'ExternalName') spec.internalTrafficPolicy ??= 'Cluster';
}

/**
 * Its type, its ports, its selector. Addresses are not judged: nothing here routes.
 * // as API server v1.34 ValidateService
 */
function check({ spec }: Service, root: JudgedField): void {
  const at = root.child('spec');
  requireChoice(spec.type, TYPES, at.child('type'));
  requireChoice(spec.sessionAffinity, ['ClientIP', 'None'], at.child('sessionAffinity'));
  checkLabels(spec.selector, at.child('selector'));
  const ports = spec.ports ?? [];
  if (ports.length === 0 && spec.clusterIP !== 'None' && spec.type !== 'ExternalName') at.child('ports').required();
  const names = new Set<string>();
  ports.forEach(({ name = '', port = 0, protocol }, index) => {
    const path = at.child('ports').index(index);
    if (name === '' && ports.length > 1) path.child('name').required();
    if (name !== '' && names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    checkPortNumber(port, path.child('port'));
    checkProtocol(protocol, path.child('protocol'));
  });
}
