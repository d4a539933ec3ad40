import { internalView } from '../../internals/index.js';
import {
  checkImmutable,
  checkName,
  dnsSubdomainProblems,
  ipProblems,
  isIpv6,
  qualifiedNameProblems,
  type JudgedField,
} from '#apimachinery';
import { checkAnnotationsKept, checkPodAnnotations } from '../../pod-spec/index.js';
import { checkId } from '../../security/index.js';
import type { ContainerStatus, Pod, PodStatus } from './type.js';

/** Conditions that Kubernetes itself sets. */
const OWN_CONDITIONS: ReadonlySet<string> = new Set(['PodScheduled', 'Ready', 'Initialized']);

/** What is reported of a pod. // as API server v1.34 ValidatePodStatusUpdate */
export function checkPodStatus(pod: Pod, before: Pod, root: JudgedField): void {
  const status = pod.status ?? {};
  const old = before.status ?? {};
  const at = root.child('status');
  checkAnnotationsKept(
    pod.metadata.annotations,
    before.metadata.annotations,
    root.child('metadata').child('annotations'),
  );
  checkPodAnnotations(pod.metadata.annotations, pod.spec, root.child('metadata').child('annotations'));
  status.conditions?.forEach(({ type = '', observedGeneration = 0 }, index) => {
    const path = at.child('conditions').index(index);
    checkGeneration(observedGeneration, path);
    if (!OWN_CONDITIONS.has(type)) checkName(type, qualifiedNameProblems, path.child('Type'));
  });
  const { nominatedNodeName = '' } = status;
  if (nominatedNodeName !== (old.nominatedNodeName ?? '') && nominatedNodeName !== '')
    checkName(nominatedNodeName, dnsSubdomainProblems, at.child('nominatedNodeName'));
  checkGeneration(status.observedGeneration ?? 0, at);
  checkImmutable(status.qosClass, old.qosClass, at.child('qosClass'));
  checkEnded(pod, old, at);
  checkClaims(pod, at.child('resourceClaimStatuses'));
  checkAddresses(status.podIPs ?? [], old.podIPs ?? [], at.child('podIPs'));
  checkHostAddresses(status, old.hostIPs ?? [], at.child('hostIPs'));
  for (const field of ['containerStatuses', 'initContainerStatuses', 'ephemeralContainerStatuses'] as const)
    status[field]?.forEach(({ user }, index) => {
      if (user !== undefined) checkUser(user, pod, at.child(field).index(index).child('user').child('linux'));
    });
}

function checkGeneration(generation: number, at: JudgedField): void {
  if (generation < 0) at.child('observedGeneration').invalid(generation, 'must be a non-negative integer');
}

/** Whom a container runs as. // as API server v1.34 validateContainerStatusUsers */
function checkUser({ linux }: NonNullable<ContainerStatus['user']>, { spec }: Pod, at: JudgedField): void {
  if (linux === undefined) return;
  if (spec.os?.name === 'windows') {
    at.forbidden('cannot be set for a windows pod');
    return;
  }
  checkId(linux.uid, at.child('uid'));
  checkId(linux.gid, at.child('gid'));
  linux.supplementalGroups?.forEach((group, index) => checkId(group, at.child('supplementalGroups').index(index)));
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

/** Those that were there before may stay as they are. */
function checkAddresses(addresses: Addresses, old: Addresses, at: JudgedField): void {
  addresses.forEach(({ ip = '' }, index) => {
    if (!old.some((one) => one.ip === ip)) checkName(ip, ipProblems, at.index(index));
  });
  if (addresses.length < 2) return;
  const families = new Set(addresses.map(({ ip = '' }) => isIpv6(ip)));
  if (families.size < 2 || addresses.length > 2)
    at.invalid(addresses.map(reported), 'may specify no more than one IP for each IP family');
}

function checkHostAddresses({ hostIP = '', hostIPs = [] }: PodStatus, old: Addresses, at: JudgedField): void {
  const [first] = hostIPs;
  if (first === undefined) return;
  if (hostIP !== first.ip) at.index(0).child('ip').invalid(first.ip, 'must be equal to `hostIP`');
  checkAddresses(hostIPs, old, at);
}

function reported(address: object): unknown {
  return internalView(address, 'PodIP');
}
