import { checkName, dnsLabelProblems, portNameProblems, requireChoice, type JudgedField } from '#apimachinery';
import { checkContainerResources } from '../resources/index.js';
import { checkContainerSecurity } from '../security/index.js';
import type { Container, ContainerPort, EphemeralContainer } from './container.js';
import { checkEnv, checkEnvFrom } from './env-rules.js';
import { checkDevices, checkMounts, type MountedVolumes } from './mount-rules.js';
import { checkPortNumber, checkProtocol } from './port-rules.js';
import { checkNoProbes, checkProbes } from './probe-rules.js';

const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES: readonly string[] = ['File', 'FallbackToLogsOnError'];

/** What of the spec of a pod its containers are judged by. */
export interface ContainersOfPod {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly EphemeralContainer[];
  readonly volumes: MountedVolumes;
  /** The claims of the pod for devices, by name. */
  readonly claims: ReadonlySet<string>;
  readonly restartPolicy?: string;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostUsers?: boolean;
}

/**
 * All containers of a pod: each well formed, names unique, no port of the host twice.
 * // as API server v1.34 validateContainers, validateInitContainers, validateEphemeralContainers
 */
export function checkContainers(pod: ContainersOfPod, at: JudgedField): void {
  checkMainContainers(pod, at.child('containers'));
  checkInitContainers(pod, at.child('initContainers'));
  checkEphemeralContainers(pod, at.child('ephemeralContainers'));
}

function checkMainContainers(pod: ContainersOfPod, at: JudgedField): void {
  const containers = pod.containers ?? [];
  if (containers.length === 0) {
    at.required();
    return;
  }
  const names = new Set<string>();
  containers.forEach((container, index) => {
    const path = at.index(index);
    checkContainer(container, pod, path);
    checkUnique(container, names, path);
    checkProbes(container, pod.terminationGracePeriodSeconds, path);
  });
  checkHostPorts(containers, at);
}

function checkInitContainers(pod: ContainersOfPod, at: JudgedField): void {
  const names = namesOf(pod.containers);
  pod.initContainers?.forEach((container, index) => {
    const path = at.index(index);
    checkContainer(container, pod, path);
    checkUnique(container, names, path);
    // They run one by one; so do their ports. The index is that among one, as upstream.
    checkHostPorts([container], at);
    if (container.restartPolicy === 'Always') checkProbes(container, pod.terminationGracePeriodSeconds, path);
    else checkNoProbes(container, path);
  });
}

/** Ephemeral containers have none of this. */
const NOT_EPHEMERAL = ['ports', 'livenessProbe', 'readinessProbe', 'startupProbe', 'lifecycle'] as const;

function checkEphemeralContainers(pod: ContainersOfPod, at: JudgedField): void {
  const others = new Set([...namesOf(pod.containers), ...namesOf(pod.initContainers)]);
  const names = new Set(others);
  const not = 'cannot be set for an Ephemeral Container';
  pod.ephemeralContainers?.forEach((container, index) => {
    const path = at.index(index);
    checkContainer(container, pod, path);
    checkImage(container, path);
    checkUnique(container, names, path);
    const { targetContainerName = '', resources = {}, volumeMounts = [] } = container;
    if (targetContainerName !== '' && !others.has(targetContainerName))
      path.child('targetContainerName').notFound(targetContainerName);
    for (const field of NOT_EPHEMERAL) if (container[field] !== undefined) path.child(field).forbidden(not);
    if (Object.keys(resources).length > 0) path.child('resources').forbidden(not);
    volumeMounts.forEach((mount, position) => {
      const ofMount = path.child('volumeMounts').index(position);
      if ((mount.subPath ?? '') !== '') ofMount.child('subPath').forbidden(not);
      if ((mount.subPathExpr ?? '') !== '') ofMount.child('subPathExpr').forbidden(not);
    });
  });
}

/** An empty list of containers is null, as it is printed. */
function namesOf(containers: readonly Container[] | null | undefined): Set<string> {
  return new Set((containers ?? []).map(({ name = '' }) => name).filter((name) => name !== ''));
}

