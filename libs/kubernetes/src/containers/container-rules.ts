import { dnsLabelProblems, portNameProblems } from '../names/index.js';
import type { JudgedField } from '../problems/index.js';
import { checkResources, containerResourceName } from '../resources/index.js';
import { checkChoice, checkName } from '../validation/index.js';
import type { Container, ContainerPort } from './container.js';
import { checkPortNumber, checkProtocol } from './port-rules.js';

const PULL_POLICIES: readonly string[] = ['Always', 'IfNotPresent', 'Never'];
const MESSAGE_POLICIES: readonly string[] = ['File', 'FallbackToLogsOnError'];

/** What of the spec of a pod its containers are judged by. */
export interface ContainersOfPod {
  readonly containers?: readonly Container[];
  readonly initContainers?: readonly Container[];
  readonly ephemeralContainers?: readonly Container[];
  readonly volumes?: readonly { readonly name?: string }[];
  readonly hostNetwork?: boolean;
}

/**
 * All containers of a pod: each well formed, names unique, no port of the host twice.
 * // as API server v1.34 validateContainers
 */
export function checkContainers(spec: ContainersOfPod, at: JudgedField): void {
  const containers = spec.containers ?? [];
  const names = new Set<string>();
  if (containers.length === 0) at.child('containers').required();
  checkEach(containers, { spec, names, at: at.child('containers') });
  checkHostPorts(containers, at.child('containers'));
  const initContainers = spec.initContainers ?? [];
  checkEach(initContainers, { spec, names, at: at.child('initContainers') });
  initContainers.forEach((container, index) => {
    const path = at.child('initContainers').index(index);
    if (container.restartPolicy !== undefined)
      checkChoice(container.restartPolicy, ['Always'], path.child('restartPolicy'));
    checkHostPorts([container], at.child('initContainers'));
  });
  checkEach(spec.ephemeralContainers ?? [], { spec, names, at: at.child('ephemeralContainers') });
}

function checkEach(
  containers: readonly Container[],
  { spec, names, at }: { spec: ContainersOfPod; names: Set<string>; at: JudgedField },
): void {
  containers.forEach((container, index) => {
    const path = at.index(index);
    const name = container.name ?? '';
    checkContainer(container, spec, path);
    if (name !== '' && names.has(name)) path.child('name').duplicate(name);
    names.add(name);
  });
}

function checkContainer(container: Container, spec: ContainersOfPod, at: JudgedField): void {
  if ((container.name ?? '') === '') at.child('name').required();
  else checkName(container.name ?? '', dnsLabelProblems, at.child('name'));
  if ((container.image ?? '') === '') at.child('image').required();
  checkChoice(container.terminationMessagePolicy, MESSAGE_POLICIES, at.child('terminationMessagePolicy'));
  checkChoice(container.imagePullPolicy, PULL_POLICIES, at.child('imagePullPolicy'));
  checkPorts(container.ports ?? [], spec.hostNetwork === true, at.child('ports'));
  checkMounts(container, spec, at.child('volumeMounts'));
  if (container.resources !== undefined)
    checkResources(container.resources, containerResourceName, at.child('resources'));
}

function checkPorts(ports: readonly ContainerPort[], hostNetwork: boolean, at: JudgedField): void {
  const names = new Set<string>();
  ports.forEach((port, index) => {
    const path = at.index(index);
    const { name = '', containerPort = 0, hostPort = 0 } = port;
    if (name !== '') {
      checkName(name, portNameProblems, path.child('name'));
      if (names.has(name)) path.child('name').duplicate(name);
      names.add(name);
    }
    if (containerPort === 0) path.child('containerPort').required();
    else checkPortNumber(containerPort, path.child('containerPort'));
    if (hostPort !== 0) checkPortNumber(hostPort, path.child('hostPort'));
    if (hostNetwork && hostPort !== containerPort)
      path.child('containerPort').invalid(containerPort, 'must match `hostPort` when `hostNetwork` is true');
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

function checkMounts({ volumeMounts = [] }: Container, { volumes = [] }: ContainersOfPod, at: JudgedField): void {
  const places = new Set<string>();
  volumeMounts.forEach(({ name = '', mountPath = '' }, index) => {
    const path = at.index(index);
    if (name === '') path.child('name').required();
    else if (!volumes.some((volume) => volume.name === name)) path.child('name').notFound(name);
    if (mountPath === '') path.child('mountPath').required();
    if (places.has(mountPath)) path.child('mountPath').invalid(mountPath, 'must be unique');
    places.add(mountPath);
  });
}
