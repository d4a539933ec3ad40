import { flag, int32, intOrText, list, object, text } from '../decoding/index.js';
import { resourceRequirements } from '../resources/index.js';
import type { Container, ContainerPort, EnvVar, Probe, VolumeMount } from './container.js';

const probe = object<Probe>({
  initialDelaySeconds: int32,
  timeoutSeconds: int32,
  periodSeconds: int32,
  successThreshold: int32,
  failureThreshold: int32,
  httpGet: object({ path: text, scheme: text, port: intOrText }),
  grpc: object({ port: int32, service: text }),
});

const containerPort = object<ContainerPort>({
  name: text,
  containerPort: int32,
  hostPort: int32,
  hostIP: text,
  protocol: text,
});

const envVar = object<EnvVar>({
  name: text,
  value: text,
  valueFrom: object({ fieldRef: object({ apiVersion: text, fieldPath: text }) }),
});

const container = object<Container>({
  name: text,
  image: text,
  imagePullPolicy: text,
  terminationMessagePath: text,
  terminationMessagePolicy: text,
  restartPolicy: text,
  ports: list(containerPort, { mergeKey: 'containerPort' }),
  resources: resourceRequirements,
  resizePolicy: list(object({ resourceName: text, restartPolicy: text })),
  volumeMounts: list(object<VolumeMount>({ name: text, mountPath: text, readOnly: flag }), { mergeKey: 'mountPath' }),
  env: list(envVar, { mergeKey: 'name' }),
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
});

/** Containers of a pod, of any sort. */
export const containers = list(container, { mergeKey: 'name' });
