import {
  dns1035LabelProblems,
  flag,
  int32,
  intOrText,
  list,
  object,
  sameValue,
  text,
  textMap,
  whole,
} from '#apimachinery';
import { conditions } from '../../metadata/index.js';
import { defineKind, type Arrival } from '../kind-definition.js';
import { dropDependent, isExternal, keepAllocated } from './allocated-values.js';
import { serviceColumns } from './columns.js';
import { checkService, TRAFFIC } from './rules.js';
import { checkServiceStatus } from './status-rules.js';
import type { Service, ServicePort, ServiceSpec } from './type.js';

const port = object<ServicePort>({
  name: text,
  protocol: text,
  port: int32,
  targetPort: intOrText,
  nodePort: int32,
  appProtocol: text,
});

/** All about the kind Service. */
export const serviceKind = defineKind<Service>({
  apiVersion: 'v1',
  kind: 'Service',
  plural: 'services',
  createsOnUpdate: true,
  shortNames: ['svc'],
  categories: ['all'],
  namespaced: true,
  statusSubresource: true,
  returnsDeleted: true,
  selectableFields: { 'spec.clusterIP': '', 'spec.type': '' },
  hasSpec: true,
  columns: serviceColumns,
  fields: {
    spec: object<ServiceSpec>({
      type: text,
      selector: textMap,
      clusterIP: text,
      clusterIPs: list(text),
      ipFamilies: list(text),
      ipFamilyPolicy: text,
      sessionAffinity: text,
      sessionAffinityConfig: object({ clientIP: object({ timeoutSeconds: int32 }) }),
      internalTrafficPolicy: text,
      externalTrafficPolicy: text,
      externalName: text,
      externalIPs: list(text),
      healthCheckNodePort: int32,
      allocateLoadBalancerNodePorts: flag,
      loadBalancerClass: text,
      loadBalancerIP: text,
      loadBalancerSourceRanges: list(text),
      trafficDistribution: text,
      ports: list(port, { mergeKey: 'port' }),
    }),
    status: object({ loadBalancer: whole(), conditions }),
  },
  name: dns1035LabelProblems,
  complete,
  prepare,
  check: checkService,
  checkStatus: checkServiceStatus,
});

const THREE_HOURS = 3 * 60 * 60;

/**
 * A service inside the cluster. Addresses and ports are given out where it is stored.
 * // as API server v1.34 SetDefaults_Service
 */
function complete(service: Service): void {
  const { spec } = service;
  spec.sessionAffinity ||= 'None';
  if (spec.sessionAffinity === 'None') delete spec.sessionAffinityConfig;
  if (spec.sessionAffinity === 'ClientIP')
    ((spec.sessionAffinityConfig ??= {}).clientIP ??= {}).timeoutSeconds ??= THREE_HOURS;
  spec.type ||= 'ClusterIP';
  spec.ports?.forEach(completePort);
  if (isExternal(spec)) spec.externalTrafficPolicy ||= 'Cluster';
  if (spec.type !== 'ExternalName') spec.internalTrafficPolicy ??= 'Cluster';
  if (spec.type === 'LoadBalancer') spec.allocateLoadBalancerNodePorts ??= true;
  completeStatus(service);
}

/** An address of a load balancer stands for the service itself. */
function completeStatus(service: Service): void {
  const { ingress = [] } = ((service.status ??= {}).loadBalancer ??= {});
  if (service.spec.type !== 'LoadBalancer') return;
  for (const one of ingress) if ((one.ip ?? '') !== '') one.ipMode ??= 'VIP';
}

function completePort(port: ServicePort): void {
  port.protocol ||= 'TCP';
  if (!port.targetPort && port.port !== undefined) port.targetPort = port.port;
}

/** The one address that is said may stand in either field, or in both. // as API server v1.34 NormalizeClusterIPs */
function prepare(service: Service, { isNew, isImported, old }: Arrival): void {
  if (isNew && !isImported) service.status = { loadBalancer: {} };
  const { spec } = service;
  const before = old?.['spec'] as ServiceSpec | undefined;
  const { clusterIP = '' } = spec;
  if (before === undefined || spec.clusterIPs === undefined) {
    if (clusterIP !== '' && spec.clusterIPs === undefined) spec.clusterIPs = [clusterIP];
  } else if (clusterIP !== (before.clusterIP ?? '') && sameValue(spec.clusterIPs, before.clusterIPs)) {
    // The older field alone was changed: the list follows it.
    if (clusterIP === '') delete spec.clusterIPs;
    else spec.clusterIPs = [clusterIP, ...spec.clusterIPs.slice(1)];
  }
  if (before !== undefined) {
    keepAllocated(service, before);
    dropDependent(service, before);
  }
  // It is dropped in reading; what is no policy is still judged.
  if (spec.type === 'ExternalName' && TRAFFIC.includes(spec.internalTrafficPolicy ?? ''))
    delete spec.internalTrafficPolicy;
  if (spec.clusterIP === 'None' && spec.type !== 'ExternalName') defaultFamilies(spec);
}

/** A service without an address of its own is of the cluster's family, which is IPv4. */
function defaultFamilies(spec: ServiceSpec): void {
  const selects = Object.keys(spec.selector ?? {}).length > 0;
  spec.ipFamilyPolicy ??= selects ? 'SingleStack' : 'RequireDualStack';
  spec.ipFamilies ??= spec.ipFamilyPolicy === 'RequireDualStack' && !selects ? ['IPv4', 'IPv6'] : ['IPv4'];
}
