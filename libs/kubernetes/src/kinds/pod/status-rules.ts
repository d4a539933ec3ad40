import { internalView } from '../../internals/index.js';
import { dnsSubdomainProblems, ipProblems, isIpv6, qualifiedNameProblems } from '../../names/index.js';
import type { JudgedField } from '../../problems/index.js';
import { checkImmutable, checkName } from '../../validation/index.js';
import type { ContainerStatus, Pod, PodStatus } from './type.js';

/** Conditions that Kubernetes itself sets. */
const OWN_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

/** What is reported of a pod. // as API server v1.34 ValidatePodStatusUpdate */
export function checkPodStatus(pod: Pod, before: Pod, root: JudgedField): void {
  const status = pod.status ?? {};
  const old = before.status ?? {};
  // They are reported at the metadata, as upstream.
  status.conditions?.forEach(({ type = '' }, index) => {
    if (OWN_CONDITIONS.has(type)) return;
    checkName(type, qualifiedNameProblems, root.child('metadata').child('conditions').index(index).child('Type'));
  });
  const at = root.child('status');
  const { nominatedNodeName = '' } = status;
  if (nominatedNodeName !== (old.nominatedNodeName ?? '') && nominatedNodeName !== '')
    checkName(nominatedNodeName, dnsSubdomainProblems, at.child('nominatedNodeName'));
  checkImmutable(status.qosClass, old.qosClass, at.child('qosClass'));
  checkEnded(pod, old, at);
  checkClaims(pod, at.child('resourceClaimStatuses'));
  checkAddresses(status.podIPs ?? [], at.child('podIPs'));
  checkHostAddresses(status, at.child('hostIPs'));
}

/** What has ended for good does not run again. // as ValidateContainerStateTransition */
function checkEnded({ status = {}, spec }: Pod, old: PodStatus, at: JudgedField): void {
  const { restartPolicy = 'Always' } = spec;
  const stays = new Set(spec.initContainers?.filter((one) => one.restartPolicy === 'Always').map(({ name }) => name));
  checkNotRunAgain(status.containerStatuses, old.containerStatuses, {
    restartPolicy,
    at: at.child('containerStatuses'),
  });
  checkNotRunAgain(
    status.initContainerStatuses,
    old.initContainerStatuses?.filter(({ name }) => !stays.has(name)),
    { restartPolicy, at: at.child('initContainerStatuses') },
  );
  checkNotRunAgain(status.ephemeralContainerStatuses, old.ephemeralContainerStatuses, {
    restartPolicy: 'Never',
    at: at.child('ephemeralContainerStatuses'),
  });
}

function checkNotRunAgain(
  statuses: readonly ContainerStatus[] = [],
  old: readonly ContainerStatus[] = [],
  { restartPolicy, at }: { readonly restartPolicy: string; readonly at: JudgedField },
): void {
  if (restartPolicy === 'Always') return;
  old.forEach(({ name, state }, index) => {
    const ended = state?.terminated;
    if (ended === undefined || (ended.exitCode !== 0 && restartPolicy === 'OnFailure')) return;
    const again = statuses.some((status) => status.name === name && status.state?.terminated === undefined);
    if (again) at.index(index).child('state').forbidden('may not be transitioned to non-terminated state');
  });
}

function checkClaims({ status, spec }: Pod, at: JudgedField): void {
  const names = new Set<string>();
  status?.resourceClaimStatuses?.forEach(({ name = '', resourceClaimName }, index) => {
    const path = at.index(index).child('name');
    if (!spec.resourceClaims?.some((claim) => claim.name === name))
      path.invalid(name, 'must match the name of an entry in `spec.resourceClaims`');
    if (names.has(name)) path.duplicate(name);
    names.add(name);
    if (resourceClaimName !== undefined) checkName(resourceClaimName, dnsSubdomainProblems, path);
  });
}

type Addresses = readonly { readonly ip?: string }[];

function checkAddresses(addresses: Addresses, at: JudgedField): void {
  addresses.forEach(({ ip = '' }, index) => checkName(ip, ipProblems, at.index(index)));
  if (addresses.length < 2) return;
  const families = new Set(addresses.map(({ ip = '' }) => isIpv6(ip)));
  if (families.size < 2 || addresses.length > 2)
    at.invalid(addresses.map(told), 'may specify no more than one IP for each IP family');
  const seen = new Set<string>();
  addresses.forEach((address, index) => {
    const { ip = '' } = address;
    if (seen.has(ip)) at.index(index).duplicate(told(address));
    seen.add(ip);
  });
}

function checkHostAddresses({ hostIP = '', hostIPs = [] }: PodStatus, at: JudgedField): void {
  const [first] = hostIPs;
  if (first === undefined) return;
  if (hostIP !== first.ip) at.index(0).child('ip').invalid(first.ip, 'must be equal to `hostIP`');
  checkAddresses(hostIPs, at);
}

function told(address: object): unknown {
  return internalView(address, 'PodIP');
}
