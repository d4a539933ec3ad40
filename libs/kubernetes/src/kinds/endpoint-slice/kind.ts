import type { KubernetesObject } from '../../metadata/index.js';
import { ipProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkChoice, checkImmutable, checkName } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { endpointSliceColumns } from './columns.js';

/** discovery.k8s.io/v1 EndpointSlice. */
export interface EndpointSlice extends KubernetesObject {
  kind: 'EndpointSlice';
  addressType?: string;
  endpoints?: { addresses?: string[] | null; conditions?: object }[] | null;
  ports?: { name?: string; protocol?: string; port?: number }[] | null;
}

/** All about the kind EndpointSlice. */
export const endpointSliceKind = defineKind<EndpointSlice>({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  judgesMetadata: ['whole', 'change'],
  createsOnUpdate: true,
  columns: endpointSliceColumns,
  namespaced: true,
  countsGeneration: true,
  generationCounts: ['endpoints', 'ports', 'addressType', 'metadata.labels', 'metadata.annotations'],
  complete: ({ endpoints, ports }) => {
    for (const endpoint of endpoints ?? []) endpoint.conditions ??= {};
    for (const port of ports ?? []) {
      port.name ??= '';
      port.protocol ??= 'TCP';
    }
  },
  check,
  checkUpdate: ({ addressType }, before, root) =>
    checkImmutable(addressType, before.addressType, root.child('addressType')),
});

const TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const MOST_ENDPOINTS = 1000;
const MOST_ADDRESSES = 100;

/** // as API server v1.34 ValidateEndpointSlice */
function check({ addressType = '', endpoints, ports }: EndpointSlice, root: JudgedField): void {
  if (addressType === '') root.child('addressType').required();
  else if (!TYPES.includes(addressType)) root.child('addressType').notSupported(addressType, TYPES);
  const all = endpoints ?? [];
  if (all.length > MOST_ENDPOINTS) root.child('endpoints').tooMany(all.length, MOST_ENDPOINTS);
  all.forEach(({ addresses }, index) => {
    const path = root.child('endpoints').index(index).child('addresses');
    const given = addresses ?? [];
    if (given.length === 0) path.required('must contain at least 1 address');
    if (given.length > MOST_ADDRESSES) path.tooMany(given.length, MOST_ADDRESSES);
    if (addressType !== 'FQDN') given.forEach((ip, position) => checkName(ip, ipProblems, path.index(position)));
  });
  ports?.forEach(({ protocol }, index) =>
    checkChoice(protocol, ['SCTP', 'TCP', 'UDP'], root.child('ports').index(index).child('protocol')),
  );
}
