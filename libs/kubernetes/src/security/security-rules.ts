import { internalView } from '../internals/index.js';
import {
  checkChoice,
  checkDescendingPath,
  checkName,
  dnsSubdomainProblems,
  JudgedField,
  sysctlProblems,
} from '#apimachinery';
import type { ContainerSecurity, PodSecurity, Profile, WindowsOptions } from './security.js';
import { checkUserName } from './windows-user.js';

/** Which namespaces of the node a pod shares. */
export interface HostNamespaces {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly shareProcessNamespace?: boolean;
}

const LARGEST_ID = 2 ** 31 - 1;

/** What a container may. // as API server v1.34 ValidateSecurityContext */
export function checkContainerSecurity(
  security: ContainerSecurity,
  { hostUsers }: { readonly hostUsers: boolean },
  at: JudgedField,
): void {
  checkId(security.runAsUser, at.child('runAsUser'));
  checkId(security.runAsGroup, at.child('runAsGroup'));
  const { procMount, allowPrivilegeEscalation, privileged, capabilities } = security;
  if (procMount !== undefined) {
    if (procMount !== 'Default' && procMount !== 'Unmasked')
      at.child('procMount').notSupported(procMount, ['Default', 'Unmasked']);
    if (hostUsers && procMount === 'Unmasked')
      at.child('procMount').invalid(procMount, '`hostUsers` must be false to use `Unmasked`');
  }
  if (security.seccompProfile !== undefined) checkSeccomp(security.seccompProfile, at.child('seccompProfile'));
  if (allowPrivilegeEscalation === false) {
    const reported = internalView(security, 'SecurityContext');
    const cannot = 'cannot set `allowPrivilegeEscalation` to false and';
    if (privileged === true) at.invalid(reported, `${cannot} \`privileged\` to true`);
    for (const added of capabilities?.add ?? [])
      if (added === 'CAP_SYS_ADMIN') at.invalid(reported, `${cannot} \`capabilities.Add\` CAP_SYS_ADMIN`);
  }
  if (security.windowsOptions !== undefined) checkWindowsOptions(security.windowsOptions, at.child('windowsOptions'));
  if (security.appArmorProfile !== undefined) checkAppArmor(security.appArmorProfile, at.child('appArmorProfile'));
}

/** What all of its containers may. // as API server v1.34 validatePodSpecSecurityContext */
export function checkPodSecurity(security: PodSecurity, host: HostNamespaces, at: JudgedField): void {
  checkId(security.fsGroup, at.child('fsGroup'));
  checkId(security.runAsUser, at.child('runAsUser'));
  checkId(security.runAsGroup, at.child('runAsGroup'));
  security.supplementalGroups?.forEach((group, index) => checkId(group, at.child('supplementalGroups').index(index)));
  // The field is one of the pod's, which upstream keeps here.
  if (host.hostPID === true && host.shareProcessNamespace === true)
    at.child('shareProcessNamespace').invalid(true, 'ShareProcessNamespace and HostPID cannot both be enabled');
  if (security.sysctls !== undefined) checkSysctls(security.sysctls, host, at.child('sysctls'));
  checkChosen(security.fsGroupChangePolicy, ['Always', 'OnRootMismatch'], at.child('fsGroupChangePolicy'));
  if (security.seccompProfile !== undefined) checkSeccomp(security.seccompProfile, at.child('seccompProfile'));
  if (security.windowsOptions !== undefined) checkWindowsOptions(security.windowsOptions, at.child('windowsOptions'));
  if (security.appArmorProfile !== undefined) checkAppArmor(security.appArmorProfile, at.child('appArmorProfile'));
  checkChosen(security.supplementalGroupsPolicy, ['Merge', 'Strict'], at.child('supplementalGroupsPolicy'));
  // MountOption belongs to the gate SELinuxMount, which is off.
  checkChosen(security.seLinuxChangePolicy, ['Recursive'], at.child('seLinuxChangePolicy'));
}

/** What is there is one of these, though it may be empty. */
function checkChosen(value: string | undefined, choices: readonly string[], at: JudgedField): void {
  if (value === '') at.notSupported(value, choices);
  else checkChoice(value, choices, at);
}

