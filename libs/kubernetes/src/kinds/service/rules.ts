import { checkPort, checkPortNumber, checkProtocol } from '../../containers/index.js';
import { internalView } from '../../internals/index.js';
import {
  checkLabels,
  checkName,
  checkSupported,
  cidrProblems,
  dnsLabelProblems,
  dnsSubdomainProblems,
  endpointAddressProblems,
  ipProblems,
  isIpv6,
  qualifiedNameProblems,
  requireChoice,
  sameValue,
  type JudgedField,
} from '#apimachinery';
import type { Arrival } from '../kind-definition.js';
import type { Service, ServicePort, ServiceSpec } from './type.js';

const TYPES: readonly string[] = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const FAMILIES: readonly string[] = ['IPv4', 'IPv6'];
const POLICIES: readonly string[] = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const A_DAY = 24 * 60 * 60;

/** Its type, its ports, its addresses, its selector. // as API server v1.34 ValidateService */
export function checkService(service: Service, root: JudgedField, { old }: Arrival): void {
  const { spec } = service;
  const at = root.child('spec');
  // Upstream looks at the change first.
  if (old !== undefined) checkChange(spec, (old as Service).spec, at);
  checkTopology(service, root);
  const { ports = [], type = '' } = spec;
  if (ports.length === 0 && !isHeadless(spec) && type !== 'ExternalName') at.child('ports').required();
  checkOfType(spec, at);
  const names = new Set<string>();
  ports.forEach((port, index) =>
    checkServicePort(port, { many: ports.length > 1, names }, at.child('ports').index(index)),
  );
  checkLabels(spec.selector, at.child('selector'));
  checkAffinity(spec, at);
  if (type !== 'ExternalName') checkAddresses(spec, at);
  spec.externalIPs?.forEach((address, index) => checkExternal(address, at.child('externalIPs').index(index)));
  requireChoice(type, TYPES, at.child('type'));
  checkUniquePorts(spec, at.child('ports'));
  checkBalancer(service, old as Service | undefined, root);
  checkTraffic(spec, at);
}

function isHeadless({ clusterIPs = [] }: ServiceSpec): boolean {
  return clusterIPs.length === 1 && clusterIPs[0] === 'None';
}

function checkOfType(spec: ServiceSpec, at: JudgedField): void {
  const { type = '', externalName = '' } = spec;
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec))
    at.child('clusterIPs').index(0).invalid('None', `may not be set to 'None' for ${type} services`);
  if (type !== 'ExternalName') return;
  for (const field of ['clusterIPs', 'ipFamilies', 'ipFamilyPolicy'] as const)
    if (spec[field] !== undefined) at.child(field).forbidden('may not be set for ExternalName services');
  const name = externalName.replace(/\.$/, '');
  if (name === '') at.child('externalName').required();
  else checkName(name, dnsSubdomainProblems, at.child('externalName'));
}

function checkServicePort(
  { name = '', port = 0, protocol, targetPort, appProtocol }: ServicePort,
  { many, names }: { readonly many: boolean; readonly names: Set<string> },
  at: JudgedField,
): void {
  if (name === '' && many) at.child('name').required();
  if (name !== '') {
    checkName(name, dnsLabelProblems, at.child('name'));
    if (names.has(name)) at.child('name').duplicate(name);
    names.add(name);
  }
  checkPortNumber(port, at.child('port'));
  checkProtocol(protocol, at.child('protocol'));
  checkPort(targetPort, at.child('targetPort'));
  if (appProtocol !== undefined) checkName(appProtocol, qualifiedNameProblems, at.child('appProtocol'));
}

function checkAffinity({ sessionAffinity, sessionAffinityConfig: config }: ServiceSpec, at: JudgedField): void {
  requireChoice(sessionAffinity, ['ClientIP', 'None'], at.child('sessionAffinity'));
  const seconds = config?.clientIP?.timeoutSeconds;
  if (sessionAffinity !== 'ClientIP' || seconds === undefined || (seconds > 0 && seconds <= A_DAY)) return;
  const path = at.child('sessionAffinityConfig').child('clientIP').child('timeoutSeconds');
  path.invalid(seconds, `must be greater than 0 and less than ${A_DAY}`);
}

