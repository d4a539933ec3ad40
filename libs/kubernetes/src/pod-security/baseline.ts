import type { PodSpec } from '../pod-spec/index.js';
import type { Container } from '../containers/index.js';
import type { Profile } from '../security/index.js';

/** A pod as the standards read it. */
export interface SecuredPod {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> | null | undefined };
  readonly spec: PodSpec;
}

/** A rule of a standard; a pod violates it where it has details. */
export interface Standard {
  readonly subject: string;
  readonly reason: string;
  /** The first minor version of Kubernetes whose standard has the rule; all have it where none is given. */
  readonly since?: number;
  /** By the standard of a minor version. */
  readonly details: (pod: SecuredPod, minor: number) => readonly string[];
}

/** All containers, in the order in which the standards visit them. */
export function containersOf({ spec }: SecuredPod): readonly Container[] {
  return [...(spec.initContainers ?? []), ...(spec.containers ?? []), ...(spec.ephemeralContainers ?? [])];
}

/** `container "a"`, `containers "a", "b"`: those of which it is so; empty where it is of none. */
export function named(containers: readonly Container[]): string {
  if (containers.length === 0) return '';
  return `container${containers.length === 1 ? '' : 's'} ${quoted(containers.map(({ name = '' }) => name))}`;
}

/** `"a", "b"`. */
export function quoted(values: readonly string[]): string {
  return values.map((value) => JSON.stringify(value)).join(', ');
}

/** What the pod or containers do that they must not: `pod and container "c" must not ...`. */
export function setters(pod: SecuredPod, isSet: (security: SecurityContext) => boolean, what: string): string[] {
  const wrong = [
    ...(isSet(pod.spec.securityContext ?? {}) ? ['pod'] : []),
    ...[named(containersOf(pod).filter(({ securityContext = {} }) => isSet(securityContext)))].filter(Boolean),
  ];
  return wrong.length === 0 ? [] : [`${wrong.join(' and ')} ${what}`];
}

/** What pods and containers have in common. */
type SecurityContext = NonNullable<PodSpec['securityContext']> & NonNullable<Container['securityContext']>;

interface SeLinuxOptions {
  readonly type?: string;
  readonly user?: string;
  readonly role?: string;
}

