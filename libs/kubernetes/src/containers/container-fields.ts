import { flag, int32, int64, intOrText, list, object, quantity, text, whole, type FieldDecoders } from '#apimachinery';
import { resourceRequirements } from '../resources/index.js';
import type {
  Container,
  ContainerPort,
  EnvFrom,
  EnvVar,
  EphemeralContainer,
  Handler,
  Probe,
  ResourceField,
  VolumeMount,
} from './container.js';

const action = {
  exec: object({ command: list(text) }),
  httpGet: object({ path: text, scheme: text, port: intOrText, httpHeaders: list(object({ name: text })) }),
  tcpSocket: object({ port: intOrText }),
};
const handler = object<Handler>({ ...action, sleep: object({ seconds: int64 }) });

const probe = object<Probe>({
  ...action,
  grpc: object({ port: int32, service: text }),
  initialDelaySeconds: int32,
  timeoutSeconds: int32,
  periodSeconds: int32,
  successThreshold: int32,
  failureThreshold: int32,
  terminationGracePeriodSeconds: int64,
});

const lifecycle = object<NonNullable<Container['lifecycle']>>({
  postStart: handler,
  preStop: handler,
  stopSignal: text,
});

const containerPort = object<ContainerPort>({
  name: text,
  containerPort: int32,
  hostPort: int32,
  hostIP: text,
  protocol: text,
});

/** A reference to what a container has of a resource. */
export const resourceField = object<ResourceField>({ containerName: text, resource: text, divisor: quantity });

const envVar = object<EnvVar>({
  name: text,
  value: text,
  valueFrom: object({
    fieldRef: object({ apiVersion: text, fieldPath: text }),
    resourceFieldRef: resourceField,
    configMapKeyRef: object({ name: text, key: text }),
    secretKeyRef: object({ name: text, key: text }),
    fileKeyRef: whole(),
  }),
});

const volumeMount = object<VolumeMount>({
  name: text,
  mountPath: text,
  readOnly: flag,
  recursiveReadOnly: text,
  subPath: text,
  subPathExpr: text,
  mountPropagation: text,
});

const volumeDevice = object<NonNullable<Container['volumeDevices']>[number]>({ name: text, devicePath: text });

const fields: FieldDecoders<Container> = {
  name: text,
  image: text,
  imagePullPolicy: text,
  terminationMessagePath: text,
  terminationMessagePolicy: text,
  restartPolicy: text,
  restartPolicyRules: list(whole()),
  ports: list(containerPort, { mergeKey: 'containerPort' }),
  resources: resourceRequirements,
  resizePolicy: list(object({ resourceName: text, restartPolicy: text })),
  volumeMounts: list(volumeMount, { mergeKey: 'mountPath' }),
  volumeDevices: list(volumeDevice, { mergeKey: 'devicePath' }),
  env: list(envVar, { mergeKey: 'name' }),
  envFrom: list(whole<EnvFrom>()),
  livenessProbe: probe,
  readinessProbe: probe,
  startupProbe: probe,
  lifecycle,
  securityContext: whole(),
};

/** Containers of a pod that run at its start, or with it. */
export const containers = list(object<Container>(fields), { mergeKey: 'name' });

/** Those that come later. */
export const ephemeralContainers = list(object<EphemeralContainer>({ ...fields, targetContainerName: text }), {
  mergeKey: 'name',
});
