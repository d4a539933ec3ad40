import { ownField } from '#json';
import type { JudgedField } from '#apimachinery';
import { eachContainer, type SecuredContainers } from './secured-containers.js';
import type { ContainerSecurity, PodSecurity } from './security.js';

/** What of a pod depends on the system that its node has to have. */
export interface PodOfSystem extends SecuredContainers {
  readonly os?: { readonly name?: string };
  readonly securityContext?: PodSecurity;
  readonly hostUsers?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly shareProcessNamespace?: boolean;
}

const SYSTEMS: readonly string[] = ['linux', 'windows'];
/**
 * What Windows has nothing of, in the order in which it is reported: fields of the pod, and of its security context.
 */
const NOT_FOR_WINDOWS: readonly (keyof PodOfSystem | `securityContext.${keyof PodSecurity}`)[] = [
  'securityContext.appArmorProfile',
  'securityContext.seLinuxOptions',
  'hostUsers',
  'hostPID',
  'hostIPC',
  'securityContext.seccompProfile',
  'securityContext.fsGroup',
  'securityContext.fsGroupChangePolicy',
  'securityContext.sysctls',
  'shareProcessNamespace',
  'securityContext.runAsUser',
  'securityContext.runAsGroup',
  'securityContext.supplementalGroups',
  'securityContext.supplementalGroupsPolicy',
  'securityContext.seLinuxChangePolicy',
];
const NOT_IN_WINDOWS: readonly (keyof ContainerSecurity)[] = [
  ...(['appArmorProfile', 'seLinuxOptions', 'seccompProfile', 'capabilities', 'readOnlyRootFilesystem'] as const),
  ...(['privileged', 'allowPrivilegeEscalation', 'procMount', 'runAsUser', 'runAsGroup'] as const),
];

/** What is there only of the other system. // as API server v1.34 validateOS, validateLinux, validateWindows */
export function checkOperatingSystem(pod: PodOfSystem, at: JudgedField): void {
  if (pod.os === undefined) return;
  const { name = '' } = pod.os;
  if (name === '') at.child('os').child('name').required();
  else if (!SYSTEMS.includes(name)) at.child('os').notSupported(name, SYSTEMS);
  else if (name === 'windows') checkWindows(pod, at);
  else checkLinux(pod, at);
}

function checkLinux(pod: PodOfSystem, at: JudgedField): void {
  const not = 'windows options cannot be set for a linux pod';
  if (pod.securityContext?.windowsOptions !== undefined)
    at.child('securityContext').child('windowsOptions').forbidden(not);
  eachContainer(pod, at, ({ securityContext }, path) => {
    if (securityContext?.windowsOptions !== undefined)
      path.child('securityContext').child('windowsOptions').forbidden(not);
  });
}

function checkWindows(pod: PodOfSystem, at: JudgedField): void {
  const not = 'cannot be set for a windows pod';
  for (const name of NOT_FOR_WINDOWS) {
    const [field = '', inside] = name.split('.');
    const value = (inside === undefined ? pod : (pod.securityContext ?? {})) as Readonly<Record<string, unknown>>;
    const found = ownField(value, inside ?? field);
    // Sharing the host's is nothing where it is not done.
    const isFlag = name === 'hostPID' || name === 'hostIPC';
    if (found === undefined || (isFlag && found === false)) continue;
    (inside === undefined ? at.child(field) : at.child(field).child(inside)).forbidden(not);
  }
  eachContainer(pod, at, ({ securityContext = {} }, path) => {
    for (const name of NOT_IN_WINDOWS)
      if (securityContext[name] !== undefined) path.child('securityContext').child(name).forbidden(not);
  });
}