/** The number of a user, or of a group. */
export function checkId(id: number | undefined, at: JudgedField): void {
  if (id !== undefined && (id < 0 || id > LARGEST_ID)) at.invalid(id, `must be between 0 and ${LARGEST_ID}, inclusive`);
}

/** Settings of the network and of the messages between processes, which belong to whom they are shared with. */
const OF_NETWORK = /^net[./]/;
const OF_IPC = /^(kernel[./](shm|msg|sem)|fs[./]mqueue[./])/;

function checkSysctls(sysctls: NonNullable<PodSecurity['sysctls']>, host: HostNamespaces, at: JudgedField): void {
  const names = new Set<string>();
  sysctls.forEach(({ name = '' }, index) => {
    const path = at.index(index).child('name');
    if (name === '') path.required();
    else if (sysctlProblems(name).length > 0) checkName(name, sysctlProblems, path);
    else if (names.has(name)) path.duplicate(name);
    names.add(name);
    if (host.hostNetwork === true && OF_NETWORK.test(name))
      path.invalid(name, "may not be specified when 'hostNetwork' is true");
    else if (host.hostIPC === true && OF_IPC.test(name))
      path.invalid(name, "may not be specified when 'hostIPC' is true");
  });
}

const PROFILES: readonly string[] = ['Localhost', 'RuntimeDefault', 'Unconfined'];

function checkSeccomp(profile: Profile, at: JudgedField): void {
  const { type = '', localhostProfile } = profile;
  if (type === '') at.child('type').required('type is required when seccompProfile is set');
  else checkChoice(type, PROFILES, at.child('type'));
  const path = at.child('localhostProfile');
  if (type === 'Localhost') {
    if (localhostProfile === undefined) path.required('must be set when seccomp type is Localhost');
    else checkDescendingPath(localhostProfile, path);
  } else if (localhostProfile !== undefined) {
    path.invalid(internalView(profile, 'SeccompProfile'), 'can only be set when seccomp type is Localhost');
  }
}

const LONGEST_PATH = 4095;

function checkAppArmor({ type = '', localhostProfile }: Profile, at: JudgedField): void {
  const path = at.child('localhostProfile');
  if (type === 'Localhost') {
    const missing = 'must be set when AppArmor type is Localhost';
    if (localhostProfile === undefined || localhostProfile === '') path.required(missing);
    else if (localhostProfile.trim() !== localhostProfile)
      path.invalid(localhostProfile, 'must not be padded with whitespace');
    if ((localhostProfile ?? '').length > LONGEST_PATH) path.tooLong(LONGEST_PATH);
  } else if (type === 'RuntimeDefault' || type === 'Unconfined') {
    if (localhostProfile !== undefined)
      path.invalid(localhostProfile, 'can only be set when AppArmor type is Localhost');
  } else if (type === '') {
    at.child('type').required('type is required when appArmorProfile is set');
  } else {
    at.child('type').notSupported(type, PROFILES);
  }
}

/** Whether a profile of AppArmor breaks no rule. */
export function isAppArmorProfile(profile: Profile): boolean {
  const root = JudgedField.root();
  checkAppArmor(profile, root);
  return root.problems.length === 0;
}

const LONGEST_CREDENTIAL = 64 * 1024;

function checkWindowsOptions(options: WindowsOptions, at: JudgedField): void {
  const { gmsaCredentialSpecName, gmsaCredentialSpec, runAsUserName } = options;
  if (gmsaCredentialSpecName !== undefined)
    checkName(gmsaCredentialSpecName, dnsSubdomainProblems, at.child('gmsaCredentialSpecName'));
  const path = at.child('gmsaCredentialSpec');
  if (gmsaCredentialSpec === '') path.invalid('', 'gmsaCredentialSpec cannot be an empty string');
  else if ((gmsaCredentialSpec ?? '').length > LONGEST_CREDENTIAL)
    path.invalid(gmsaCredentialSpec, 'gmsaCredentialSpec size must be under 64 KiB');
  if (runAsUserName !== undefined) checkUserName(runAsUserName, at.child('runAsUserName'));
}
