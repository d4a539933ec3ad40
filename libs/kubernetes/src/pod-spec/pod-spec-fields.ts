import { affinity, topologySpreadConstraint } from '../affinity/index.js';
import { containers, ephemeralContainers } from '../containers/index.js';
import { flag, int32, int64, list, object, resourceList, text, textMap, whole } from '#apimachinery';
import { resourceRequirements } from '../resources/index.js';
import { toleration } from '../tolerations/index.js';
import { volumes } from '../volumes/index.js';
import type { PodSpec } from './pod-spec.js';

const schedulingGate = object<{ name?: string }>({ name: text });

const resourceClaim = object<NonNullable<PodSpec['resourceClaims']>[number]>({
  name: text,
  resourceClaimName: text,
  resourceClaimTemplateName: text,
});

/** core/v1 PodSpec. */
export const podSpec = object<PodSpec>({
  nodeName: text,
  schedulerName: text,
  priority: int32,
  priorityClassName: text,
  preemptionPolicy: text,
  runtimeClassName: text,
  overhead: resourceList,
  resources: resourceRequirements,
  containers,
  initContainers: containers,
  ephemeralContainers,
  volumes,
  nodeSelector: textMap,
  affinity,
  tolerations: list(toleration),
  topologySpreadConstraints: list(topologySpreadConstraint, { mergeKey: 'topologyKey' }),
  schedulingGates: list(schedulingGate, { mergeKey: 'name' }),
  resourceClaims: list(resourceClaim, { mergeKey: 'name' }),
  restartPolicy: text,
  dnsPolicy: text,
  hostNetwork: flag,
  hostPID: flag,
  hostIPC: flag,
  hostname: text,
  subdomain: text,
  serviceAccountName: text,
  serviceAccount: text,
  enableServiceLinks: flag,
  terminationGracePeriodSeconds: int64,
  activeDeadlineSeconds: int64,
  securityContext: whole(),
  hostUsers: flag,
  shareProcessNamespace: flag,
  os: object({ name: text }),
  dnsConfig: whole(),
  hostAliases: list(whole<NonNullable<PodSpec['hostAliases']>[number]>(), { mergeKey: 'ip' }),
  readinessGates: list(object({ conditionType: text })),
});
