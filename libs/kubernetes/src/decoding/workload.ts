import type {
  PodDisruptionBudget,
  PodTemplate,
  ReplicaSet,
  ReplicationController,
  Service,
  ServicePort,
  ServiceSpec,
  StatefulSet,
  StatefulSetSpec,
} from '../types/index.js';
import { int32, intOrText, list, object, text, textMap } from './decoder.js';
import { kubernetesObject, labelSelector, metadata } from './metadata.js';
import { podSpec } from './pod.js';

const template = object<PodTemplate>({ metadata, spec: podSpec });
const replicas = object({ replicas: int32 });

const servicePort = object<ServicePort>({
  name: text,
  protocol: text,
  port: int32,
  targetPort: intOrText,
  nodePort: int32,
});

export const service = kubernetesObject<Service>({
  spec: object<ServiceSpec>({
    type: text,
    selector: textMap,
    clusterIP: text,
    sessionAffinity: text,
    internalTrafficPolicy: text,
    externalTrafficPolicy: text,
    ports: list(servicePort),
  }),
});

export const replicationController = kubernetesObject<ReplicationController>({
  spec: object({ replicas: int32, minReadySeconds: int32, selector: textMap, template }),
  status: replicas,
});

export const replicaSet = kubernetesObject<ReplicaSet>({
  spec: object({ replicas: int32, minReadySeconds: int32, selector: labelSelector, template }),
  status: replicas,
});

export const statefulSet = kubernetesObject<StatefulSet>({
  spec: object<StatefulSetSpec>({
    replicas: int32,
    minReadySeconds: int32,
    selector: labelSelector,
    serviceName: text,
    podManagementPolicy: text,
    revisionHistoryLimit: int32,
    updateStrategy: object({ type: text, rollingUpdate: object({ partition: int32 }) }),
    template,
  }),
  status: replicas,
});

export const podDisruptionBudget = kubernetesObject<PodDisruptionBudget>({
  spec: object({
    minAvailable: intOrText,
    maxUnavailable: intOrText,
    selector: labelSelector,
    unhealthyPodEvictionPolicy: text,
  }),
  status: object({
    disruptionsAllowed: int32,
    disruptedPods: textMap,
    currentHealthy: int32,
    desiredHealthy: int32,
    expectedPods: int32,
  }),
});
