import type { KubernetesObject } from '../../metadata/index.js';
import { ipProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkChoice, checkName } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { endpointsColumns } from './columns.js';

/** core/v1 Endpoints. */
export interface Endpoints extends KubernetesObject {
  kind: 'Endpoints';
  subsets?: { addresses?: Address[]; notReadyAddresses?: Address[]; ports?: Port[] }[];
}

interface Address {
  ip?: string;
}

interface Port {
  name?: string;
  port?: number;
  protocol?: string;
}

/** All about the kind Endpoints. */
export const endpointsKind = defineKind<Endpoints>({
  apiVersion: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  columns: endpointsColumns,
  shortNames: ['ep'],
  namespaced: true,
  complete: ({ subsets = [] }) => {
    for (const { ports = [] } of subsets) for (const port of ports) port.protocol ||= 'TCP';
  },
  check: ({ subsets = [] }, root) =>
    subsets.forEach((subset, index) => checkSubset(subset, root.child('subsets').index(index))),
});

/** // as API server v1.34 validateEndpointSubsets */
function checkSubset(subset: NonNullable<Endpoints['subsets']>[number], at: JudgedField): void {
  const { addresses = [], notReadyAddresses = [], ports = [] } = subset;
  if (addresses.length + notReadyAddresses.length === 0) at.required('must specify `addresses` or `notReadyAddresses`');
  for (const field of ['addresses', 'notReadyAddresses'] as const)
    subset[field]?.forEach(({ ip = '' }, index) => checkName(ip, ipProblems, at.child(field).index(index).child('ip')));
  ports.forEach(({ name = '', port = 0, protocol = '' }, index) => {
    const path = at.child('ports').index(index);
    if (ports.length > 1 && name === '') path.child('name').required();
    if (port < 1 || port > 65535) path.child('port').invalid(port, 'must be between 1 and 65535, inclusive');
    if (protocol === '') path.child('protocol').required();
    else checkChoice(protocol, ['SCTP', 'TCP', 'UDP'], path.child('protocol'));
  });
}