const CAPABILITIES: ReadonlySet<string> = new Set([
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', 'SETFCAP'],
  ...['SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
]);

/** Names of kernel parameters, and the first minor version whose standard allows them. */
const SYSCTLS: ReadonlyMap<string, number> = new Map([
  ['kernel.shm_rmid_forced', 0],
  ['net.ipv4.ip_local_port_range', 0],
  ['net.ipv4.ip_unprivileged_port_start', 0],
  ['net.ipv4.ping_group_range', 0],
  ['net.ipv4.tcp_syncookies', 0],
  ['net.ipv4.ip_local_reserved_ports', 27],
  ['net.ipv4.tcp_keepalive_time', 29],
  ['net.ipv4.tcp_fin_timeout', 29],
  ['net.ipv4.tcp_keepalive_intvl', 29],
  ['net.ipv4.tcp_keepalive_probes', 29],
  ['net.ipv4.tcp_rmem', 32],
  ['net.ipv4.tcp_wmem', 32],
]);

const SELINUX_TYPES: ReadonlyMap<string, number> = new Map([
  ['', 0],
  ['container_t', 0],
  ['container_init_t', 0],
  ['container_kvm_t', 0],
  ['container_engine_t', 31],
]);

function isAllowed(name: string, allowed: ReadonlyMap<string, number>, minor: number): boolean {
  const since = allowed.get(name);
  return since !== undefined && since <= minor;
}

const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/';

/** The standard baseline, by subject. */
export const BASELINE: readonly Standard[] = [
  { subject: 'appArmorProfile', reason: 'forbidden AppArmor profile', details: appArmorProfiles },
  { subject: 'capabilities', reason: 'non-default capabilities', details: (pod) => addedBeyond(pod, CAPABILITIES) },
  { subject: 'hostNamespaces', reason: 'host namespaces', details: hostNamespaces },
  { subject: 'volumes', reason: 'hostPath volumes', details: hostPathVolumes },
  { subject: 'hostPorts', reason: 'hostPort', details: hostPorts },
  { subject: 'hostProbes', reason: 'probe or lifecycle host', since: 34, details: probeHosts },
  {
    subject: 'privileged',
    reason: 'privileged',
    details: (pod) =>
      setters(pod, ({ privileged }) => privileged === true, 'must not set securityContext.privileged=true'),
  },
  {
    subject: 'procMount',
    reason: 'procMount',
    details: (pod) =>
      setters(
        pod,
        ({ procMount = 'Default' }) => procMount !== 'Default',
        'must not set securityContext.procMount to "Unmasked"',
      ),
  },
  { subject: 'seLinuxOptions', reason: 'seLinuxOptions', details: seLinuxOptions },
  { subject: 'seccompProfile', reason: 'seccompProfile', since: 19, details: unconfined },
  { subject: 'sysctls', reason: 'forbidden sysctls', details: forbiddenSysctls },
  {
    subject: 'windowsHostProcess',
    reason: 'hostProcess',
    details: (pod) =>
      setters(
        pod,
        ({ windowsOptions }) => windowsOptions?.hostProcess === true,
        'must not set securityContext.windowsOptions.hostProcess=true',
      ),
  },
];

/** Capabilities that containers add beyond these. */
export function addedBeyond(pod: SecuredPod, allowed: ReadonlySet<string>): string[] {
  const beyond = ({ securityContext }: Container): string[] =>
    (securityContext?.capabilities?.add ?? []).filter((one) => !allowed.has(one));
  const wrong = containersOf(pod).filter((container) => beyond(container).length > 0);
  const added = [...new Set(wrong.flatMap(beyond))].sort();
  return wrong.length === 0
    ? []
    : [`${named(wrong)} must not include ${quoted(added)} in securityContext.capabilities.add`];
}

/** The pod or containers that set an unconfined seccomp profile. */
export function unconfined(pod: SecuredPod): string[] {
  return setters(
    pod,
    ({ seccompProfile }) => seccompProfile?.type === 'Unconfined',
    'must not set securityContext.seccompProfile.type to "Unconfined"',
  );
}

function appArmorProfiles(pod: SecuredPod): string[] {
  const annotated = Object.entries(pod.metadata.annotations ?? {})
    .filter(([key, value]) => key.startsWith(APPARMOR) && !/^(|runtime\/default|localhost\/.*)$/.test(value))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`);
  const isWrong = (profile: Profile | undefined): boolean => profile?.type === 'Unconfined';
  const set = setters(
    pod,
    ({ appArmorProfile }) => isWrong(appArmorProfile),
    'must not set AppArmor profile type to "Unconfined"',
  );
  return [...annotated.sort(), ...set];
}

function hostPorts(pod: SecuredPod): string[] {
  const portsOf = ({ ports }: Container): number[] =>
    (ports ?? []).flatMap(({ hostPort }) => (hostPort ? [hostPort] : []));
  const wrong = containersOf(pod).filter((container) => portsOf(container).length > 0);
  if (wrong.length === 0) return [];
  // In the order of their texts, as upstream.
  const ports = [...new Set(wrong.flatMap(portsOf).map(String))].sort();
  const uses = wrong.length === 1 ? 'uses' : 'use';
  return [`${named(wrong)} ${uses} hostPort${ports.length === 1 ? '' : 's'} ${ports.join(', ')}`];
}

interface Hosting {
  readonly httpGet?: { readonly host?: string };
  readonly tcpSocket?: { readonly host?: string };
}

function probeHosts(pod: SecuredPod): string[] {
  const hostsOf = ({ livenessProbe, readinessProbe, startupProbe, lifecycle }: Container): string[] =>
    ([livenessProbe, readinessProbe, startupProbe, lifecycle?.postStart, lifecycle?.preStop] as (Hosting | undefined)[])
      .flatMap((one) => [one?.httpGet?.host ?? '', one?.tcpSocket?.host ?? ''])
      .filter((host) => host !== '');
  const wrong = containersOf(pod).filter((container) => hostsOf(container).length > 0);
  if (wrong.length === 0) return [];
  const hosts = [...new Set(wrong.flatMap(hostsOf))].sort();
  const uses = wrong.length === 1 ? 'uses' : 'use';
  return [`${named(wrong)} ${uses} probe or lifecycle host${hosts.length === 1 ? '' : 's'} ${quoted(hosts)}`];
}

function seLinuxOptions(pod: SecuredPod, minor: number): string[] {
  const optionsOf = ({ seLinuxOptions: options = {} }: SecurityContext): SeLinuxOptions => options;
  const hasType = ({ type = '' }: SeLinuxOptions): boolean => !isAllowed(type, SELINUX_TYPES, minor);
  const isWrong = (one: SeLinuxOptions): boolean => hasType(one) || Boolean(one.user) || Boolean(one.role);
  const securities = [pod.spec.securityContext, ...containersOf(pod).map(({ securityContext }) => securityContext)];
  const all = securities.map((one) => optionsOf(one ?? {}));
  const types = [...new Set(all.filter(hasType).map(({ type = '' }) => type))].sort();
  const faults = [
    ...(types.length === 0 ? [] : [`type${types.length === 1 ? '' : 's'} ${quoted(types)}`]),
    ...(all.some(({ user }) => Boolean(user)) ? ['user may not be set'] : []),
    ...(all.some(({ role }) => Boolean(role)) ? ['role may not be set'] : []),
  ];
  return setters(
    pod,
    (one) => isWrong(optionsOf(one)),
    `set forbidden securityContext.seLinuxOptions: ${faults.join('; ')}`,
  );
}

function hostNamespaces({ spec }: SecuredPod): string[] {
  const set = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((field) => spec[field] === true);
  return set.length === 0 ? [] : [set.map((field) => `${field}=true`).join(', ')];
}

function hostPathVolumes({ spec }: SecuredPod): string[] {
  const found = (spec.volumes ?? []).filter(({ hostPath }) => hostPath).map(({ name = '' }) => name);
  return found.length === 0 ? [] : [`volume${found.length === 1 ? '' : 's'} ${quoted(found)}`];
}

function forbiddenSysctls({ spec }: SecuredPod, minor: number): string[] {
  const names = (spec.securityContext?.sysctls ?? []).map(({ name = '' }) => name);
  const found = names.filter((name) => !isAllowed(name, SYSCTLS, minor));
  return found.length === 0 ? [] : [found.join(', ')];
}
