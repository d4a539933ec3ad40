import type { NodeSelectorRequirement, NodeSelectorTerm } from '../node-selector/index.js';
import type { Toleration } from '../tolerations/index.js';
import type {
  Affinity,
  Container,
  ContainerPort,
  ContainerStatus,
  NodeSelector,
  Pod,
  PodAffinity,
  PodAffinityTerm,
  PodSpec,
  PodStatus,
  Probe,
  ResourceRequirements,
  TopologySpreadConstraint,
  Volume,
} from '../types/index.js';
import {
  anyObject,
  flag,
  int32,
  int64,
  intOrText,
  list,
  object,
  quantity,
  resourceList,
  text,
  textMap,
  time,
} from './decoder.js';
import { condition, kubernetesObject, labelSelector, metadata } from './metadata.js';

export const resourceRequirements = object<ResourceRequirements>({
  requests: resourceList,
  limits: resourceList,
  claims: list(object({ name: text, request: text })),
});

const probe = object<Probe>({
  initialDelaySeconds: int32,
  timeoutSeconds: int32,
  periodSeconds: int32,
  successThreshold: int32,
  failureThreshold: int32,
  httpGet: object({ path: text, scheme: text, port: intOrText }),
});

const containerPort = object<ContainerPort>({
  name: text,
  containerPort: int32,
  hostPort: int32,
  hostIP: text,
  protocol: text,
});

const container = object<Container>({
  name: text,
  image: text,
  imagePullPolicy: text,
  terminationMessagePath: text,
  terminationMessagePolicy: text,
  restartPolicy: text,
  ports: list(containerPort),
  resources: resourceRequirements,
  resizePolicy: list(object({ resourceName: text, restartPolicy: text })),
  volumeMounts: list(object({ name: text, mountPath: text, readOnly: flag })),
  env: list(object({ name: text, value: text })),
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
});

const nodeSelectorRequirement = object<NodeSelectorRequirement>({ key: text, operator: text, values: list(text) });

const nodeSelectorTerm = object<NodeSelectorTerm>({
  matchExpressions: list(nodeSelectorRequirement),
  matchFields: list(nodeSelectorRequirement),
});

export const nodeSelector = object<NodeSelector>({ nodeSelectorTerms: list(nodeSelectorTerm) });

const podAffinityTerm = object<PodAffinityTerm>({
  labelSelector,
  namespaces: list(text),
  namespaceSelector: labelSelector,
  topologyKey: text,
  matchLabelKeys: list(text),
  mismatchLabelKeys: list(text),
});

const podAffinity = object<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: list(podAffinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: list(object({ weight: int32, podAffinityTerm })),
});

const affinity = object<Affinity>({
  nodeAffinity: object({
    requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: list(object({ weight: int32, preference: nodeSelectorTerm })),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});

export const toleration = object<Toleration>({
  key: text,
  operator: text,
  value: text,
  effect: text,
  tolerationSeconds: int64,
});

const topologySpreadConstraint = object<TopologySpreadConstraint>({
  maxSkew: int32,
  topologyKey: text,
  whenUnsatisfiable: text,
  labelSelector,
  minDomains: int32,
  nodeAffinityPolicy: text,
  nodeTaintsPolicy: text,
  matchLabelKeys: list(text),
});

const volume = object<Volume>({
  name: text,
  persistentVolumeClaim: object({ claimName: text, readOnly: flag }),
  ephemeral: object({ volumeClaimTemplate: object({ metadata, spec: anyObject }) }),
  gcePersistentDisk: object({ pdName: text, readOnly: flag }),
  awsElasticBlockStore: object({ volumeID: text, readOnly: flag }),
  iscsi: object({ targetPortal: text, iqn: text, lun: int32, readOnly: flag }),
  rbd: object({ monitors: list(text), image: text, pool: text, readOnly: flag }),
  csi: object({ driver: text, readOnly: flag }),
  emptyDir: object({ medium: text, sizeLimit: quantity }),
  secret: object({ secretName: text, defaultMode: int32 }),
  configMap: object({ name: text, defaultMode: int32 }),
  downwardAPI: object({ defaultMode: int32 }),
  projected: object({ defaultMode: int32 }),
  hostPath: object({ path: text, type: text }),
});

export const podSpec = object<PodSpec>({
  nodeName: text,
  schedulerName: text,
  priority: int32,
  priorityClassName: text,
  preemptionPolicy: text,
  runtimeClassName: text,
  overhead: resourceList,
  resources: resourceRequirements,
  containers: list(container),
  initContainers: list(container),
  ephemeralContainers: list(container),
  volumes: list(volume),
  nodeSelector: textMap,
  affinity,
  tolerations: list(toleration),
  topologySpreadConstraints: list(topologySpreadConstraint),
  schedulingGates: list(object({ name: text })),
  resourceClaims: list(object({ name: text, resourceClaimName: text, resourceClaimTemplateName: text })),
  restartPolicy: text,
  dnsPolicy: text,
  hostNetwork: flag,
  hostPID: flag,
  hostIPC: flag,
  hostname: text,
  subdomain: text,
  serviceAccountName: text,
  enableServiceLinks: flag,
  terminationGracePeriodSeconds: int64,
  activeDeadlineSeconds: int64,
  securityContext: anyObject,
  readinessGates: list(object({ conditionType: text })),
});

const containerStatus = object<ContainerStatus>({
  name: text,
  allocatedResources: resourceList,
  resources: resourceRequirements,
});

const podStatus = object<PodStatus>({
  phase: text,
  qosClass: text,
  startTime: time,
  nominatedNodeName: text,
  reason: text,
  message: text,
  podIP: text,
  conditions: list(condition),
  containerStatuses: list(containerStatus),
  initContainerStatuses: list(containerStatus),
});

export const pod = kubernetesObject<Pod>({ spec: podSpec, status: podStatus });
