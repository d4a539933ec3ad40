import { checkPortNumber, checkProtocol } from '../../containers/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkName,
  dnsLabelProblems,
  dnsSubdomainProblems,
  endpointAddressProblems,
  ipProblems,
  qualifiedNameProblems,
  type JudgedField,
} from '#apimachinery';
import { defineKind } from '../kind-definition.js';
import { endpointsColumns } from './columns.js';

/** core/v1 Endpoints. */
export interface Endpoints extends KubernetesObject {
  kind: 'Endpoints';
  subsets?: { addresses?: Address[]; notReadyAddresses?: Address[]; ports?: Port[] }[];
}

interface Address {
  ip?: string;
  hostname?: string;
  nodeName?: string;
}

interface Port {
  name?: string;
  port?: number;
  protocol?: string;
  appProtocol?: string;
}

/** All about the kind Endpoints. */
export const endpointsKind = defineKind<Endpoints>({
  apiVersion: 'v1',
  kind: 'Endpoints',
  plural: 'endpoints',
  deprecated: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
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
    subset[field]?.forEach((address, index) => checkAddress(address, at.child(field).index(index)));
  ports.forEach((port, index) => checkEndpointPort(port, ports.length > 1, at.child('ports').index(index)));
}

/** // as API server v1.34 validateEndpointAddress */
function checkAddress({ ip = '', hostname = '', nodeName }: Address, at: JudgedField): void {
  checkName(ip, ipProblems, at.child('ip'));
  if (hostname !== '') checkName(hostname, dnsLabelProblems, at.child('hostname'));
  if (nodeName !== undefined) checkName(nodeName, dnsSubdomainProblems, at.child('nodeName'));
  checkName(ip, endpointAddressProblems, at.child('ip'));
}

/** Of more than one port, each has a name. // as API server v1.34 validateEndpointPort */
function checkEndpointPort({ name = '', port = 0, ...rest }: Port, isNamed: boolean, at: JudgedField): void {
  if (name !== '') checkName(name, dnsLabelProblems, at.child('name'));
  else if (isNamed) at.child('name').required();
  checkPortNumber(port, at.child('port'));
  checkProtocol(rest.protocol, at.child('protocol'));
  if (rest.appProtocol !== undefined) checkName(rest.appProtocol, qualifiedNameProblems, at.child('appProtocol'));
}
