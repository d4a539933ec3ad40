import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkImmutable,
  checkName,
  checkSupported,
  dnsLabelProblems,
  dnsSubdomainProblems,
  endpointAddressProblems,
  ipProblems,
  isIpv6,
  labelValueProblems,
  qualifiedNameProblems,
  sameValue,
  strictIpProblems,
  type JudgedField,
} from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { endpointSliceColumns } from './columns.js';

/** discovery.k8s.io/v1 EndpointSlice. */
export interface EndpointSlice extends KubernetesObject {
  kind: 'EndpointSlice';
  addressType?: string;
  endpoints?: Endpoint[] | null;
  ports?: Port[] | null;
}

interface Endpoint {
  addresses?: string[] | null;
  conditions?: object;
  nodeName?: string;
  hostname?: string;
  hints?: Hints;
  deprecatedTopology?: Record<string, string>;
}

interface Hints {
  forZones?: { name?: string }[];
  forNodes?: { name?: string }[];
}

interface Port {
  name?: string;
  protocol?: string;
  port?: number;
  appProtocol?: string;
}

/** All about the kind EndpointSlice. */
export const endpointSliceKind = defineKind<EndpointSlice>({
  apiVersion: 'discovery.k8s.io/v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  judgesMetadata: ['whole'],
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
  prepare,
  check,
  checkUpdate: ({ addressType }, before, root) =>
    checkImmutable(addressType, before.addressType, root.child('addressType')),
});

const TYPES: readonly string[] = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS: readonly string[] = ['SCTP', 'TCP', 'UDP'];
const MOST_ENDPOINTS = 1000;
const MOST_ADDRESSES = 100;
const MOST_PORTS = 20_000;
const MOST_HINTS = 8;

/** // as API server v1.34 ValidateEndpointSlice */
function check({ addressType = '', endpoints, ports }: EndpointSlice, root: JudgedField, { old }: Arrival): void {
  if (addressType === '') root.child('addressType').required();
  else checkSupported(addressType, TYPES, root.child('addressType'));
  checkPorts(ports ?? [], root.child('ports'));
  const all = endpoints ?? [];
  // What was there may stay.
  if (old !== undefined && sameValue(all, (old as EndpointSlice).endpoints)) return;
  if (all.length > MOST_ENDPOINTS) root.child('endpoints').tooMany(all.length, MOST_ENDPOINTS);
  else all.forEach((one, index) => checkEndpoint(one, addressType, root.child('endpoints').index(index)));
}

function checkPorts(ports: readonly Port[], at: JudgedField): void {
  if (ports.length > MOST_PORTS) {
    at.tooMany(ports.length, MOST_PORTS);
    return;
  }
  const names = new Set<string>();
  ports.forEach(({ name = '', protocol, appProtocol }, index) => {
    const path = at.index(index);
    if (name !== '') checkName(name, dnsLabelProblems, path.child('name'));
    if (names.has(name)) path.child('name').duplicate(name);
    names.add(name);
    checkSupported(protocol, PROTOCOLS, path.child('protocol'));
    if (appProtocol !== undefined) checkName(appProtocol, qualifiedNameProblems, path.child('appProtocol'));
  });
}

/** // as API server v1.34 validateEndpoints */
function checkEndpoint(endpoint: Endpoint, type: string, at: JudgedField): void {
  const { nodeName, hostname, hints } = endpoint;
  const addresses = endpoint.addresses ?? [];
  const path = at.child('addresses');
  if (addresses.length === 0) path.required('must contain at least 1 address');
  if (addresses.length > MOST_ADDRESSES) path.tooMany(addresses.length, MOST_ADDRESSES);
  addresses.forEach((address, index) => {
    if (type === 'FQDN') checkDomain(address, path.index(index));
    else if (TYPES.includes(type)) checkAddress(address, { type, list: path }, path.index(index));
  });
  if (nodeName !== undefined) checkName(nodeName, dnsSubdomainProblems, at.child('nodeName'));
  if (hostname !== undefined) checkName(hostname, dnsLabelProblems, at.child('hostname'));
  if (hints !== undefined) checkHints(hints, at.child('hints'));
}

/** An address of the type of the slice; one of another is reported at the list, as upstream. */
function checkAddress(
  address: string,
  { type, list }: { readonly type: string; readonly list: JudgedField },
  at: JudgedField,
): void {
  const before = at.problems.length;
  checkName(address, type === 'IPv6' ? strictIpProblems : ipProblems, at);
  if (at.problems.length > before) return;
  if (isIpv6(address) !== (type === 'IPv6')) list.invalid(address, `must be an ${type} address`);
  checkName(address, endpointAddressProblems, at);
}

/** // as apimachinery v1.34 IsFullyQualifiedDomainName */
function checkDomain(given: string, at: JudgedField): void {
  const name = given.replace(/\.$/, '');
  const labels = name.split('.');
  const wrong = labels.find((label) => dnsLabelProblems(label).length > 0);
  if (given === '') at.required();
  else if (dnsSubdomainProblems(name).length > 0) at.invalid(name, dnsSubdomainProblems(name).join(','));
  else if (labels.length < 2) at.invalid(name, 'should be a domain with at least two segments separated by dots');
  else if (wrong !== undefined) at.invalid(wrong, dnsLabelProblems(wrong).join(','));
}

/** Where an endpoint is best reached from: each place once. // as API server v1.34 validateHints */
function checkHints(hints: Hints, at: JudgedField): void {
  for (const [field, rule] of [
    ['forZones', labelValueProblems],
    ['forNodes', dnsSubdomainProblems],
  ] as const) {
    const places = hints[field] ?? [];
    if (places.length > MOST_HINTS) {
      at.child(field).tooMany(places.length, MOST_HINTS);
      return;
    }
    const names = new Set<string>();
    places.forEach(({ name = '' }, index) => {
      const path = at.child(field).index(index).child('name');
      if (names.has(name)) path.duplicate(name);
      names.add(name);
      checkName(name, rule, path);
    });
  }
}

/** Topology is a field of v1beta1. // as API server v1.34 dropTopologyOnV1 */
function prepare({ endpoints }: EndpointSlice, { old, isImported }: Arrival): void {
  if (isImported || sameValue((old as EndpointSlice | undefined)?.endpoints, endpoints)) return;
  for (const endpoint of endpoints ?? []) delete endpoint.deprecatedTopology;
}
