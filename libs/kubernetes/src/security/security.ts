/** core/v1 SecurityContext of a container: kept and judged, never enforced. */
export interface ContainerSecurity {
  capabilities?: { add?: string[]; drop?: string[] };
  privileged?: boolean;
  seLinuxOptions?: object;
  windowsOptions?: WindowsOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  readOnlyRootFilesystem?: boolean;
  allowPrivilegeEscalation?: boolean;
  procMount?: string;
  seccompProfile?: Profile;
  appArmorProfile?: Profile;
}

/** core/v1 PodSecurityContext. */
export interface PodSecurity {
  seLinuxOptions?: object;
  windowsOptions?: WindowsOptions;
  runAsUser?: number;
  runAsGroup?: number;
  runAsNonRoot?: boolean;
  supplementalGroups?: number[];
  supplementalGroupsPolicy?: string;
  fsGroup?: number;
  fsGroupChangePolicy?: string;
  sysctls?: { name?: string; value?: string }[];
  seccompProfile?: Profile;
  appArmorProfile?: Profile;
  seLinuxChangePolicy?: string;
}

/** What a process may call, or touch: of the node, or of the runtime. */
export interface Profile {
  type?: string;
  localhostProfile?: string;
}

export interface WindowsOptions {
  gmsaCredentialSpecName?: string;
  gmsaCredentialSpec?: string;
  runAsUserName?: string;
  hostProcess?: boolean;
}
