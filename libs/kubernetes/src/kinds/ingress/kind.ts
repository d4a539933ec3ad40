import type { KubernetesObject } from '../../metadata/index.js';
import { dnsSubdomainProblems, ipProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkName } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { ingressColumns } from './columns.js';

/** networking.k8s.io/v1 Ingress. */
export interface Ingress extends KubernetesObject {
  kind: 'Ingress';
  spec: { ingressClassName?: string; defaultBackend?: Backend; tls?: { hosts?: string[] }[]; rules?: Rule[] };
  status?: { loadBalancer?: object };
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
  resource?: { apiGroup?: string; kind?: string; name?: string };
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
    (ingress.status ??= {}).loadBalancer ??= {};
  },
  prepare: (ingress, { isNew }) => {
    if (isNew) ingress.status = { loadBalancer: {} };
  },
  check,
});

const PATH_TYPES: readonly string[] = ['Exact', 'ImplementationSpecific', 'Prefix'];

/** // as API server v1.34 ValidateIngressSpec */
function check({ spec }: Ingress, root: JudgedField): void {
  const at = root.child('spec');
  const { rules = [], defaultBackend, ingressClassName } = spec;
  if (rules.length === 0 && defaultBackend === undefined)
    at.invalid(rules, 'either `defaultBackend` or `rules` must be specified');
  if (defaultBackend !== undefined) checkBackend(defaultBackend, at.child('defaultBackend'));
  rules.forEach(({ host = '', http }, index) => {
    const path = at.child('rules').index(index);
    if (host !== '') checkHost(host, path.child('host'));
    http?.paths?.forEach((one, position) => checkPath(one, path.child('http').child('paths').index(position)));
    if (http !== undefined && (http.paths ?? []).length === 0) path.child('http').child('paths').required();
  });
  if (ingressClassName !== undefined) checkName(ingressClassName, dnsSubdomainProblems, at.child('ingressClassName'));
}

/** A name, or any name in a domain. */
function checkHost(host: string, at: JudgedField): void {
  if (ipProblems(host).length === 0) at.invalid(host, 'must be a DNS name, not an IP address');
  else checkName(host.startsWith('*.') ? host.slice(2) : host, dnsSubdomainProblems, at);
}

function checkPath({ path = '', pathType, backend = {} }: Path, at: JudgedField): void {
  if (pathType === undefined) at.child('pathType').required('pathType must be specified');
  else if (!PATH_TYPES.includes(pathType)) at.child('pathType').notSupported(pathType, PATH_TYPES);
  else if (pathType !== 'ImplementationSpecific' || path !== '')
    if (!path.startsWith('/')) at.child('path').invalid(path, 'must be an absolute path');
  checkBackend(backend, at.child('backend'));
}

/** A service, or another object. // as API server v1.34 validateIngressBackend */
function checkBackend({ service, resource }: Backend, at: JudgedField): void {
  if (service !== undefined && resource !== undefined) at.invalid('', 'cannot set both resource and service backends');
  else if (resource !== undefined) {
    for (const field of ['kind', 'name'] as const)
      if ((resource[field] ?? '') === '') at.child('resource').child(field).required();
  } else if (service === undefined || (service.name ?? '') === '') at.child('service').child('name').required();
  else {
    const { name = '', number = 0 } = service.port ?? {};
    const path = at.child('service').child('port');
    if (name !== '' && number !== 0) path.invalid(service.port, 'cannot set both port name & port number');
    else if (name === '' && number === 0) path.required('port name or number is required');
    else if (name === '' && (number < 1 || number > 65535))
      path.child('number').invalid(number, 'must be between 1 and 65535, inclusive');
  }
}
