import type { Container } from '../../containers/index.js';
import { sameValue, type JudgedField } from '#apimachinery';
import type { ResourceRequirements } from '../../resources/index.js';
import { qosClass } from './qos-class.js';
import type { Pod } from './type.js';

const RESIZED: ReadonlySet<string> = new Set(['cpu', 'memory']);

/** Ephemeral containers come, and stay as they are. // as API server v1.34 ValidatePodEphemeralContainersUpdate */
export function checkEphemeralContainers(pod: Pod, before: Pod, root: JudgedField): void {
  const at = root.child('spec').child('ephemeralContainers');
  const now = new Map((pod.spec.ephemeralContainers ?? []).map((container) => [container.name, container]));
  for (const old of before.spec.ephemeralContainers ?? []) {
    const container = now.get(old.name);
    const what = `existing ephemeral containers ${JSON.stringify(old.name)} may not be`;
    if (container === undefined) at.forbidden(`${what} removed\n`);
    else if (!sameValue(container, old)) at.forbidden(`${what} changed\n`);
  }
}

/** CPU and memory of the containers may change, the class of service may not. // as ValidatePodResize */
export function checkResize({ spec, status }: Pod, before: Pod, root: JudgedField): void {
  const at = root.child('spec');
  if (qosClass(spec) !== qosClass(before.spec))
    at.invalid(status?.qosClass, 'Pod QOS Class may not change as a result of resizing');
  if (!canResize(before)) at.forbidden('Pod running on node without support for resize');
  const inOrder = LISTS.map((list) => checkOrder(spec[list] ?? [], before.spec[list] ?? [], at.child(list)));
  if (inOrder.includes(false)) return;
  for (const list of ['initContainers', 'containers'] as const)
    (before.spec[list] ?? []).forEach((old, index) => {
      if (list === 'containers' || isSidecar(old))
        checkKept(spec[list]?.[index]?.resources, old.resources, at.child(list).index(index).child('resources'));
    });
  for (const list of LISTS)
    (before.spec[list] ?? []).forEach((old, index) => {
      const container = spec[list]?.[index];
      if (container !== undefined) checkRest(container, old, { list, at });
    });
}

const LISTS = ['containers', 'initContainers'] as const;

/** A node that sizes running containers reports their sizes. // as isPodResizeRequestSupported */
function canResize({ status }: Pod): boolean {
  const running = (status?.containerStatuses ?? []).find(({ state }) => (state?.running ?? null) !== null);
  return running === undefined || (running.resources ?? null) !== null;
}

/** Containers are not added, removed, reordered or renamed. // as validatePodResizeContainerOrdering */
function checkOrder(now: readonly Container[], before: readonly Container[], at: JudgedField): boolean {
  const found = at.problems.length;
  const [list = ''] = at.path.toString().split('.').reverse();
  if (now.length !== before.length) at.forbidden(`${list} may not be added or removed on resize`);
  else
    before.forEach(({ name }, index) => {
      if (now[index]?.name !== name)
        at.index(index).child('name').forbidden(`${list} may not be renamed or reordered on resize`);
    });
  return at.problems.length === found;
}

/** Amounts are not taken away. // as validateContainerResize */
function checkKept(
  now: ResourceRequirements | undefined,
  before: ResourceRequirements | undefined,
  at: JudgedField,
): void {
  for (const part of ['requests', 'limits'] as const) {
    const [given, old] = [now?.[part] ?? {}, before?.[part] ?? {}];
    if (Object.keys(old).some((name) => !Object.hasOwn(given, name)))
      at.child(part).forbidden(`resource ${part} cannot be removed`);
  }
}

/** What else of a container may not change. */
function checkRest(
  container: Container,
  old: Container,
  { list, at }: { readonly list: (typeof LISTS)[number]; readonly at: JudgedField },
): void {
  const resizable = list === 'containers' || isSidecar(container);
  const rest = resizable ? { ...container, resources: otherResources(container.resources, old.resources) } : container;
  if (sameValue({ resources: {}, ...rest }, { resources: {}, ...old })) return;
  if (list === 'containers') at.forbidden('only cpu and memory resources are mutable');
  else if (resizable) at.forbidden('only cpu and memory resources for sidecar containers are mutable');
  else at.forbidden('resources for non-sidecar init containers are immutable');
}

/** The resources with the CPU and memory of the old ones, without claims. // as dropCPUMemoryResourcesFromContainer */
function otherResources(
  now: ResourceRequirements | undefined,
  before: ResourceRequirements | undefined,
): ResourceRequirements {
  const parts = (['requests', 'limits'] as const).flatMap((part) => {
    const old = before?.[part];
    if (old === undefined) return [];
    const kept = [...RESIZED].flatMap((name) => (Object.hasOwn(old, name) ? [[name, old[name]]] : []));
    const others = Object.entries(now?.[part] ?? {}).filter(([name]) => !RESIZED.has(name));
    return [[part, Object.fromEntries([...others, ...kept]) as unknown]];
  });
  return Object.fromEntries(parts) as ResourceRequirements;
}

function isSidecar({ restartPolicy }: Container): boolean {
  return restartPolicy === 'Always';
}
