import type { Affinity, TopologySpreadConstraint } from '../affinity/index.js';
import type { Container, EphemeralContainer } from '../containers/index.js';
import type { PodSecurity } from '../security/index.js';
import type { ResourceList, ResourceRequirements } from '../resources/index.js';
import type { Toleration } from '../tolerations/index.js';
import type { Volume } from '../volumes/index.js';

/** core/v1 PodSpec, of a pod and of a template. */
export interface PodSpec {
  nodeName?: string;
  schedulerName?: string;
  priority?: number;
  priorityClassName?: string;
  preemptionPolicy?: string;
  runtimeClassName?: string;
  overhead?: ResourceList;
  resources?: ResourceRequirements;
  containers?: Container[];
  initContainers?: Container[];
  ephemeralContainers?: EphemeralContainer[];
  volumes?: Volume[];
  nodeSelector?: Record<string, string>;
  affinity?: Affinity;
  tolerations?: Toleration[];
  topologySpreadConstraints?: TopologySpreadConstraint[];
  schedulingGates?: { name?: string }[];
  resourceClaims?: { name?: string; resourceClaimName?: string; resourceClaimTemplateName?: string }[];
  restartPolicy?: string;
  dnsPolicy?: string;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  hostname?: string;
  subdomain?: string;
  serviceAccountName?: string;
  /** The same under its older name. */
  serviceAccount?: string;
  enableServiceLinks?: boolean;
  terminationGracePeriodSeconds?: number;
  activeDeadlineSeconds?: number;
  securityContext?: PodSecurity;
  hostUsers?: boolean;
  shareProcessNamespace?: boolean;
  os?: { name?: string };
  dnsConfig?: { nameservers?: string[]; searches?: string[]; options?: { name?: string; value?: string }[] };
  hostAliases?: { ip?: string; hostnames?: string[] }[];
  readinessGates?: { conditionType?: string }[];
}