function checkUnique({ name = '' }: Container, names: Set<string>, at: JudgedField): void {
  if (names.has(name)) at.child('name').duplicate(name);
  if (name !== '') names.add(name);
}

/** What every container has. // as API server v1.34 validateContainerCommon */
function checkContainer(container: Container, pod: ContainersOfPod, at: JudgedField): void {
  const { name = '', image = '', ports, env, envFrom, resizePolicy, resources, securityContext } = container;
  if (name === '') at.child('name').required();
  else checkName(name, dnsLabelProblems, at.child('name'));
  if (image === '') at.child('image').required();
  requireChoice(container.terminationMessagePolicy, MESSAGE_POLICIES, at.child('terminationMessagePolicy'));
  if (ports !== undefined) checkPorts(ports, at.child('ports'));
  if (env !== undefined) checkEnv(env, at.child('env'));
  if (envFrom !== undefined) checkEnvFrom(envFrom, at.child('envFrom'));
  if (container.volumeMounts !== undefined) checkMounts(container, pod.volumes, at.child('volumeMounts'));
  if (container.volumeDevices !== undefined) checkDevices(container, pod.volumes, at.child('volumeDevices'));
  requireChoice(container.imagePullPolicy, PULL_POLICIES, at.child('imagePullPolicy'));
  if (resources !== undefined) checkContainerResources(resources, pod.claims, at.child('resources'));
  if (resizePolicy !== undefined) checkResizePolicy(resizePolicy, pod, at.child('resizePolicy'));
  if (securityContext !== undefined)
    checkContainerSecurity(securityContext, { hostUsers: pod.hostUsers ?? true }, at.child('securityContext'));
}

/** Of pods, not of templates. // as API server v1.34 validateContainerOnlyForPod */
export function checkImage({ image = '' }: Container, at: JudgedField): void {
  if (image.trim().length !== image.length)
    at.child('image').invalid(image, 'must not have leading or trailing whitespace');
}

function checkPorts(ports: readonly ContainerPort[], at: JudgedField): void {
  const names = new Set<string>();
  ports.forEach((port, index) => {
    const path = at.index(index);
    const { name = '', containerPort = 0, hostPort = 0 } = port;
    if (name !== '') {
      const sound = portNameProblems(name).length === 0;
      if (!sound) checkName(name, portNameProblems, path.child('name'));
      else if (names.has(name)) path.child('name').duplicate(name);
      if (sound) names.add(name);
    }
    if (containerPort === 0) path.child('containerPort').required();
    else checkPortNumber(containerPort, path.child('containerPort'));
    if (hostPort !== 0) checkPortNumber(hostPort, path.child('hostPort'));
    checkProtocol(port.protocol, path.child('protocol'));
  });
}

function checkHostPorts(containers: readonly Container[], at: JudgedField): void {
  const taken = new Set<string>();
  containers.forEach((container, index) =>
    container.ports?.forEach((port, position) => {
      if (!port.hostPort) return;
      const identity = `${port.protocol ?? 'TCP'}/${port.hostIP ?? ''}/${port.hostPort}`;
      if (taken.has(identity)) at.index(index).child('ports').index(position).child('hostPort').duplicate(identity);
      taken.add(identity);
    }),
  );
}

const RESIZED: readonly string[] = ['cpu', 'memory'];
const RESIZE_POLICIES: readonly string[] = ['NotRequired', 'RestartContainer'];

function checkResizePolicy(
  policies: NonNullable<Container['resizePolicy']>,
  pod: ContainersOfPod,
  at: JudgedField,
): void {
  const resources = new Set<string>();
  policies.forEach(({ resourceName = '', restartPolicy = '' }, index) => {
    if (resources.has(resourceName)) at.index(index).duplicate(resourceName);
    resources.add(resourceName);
    requireChoice(resourceName, RESIZED, at);
    requireChoice(restartPolicy, RESIZE_POLICIES, at);
    if (pod.restartPolicy === 'Never' && restartPolicy !== 'NotRequired')
      at.invalid(restartPolicy, "must be 'NotRequired' when `restartPolicy` is 'Never'");
  });
}
