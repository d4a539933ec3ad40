import { checkLabelSelector, type LabelSelector } from '../../label-selector/index.js';
import type { KubernetesObject } from '../../metadata/index.js';
import { cidrProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkChoice, checkName } from '../../validation/index.js';
import { defineKind } from '../kind-definition.js';
import { networkPolicyColumns } from './columns.js';

/** networking.k8s.io/v1 NetworkPolicy. */
export interface NetworkPolicy extends KubernetesObject {
  kind: 'NetworkPolicy';
  spec: { podSelector?: LabelSelector; policyTypes?: string[]; ingress?: Rule[]; egress?: Rule[] };
}

interface Rule {
  ports?: { protocol?: string; port?: number | string; endPort?: number }[];
  from?: Peer[];
  to?: Peer[];
}

interface Peer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: { cidr?: string; except?: string[] };
}

/** All about the kind NetworkPolicy. */
export const networkPolicyKind = defineKind<NetworkPolicy>({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
  judgesMetadata: ['whole', 'change'],
  columns: networkPolicyColumns,
  shortNames: ['netpol'],
  namespaced: true,
  countsGeneration: true,
  hasSpec: true,
  complete,
  check,
});

/** // as API server v1.34 SetDefaults_NetworkPolicy */
function complete({ spec }: NetworkPolicy): void {
  spec.podSelector ??= {};
  for (const { ports = [] } of [...(spec.ingress ?? []), ...(spec.egress ?? [])])
    for (const port of ports) port.protocol ||= 'TCP';
  if ((spec.policyTypes ?? []).length > 0) return;
  spec.policyTypes = spec.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress'];
}

/** // as API server v1.34 ValidateNetworkPolicySpec */
function check({ spec }: NetworkPolicy, root: JudgedField): void {
  const at = root.child('spec');
  checkLabelSelector(spec.podSelector, at.child('podSelector'));
  spec.ingress?.forEach((rule, index) => checkRule(rule, 'from', at.child('ingress').index(index)));
  spec.egress?.forEach((rule, index) => checkRule(rule, 'to', at.child('egress').index(index)));
  const { policyTypes = [] } = spec;
  if (policyTypes.length > 2) at.child('policyTypes').invalid(policyTypes, 'may not specify more than two policyTypes');
  else
    policyTypes.forEach((type, index) =>
      checkChoice(type, ['Egress', 'Ingress'], at.child('policyTypes').index(index)),
    );
}

function checkRule(rule: Rule, field: 'from' | 'to', at: JudgedField): void {
  rule.ports?.forEach(({ protocol, port, endPort }, index) => {
    const path = at.child('ports').index(index);
    checkChoice(protocol, ['SCTP', 'TCP', 'UDP'], path.child('protocol'));
    if (typeof port === 'number' && (port < 1 || port > 65535))
      path.child('port').invalid(port, 'must be between 1 and 65535, inclusive');
    if (endPort === undefined) return;
    if (typeof port !== 'number')
      path.child('endPort').invalid(endPort, 'may not be specified when `port` is non-numeric');
    else if (endPort < port) path.child('endPort').invalid(endPort, 'must be greater than or equal to `port`');
  });
  rule[field]?.forEach((peer, index) => checkPeer(peer, at.child(field).index(index)));
}

function checkPeer({ podSelector, namespaceSelector, ipBlock }: Peer, at: JudgedField): void {
  checkLabelSelector(podSelector, at.child('podSelector'));
  checkLabelSelector(namespaceSelector, at.child('namespaceSelector'));
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (!selects && ipBlock === undefined) at.required('must specify a peer');
  if (ipBlock === undefined) return;
  if (selects) at.forbidden('may not specify both ipBlock and another peer');
  const path = at.child('ipBlock');
  if ((ipBlock.cidr ?? '') === '') path.child('cidr').required();
  else checkName(ipBlock.cidr ?? '', cidrProblems, path.child('cidr'));
  ipBlock.except?.forEach((cidr, index) => checkName(cidr, cidrProblems, path.child('except').index(index)));
}