/** Addresses and their families. // as API server v1.34 ValidateServiceClusterIPsRelatedFields */
function checkAddresses(spec: ServiceSpec, at: JudgedField): void {
  const { clusterIP = '', clusterIPs = [], ipFamilies = [], ipFamilyPolicy } = spec;
  const path = at.child('clusterIPs');
  if (clusterIP !== '' && clusterIPs.length === 0) path.required();
  else if (clusterIP !== '' && clusterIPs[0] !== clusterIP)
    path.invalid(clusterIPs, 'first value must match `clusterIP`');
  else if (clusterIP === '' && clusterIPs.length > 0)
    path.invalid(clusterIPs, 'must be empty when `clusterIP` is not specified');
  ipFamilies.forEach((family, index) => {
    const one = at.child('ipFamilies').index(index);
    if (!FAMILIES.includes(family)) one.notSupported(family, FAMILIES);
    if (ipFamilies.indexOf(family) < index) one.duplicate(family);
  });
  if (ipFamilyPolicy !== undefined && !POLICIES.includes(ipFamilyPolicy))
    at.child('ipFamilyPolicy').notSupported(ipFamilyPolicy, POLICIES);
  const before = path.problems.length;
  if (clusterIPs[0] === 'None' && clusterIPs.length > 1)
    path.invalid(clusterIPs, "'None' must be the first and only value");
  clusterIPs.forEach((address, index) => {
    if (index > 0 || address !== 'None') checkName(address, ipProblems, path.index(index));
  });
  const sound = path.problems.length === before;
  if (clusterIPs.length > 2) path.invalid(clusterIPs, 'may only hold up to 2 values');
  if (sound) checkFamilies(clusterIPs, ipFamilies, path);
}

function checkFamilies(addresses: readonly string[], families: readonly string[], at: JudgedField): void {
  if (addresses.length > 1 && new Set(addresses.map(isIpv6)).size < 2)
    at.invalid(addresses, 'may specify no more than one IP for each IP family');
  if (addresses[0] === 'None') return;
  addresses.forEach((address, index) => {
    const family = families[index];
    if (family === undefined || !FAMILIES.includes(family) || (family === 'IPv6') === isIpv6(address)) return;
    at.index(index).invalid(address, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``);
  });
}

function checkExternal(address: string, at: JudgedField): void {
  checkName(address, ipProblems(address).length > 0 ? ipProblems : endpointAddressProblems, at);
}

function checkUniquePorts({ ports = [], type }: ServiceSpec, at: JudgedField): void {
  if (type === 'ClusterIP')
    ports.forEach(({ nodePort = 0 }, index) => {
      if (nodePort !== 0) at.index(index).child('nodePort').forbidden("may not be used when `type` is 'ClusterIP'");
    });
  const ofNodes = new Set<string>();
  ports.forEach(({ protocol = '', nodePort = 0 }, index) => {
    const identity = `${protocol} ${nodePort}`;
    if (nodePort !== 0 && ofNodes.has(identity)) at.index(index).child('nodePort').duplicate(nodePort);
    ofNodes.add(identity);
  });
  const own = new Set<string>();
  ports.forEach(({ protocol = '', port = 0 }, index) => {
    const identity = `${protocol} ${port}`;
    if (own.has(identity)) at.index(index).duplicate(internalView({ protocol, port }, 'ServicePort'));
    own.add(identity);
  });
}

const FOR_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

