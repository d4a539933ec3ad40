import { checkName, dnsSubdomainProblems, ipProblems, searchDomainProblems, type JudgedField } from '#apimachinery';
import type { PodSpec } from './pod-spec.js';

const MOST_SERVERS = 3;
const MOST_SEARCHES = 32;
const LONGEST_SEARCH = 2048;

/** How names are looked up. // as API server v1.34 validatePodDNSConfig */
export function checkDns({ dnsPolicy, dnsConfig }: PodSpec, at: JudgedField): void {
  const { nameservers = [], searches = [], options = [] } = dnsConfig ?? {};
  if (dnsPolicy === 'None' && dnsConfig === undefined) {
    at.required('must provide `dnsConfig` when `dnsPolicy` is None');
    return;
  }
  if (dnsPolicy === 'None' && nameservers.length === 0) {
    at.child('nameservers').required('must provide at least one DNS nameserver when `dnsPolicy` is None');
    return;
  }
  if (nameservers.length > MOST_SERVERS)
    at.child('nameservers').invalid(nameservers, `must not have more than ${MOST_SERVERS} nameservers`);
  nameservers.forEach((address, index) => checkName(address, ipProblems, at.child('nameservers').index(index)));
  checkSearches(searches, at.child('searches'));
  options.forEach(({ name = '' }, index) => {
    if (name === '') at.child('options').index(index).required('must not be empty');
  });
}

function checkSearches(searches: readonly string[], at: JudgedField): void {
  if (searches.length > MOST_SEARCHES) at.invalid(searches, `must not have more than ${MOST_SEARCHES} search paths`);
  if (searches.join(' ').length > LONGEST_SEARCH)
    at.invalid(searches, `must not have more than ${LONGEST_SEARCH} characters (including spaces) in the search list`);
  searches.forEach((search, index) => {
    if (search !== '.') checkName(search.replace(/\.$/, ''), searchDomainProblems, at.index(index));
  });
}

/** Lines of /etc/hosts. // as API server v1.34 ValidateHostAliases */
export function checkHostAliases(aliases: NonNullable<PodSpec['hostAliases']>, at: JudgedField): void {
  aliases.forEach(({ ip = '', hostnames = [] }, index) => {
    const path = at.index(index);
    checkName(ip, ipProblems, path.child('ip'));
    hostnames.forEach((name, position) =>
      checkName(name, dnsSubdomainProblems, path.child('hostnames').index(position)),
    );
  });
}

/**
 * In the host's network a port of the container is that of the host. A template may leave it to the pod.
 * // as API server v1.34 validatePodHostNetworkDeps
 */
export function checkHostNetwork(
  { containers }: PodSpec,
  { ofPod }: { readonly ofPod: boolean },
  at: JudgedField,
): void {
  containers?.forEach(({ ports = [] }, index) =>
    ports.forEach(({ containerPort = 0, hostPort = 0 }, position) => {
      if (hostPort === containerPort || (!ofPod && hostPort === 0)) return;
      const path = at.index(index).child('ports').index(position).child('hostPort');
      path.invalid(hostPort, 'must match `containerPort` when `hostNetwork` is true');
    }),
  );
}

/** A pod with users of its own shares nothing else with the node. // as API server v1.34 validateHostUsers */
export function checkHostUsers(spec: PodSpec, at: JudgedField): void {
  const { hostUsers, hostNetwork, hostPID, hostIPC } = spec;
  if (hostUsers !== false) return;
  const when = 'when `hostUsers` is false';
  if (hostNetwork === true) at.child('hostNetwork').forbidden(when);
  if (hostPID === true) at.child('HostPID').forbidden(when);
  if (hostIPC === true) at.child('HostIPC').forbidden(when);
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const)
    spec[list]?.forEach(({ volumeDevices = [] }, index) => {
      if (volumeDevices.length > 0) at.child(list).index(index).child('volumeDevices').forbidden(when);
    });
}
