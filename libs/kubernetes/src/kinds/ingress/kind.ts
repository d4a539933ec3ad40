import { checkPortNumber } from '../../containers/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import {
  checkName,
  dns1035LabelProblems,
  dnsSubdomainProblems,
  ipProblems,
  portNameProblems,
  wildcardSubdomainProblems,
  type JudgedField,
} from '#apimachinery';
import { defineKind, type Arrival } from '../kind-definition.js';
import { checkTypedReference, type TypedReference } from '../ingress-class/typed-reference.js';
import { ingressColumns } from './columns.js';

/** networking.k8s.io/v1 Ingress. */
export interface Ingress extends KubernetesObject {
  kind: 'Ingress';
  spec: IngressSpec;
  status?: { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } };
}

interface IngressSpec {
  ingressClassName?: string;
  defaultBackend?: Backend;
  tls?: Tls[];
  rules?: Rule[];
}

interface Tls {
  hosts?: string[];
  secretName?: string;
}

interface Rule {
  host?: string;
  http?: { paths?: Path[] | null };
}

interface Path {
  path?: string;
  pathType?: string;
  backend?: Backend;
}

interface Backend {
  service?: { name?: string; port?: { name?: string; number?: number } };
  resource?: TypedReference;
}

/** All about the kind Ingress. */
export const ingressKind = defineKind<Ingress>({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  plural: 'ingresses',
  judgesMetadata: ['whole', 'change'],
  columns: ingressColumns,
  shortNames: ['ing'],
  namespaced: true,
  statusSubresource: true,
  countsGeneration: true,
  hasSpec: true,
  complete: (ingress) => {
    // What is refused is shown as it was given.
    if (ingress.spec.rules?.length === 0 && ingress.spec.defaultBackend !== undefined) delete ingress.spec.rules;
    (ingress.status ??= {}).loadBalancer ??= {};
  },
  prepare: (ingress, { isNew }) => {
    if (isNew) ingress.status = { loadBalancer: {} };
  },
  check,
  checkStatus,
});

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];

const NO_ADDRESS = 'must be a DNS name, not an IP address';
const CLASS = 'kubernetes.io/ingress.class';

/** // as API server v1.34 ValidateIngressCreate, ValidateIngressUpdate */
function check({ metadata, spec }: Ingress, root: JudgedField, { old }: Arrival): void {
  checkSpec(spec, root.child('spec'));
  const annotated = metadata.annotations?.[CLASS];
  const named = spec.ingressClassName;
  // The path leaves the metadata out, as upstream.
  if (old === undefined && annotated !== undefined && named !== undefined && annotated !== named)
    root.child('annotations').child(CLASS).invalid(annotated, 'must match `ingressClassName` when both are specified');
}

/** // as API server v1.34 ValidateIngressSpec */
function checkSpec({ rules, defaultBackend, tls = [], ingressClassName }: IngressSpec, at: JudgedField): void {
  if ((rules ?? []).length === 0 && defaultBackend === undefined)
    at.invalid(rules, 'either `defaultBackend` or `rules` must be specified');
  if (defaultBackend !== undefined) checkBackend(defaultBackend, at.child('defaultBackend'));
  rules?.forEach(({ host = '', http }, index) => {
    const path = at.child('rules').index(index);
    if (ipProblems(host).length === 0) path.child('host').invalid(host, NO_ADDRESS);
    if (host !== '') checkHost(host, path.child('host'));
    if (http !== undefined && (http.paths ?? []).length === 0) path.child('http').child('paths').required();
    http?.paths?.forEach((one, position) => checkPath(one, path.child('http').child('paths').index(position)));
  });
  tls.forEach((one, index) => checkTls(one, at.child('tls').index(index)));
  if (ingressClassName !== undefined) checkName(ingressClassName, dnsSubdomainProblems, at.child('ingressClassName'));
}

/** A name, or any name in a domain. */
function checkHost(host: string, at: JudgedField): void {
  checkName(host, host.includes('*') ? wildcardSubdomainProblems : dnsSubdomainProblems, at);
}

const BAD_SEQUENCES: readonly string[] = ['//', '/./', '/../', '%2f', '%2F'];
const BAD_ENDS: readonly string[] = ['/..', '/.'];

/** // as API server v1.34 validateHTTPIngressPath */
function checkPath({ path = '', pathType, backend = {} }: Path, at: JudgedField): void {
  if (pathType === undefined) {
    at.child('pathType').required('pathType must be specified');
    return;
  }
  const field = at.child('path');
  const isFree = pathType === 'ImplementationSpecific';
  if (!PATH_TYPES.includes(pathType)) at.child('pathType').notSupported(pathType, PATH_TYPES);
  else if (!path.startsWith('/') && !(isFree && path === '')) field.invalid(path, 'must be an absolute path');
  if (pathType === 'Exact' || pathType === 'Prefix') {
    for (const part of BAD_SEQUENCES) if (path.includes(part)) field.invalid(path, `must not contain '${part}'`);
    for (const end of BAD_ENDS) if (path.endsWith(end)) field.invalid(path, `cannot end with '${end}'`);
  }
  checkBackend(backend, at.child('backend'));
}

/** A service, or another object. // as API server v1.34 validateIngressBackend */
function checkBackend({ service, resource }: Backend, at: JudgedField): void {
  if (service !== undefined && resource !== undefined) at.invalid('', 'cannot set both resource and service backends');
  else if (resource !== undefined) checkTypedReference(resource, at.child('resource'));
  else if (service !== undefined) checkServiceBackend(service, at);
  else at.invalid('', 'resource or service backend is required');
}

/** What is said of a port as a whole is said of the backend, as upstream. */
function checkServiceBackend({ name = '', port = {} }: NonNullable<Backend['service']>, at: JudgedField): void {
  const path = at.child('service');
  if (name === '') path.child('name').required();
  else checkName(name, dns1035LabelProblems, path.child('name'));
  const { name: portName = '', number = 0 } = port;
  if (portName !== '' && number !== 0) at.invalid('', 'cannot set both port name & port number');
  else if (portName !== '') checkName(portName, portNameProblems, path.child('port').child('name'));
  else if (number !== 0) checkPortNumber(number, path.child('port').child('number'));
  else at.required('port name or number is required');
}

/** Hosts that are served with a certificate, and where that is. // as API server v1.34 validateIngressTLS */
function checkTls({ hosts = [], secretName = '' }: Tls, at: JudgedField): void {
  hosts.forEach((host, index) => checkHost(host, at.child('hosts').index(index)));
  if (secretName !== '') checkName(secretName, dnsSubdomainProblems, at.child('secretName'));
}

/** Where it is found. // as API server v1.34 ValidateIngressLoadBalancerStatus */
function checkStatus({ status }: Ingress, _before: Ingress, root: JudgedField): void {
  const at = root.child('status').child('loadBalancer').child('ingress');
  status?.loadBalancer?.ingress?.forEach(({ ip = '', hostname = '' }, index) => {
    if (ip !== '') checkName(ip, ipProblems, at.index(index).child('ip'));
    if (hostname === '') return;
    const path = at.index(index).child('hostname');
    checkName(hostname, dnsSubdomainProblems, path);
    if (ipProblems(hostname).length === 0) path.invalid(hostname, NO_ADDRESS);
  });
}
