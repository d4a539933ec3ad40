import { checkPortNumber } from '../../containers/index.js';
import {
  checkLabelSelector,
  checkName,
  cidrProblems,
  isStrictSubset,
  portNameProblems,
  type JudgedField,
  type LabelSelector,
} from '#apimachinery';
import type { KubernetesObject } from '../../metadata/index.js';
import { defineKind } from '../kind-definition.js';
import { networkPolicyColumns } from './columns.js';

/** networking.k8s.io/v1 NetworkPolicy. */
export interface NetworkPolicy extends KubernetesObject {
  kind: 'NetworkPolicy';
  spec: { podSelector?: LabelSelector; policyTypes?: string[]; ingress?: Rule[]; egress?: Rule[] };
}

interface Rule {
  ports?: Port[];
  from?: Peer[];
  to?: Peer[];
}

interface Port {
  protocol?: string;
  port?: number | string;
  endPort?: number;
}

interface Peer {
  podSelector?: LabelSelector;
  namespaceSelector?: LabelSelector;
  ipBlock?: Block;
}

interface Block {
  cidr?: string;
  except?: string[];
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
  // Upstream judges the spec of a change twice.
  checkUpdate: (policy, _before, root) => check(policy, root),
});

const PROTOCOLS: readonly string[] = ['TCP', 'UDP', 'SCTP'];
const TYPES: readonly string[] = ['Ingress', 'Egress'];

/** // as API server v1.34 SetDefaults_NetworkPolicy */
function complete({ spec }: NetworkPolicy): void {
  spec.podSelector ??= {};
  for (const { ports = [] } of [...(spec.ingress ?? []), ...(spec.egress ?? [])])
    for (const port of ports) port.protocol ??= 'TCP';
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
    policyTypes.forEach((type, index) => {
      if (!TYPES.includes(type)) at.child('policyTypes').index(index).notSupported(type, TYPES);
    });
}

function checkRule(rule: Rule, field: 'from' | 'to', at: JudgedField): void {
  rule.ports?.forEach((port, index) => checkRulePort(port, at.child('ports').index(index)));
  rule[field]?.forEach((peer, index) => checkPeer(peer, at.child(field).index(index)));
}

/** // as API server v1.34 ValidateNetworkPolicyPort */
function checkRulePort({ protocol, port, endPort }: Port, at: JudgedField): void {
  if (protocol !== undefined && !PROTOCOLS.includes(protocol)) at.child('protocol').notSupported(protocol, PROTOCOLS);
  const [first, last] = [at.child('port'), at.child('endPort')];
  if (typeof port === 'string') {
    if (endPort !== undefined) last.invalid(endPort, 'may not be specified when `port` is non-numeric');
    checkName(port, portNameProblems, first);
  } else if (port === undefined) {
    if (endPort !== undefined) last.invalid(endPort, 'may not be specified when `port` is not specified');
  } else {
    checkPortNumber(port, first);
    if (endPort === undefined) return;
    if (endPort < port) last.invalid(port, 'must be greater than or equal to `port`');
    checkPortNumber(endPort, last);
  }
}

/** // as API server v1.34 ValidateNetworkPolicyPeer */
function checkPeer({ podSelector, namespaceSelector, ipBlock }: Peer, at: JudgedField): void {
  checkLabelSelector(podSelector, at.child('podSelector'));
  checkLabelSelector(namespaceSelector, at.child('namespaceSelector'));
  const selects = podSelector !== undefined || namespaceSelector !== undefined;
  if (ipBlock !== undefined) checkBlock(ipBlock, at.child('ipBlock'));
  if (!selects && ipBlock === undefined) at.required('must specify a peer');
  if (selects && ipBlock !== undefined) at.forbidden('may not specify both ipBlock and another peer');
}

/** Addresses, without some of them. // as API server v1.34 ValidateIPBlock */
function checkBlock({ cidr = '', except = [] }: Block, at: JudgedField): void {
  if (cidr === '') {
    at.child('cidr').required();
    return;
  }
  checkName(cidr, cidrProblems, at.child('cidr'));
  if (cidrProblems(cidr).length > 0) return;
  except.forEach((part, index) => {
    const path = at.child('except').index(index);
    checkName(part, cidrProblems, path);
    if (cidrProblems(part).length === 0 && !isStrictSubset(part, cidr))
      path.invalid(part, 'must be a strict subset of `cidr`');
  });
}