function checkBalancer(service: Service, old: Service | undefined, root: JudgedField): void {
  const { spec } = service;
  const at = root.child('spec');
  const balances = spec.type === 'LoadBalancer';
  const { loadBalancerSourceRanges: ranges } = spec;
  if (ranges !== undefined) {
    // The name begins with a capital, as upstream.
    const path = at.child('LoadBalancerSourceRanges');
    if (!balances) path.forbidden(FOR_BALANCERS);
    ranges.forEach((range, index) => checkName(range.trim(), cidrProblems, path.index(index)));
  } else checkAnnotatedRanges(service, old, root.child('metadata').child('annotations').key(SOURCE_RANGES));
  if (spec.allocateLoadBalancerNodePorts !== undefined && !balances)
    at.child('allocateLoadBalancerNodePorts').forbidden(FOR_BALANCERS);
  checkClass(spec, at.child('loadBalancerClass'));
}

function checkClass({ type, loadBalancerClass: name }: ServiceSpec, at: JudgedField): void {
  if (name === undefined) return;
  if (type === 'LoadBalancer') checkName(name, qualifiedNameProblems, at);
  else at.forbidden(FOR_BALANCERS);
}

const SOURCE_RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';

/** The older place of the ranges, in one text; what was there may stay. */
function checkAnnotatedRanges({ metadata, spec }: Service, old: Service | undefined, at: JudgedField): void {
  const text = metadata.annotations?.[SOURCE_RANGES];
  if (text === undefined) return;
  if (spec.type !== 'LoadBalancer') at.forbidden(FOR_BALANCERS);
  if (text.trim() === '' || old?.metadata.annotations?.[SOURCE_RANGES] === text) return;
  for (const range of text.trim().split(',')) checkName(range.trim(), cidrProblems, at);
}

const MODE = 'service.kubernetes.io/topology-mode';
const OLD_MODE = 'service.kubernetes.io/topology-aware-hints';

/** The older name of an annotation says the same, where both are there. */
function checkTopology({ metadata: { annotations = {} } }: Service, root: JudgedField): void {
  const { [MODE]: mode, [OLD_MODE]: before } = annotations;
  if (mode === undefined || before === undefined || mode === before) return;
  const path = root.child('metadata').child('annotations').key(MODE);
  path.invalid(mode, `must match annotations[${OLD_MODE}] when both are specified`);
}

const DISTRIBUTIONS: readonly string[] = ['PreferClose', 'PreferSameZone', 'PreferSameNode'];
/** Where requests may go. */
export const TRAFFIC: readonly string[] = ['Cluster', 'Local'];

function checkTraffic(spec: ServiceSpec, at: JudgedField): void {
  const { type = '', externalTrafficPolicy: outer = '', healthCheckNodePort: health = 0 } = spec;
  const accessible =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && spec.externalIPs !== undefined);
  const path = at.child('externalTrafficPolicy');
  if (accessible) requireChoice(outer, TRAFFIC, path);
  else if (outer !== '') path.invalid(outer, 'may only be set for externally-accessible services');
  if (health !== 0 && (type !== 'LoadBalancer' || outer !== 'Local'))
    at.child('healthCheckNodePort').invalid(
      health,
      "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
    );
  else if (health !== 0) checkPortNumber(health, at.child('healthCheckNodePort'));
  checkSupported(spec.internalTrafficPolicy, TRAFFIC, at.child('internalTrafficPolicy'));
  checkSupported(spec.trafficDistribution, DISTRIBUTIONS, at.child('trafficDistribution'));
}

/** What it is reached by stays. // as API server v1.34 ValidateServiceUpdate */
function checkChange(spec: ServiceSpec, before: ServiceSpec, at: JudgedField): void {
  const types = [spec.type, before.type];
  const { clusterIPs = [] } = spec;
  const was = before.clusterIPs ?? [];
  if (!types.includes('ExternalName') && !(isHeadless(spec) && isHeadless(before)))
    clusterIPs.forEach((address, index) => {
      if (was[index] !== undefined && was[index] !== address)
        at.child('clusterIPs').index(index).invalid(clusterIPs, 'may not change once set');
    });
  const path = at.child('loadBalancerClass');
  if (types.every((type) => type === 'LoadBalancer') && !sameValue(spec.loadBalancerClass, before.loadBalancerClass))
    path.invalid(spec.loadBalancerClass, 'may not change once set');
  // Upstream judges it twice.
  checkClass(spec, path);
}
