import { ownField } from '#json';
import { isQuantityProblem, milliValue, parseQuantity, requireQuantity, value } from '#apimachinery';
import type { Container, Pod, ResourceList } from '#scheduler';
import { quantityOf } from '../pair/index.js';

const MEBIBYTE = 2n ** 20n;
const HUGE_PAGES = 'hugepages-';

/**
 * In what steps requests are written, in the engine's integers: thousandths of a cpu, mebibytes of memory and storage,
 * whole huge pages, and ones of everything else.
 */
export function stepOf(resource: string): bigint {
  if (resource === 'memory' || resource === 'ephemeral-storage') return MEBIBYTE;
  if (!resource.startsWith(HUGE_PAGES)) return 1n;
  const size = parseQuantity(resource.slice(HUGE_PAGES.length));
  const bytes = isQuantityProblem(size) ? 0n : value(size);
  return bytes > 0n ? bytes : 1n;
}

/** What the pod's overhead has of a resource, which is no request of its own. */
export function overheadOf({ spec }: Pod, resource: string): bigint {
  return statedIn(spec?.overhead, resource) ?? 0n;
}

/**
 * The pod with so much of a resource requested in all, in the engine's integers. Less: what its containers request is
 * cut, the last ones first; more: its first container requests it. A request of the pod as a whole is replaced. Null
 * where the overhead alone is more, or there is no container.
 */
export function withRequest(pod: Pod, resource: string, amount: bigint): Pod | null {
  const { spec = {} } = pod;
  const own = amount - overheadOf(pod, resource);
  const [first] = spec.containers ?? [];
  if (own < 0n || first === undefined) return null;
  // Of other resources such a request counts for nothing; as k8s.io/component-helpers v1.34 resource.PodRequests.
  const isOfPod = statedIn(spec.resources?.requests, resource) !== undefined && mayBeOfPod(resource);
  if (isOfPod) return { ...pod, spec: { ...spec, resources: requesting(spec.resources, resource, own) } };
  return { ...pod, spec: { ...spec, ...cutTo(spec, resource, own) } };
}

function mayBeOfPod(resource: string): boolean {
  return resource === 'cpu' || resource === 'memory' || resource.startsWith(HUGE_PAGES);
}

type Spec = NonNullable<Pod['spec']>;
type Resources = NonNullable<Container['resources']>;

/** Those that run together, and those that run before them. */
interface Containers {
  readonly containers: readonly Container[];
  readonly initContainers?: readonly Container[];
}

/** Containers that request so much together, and none of those that run before them more. */
function cutTo({ containers, initContainers }: Spec, resource: string, most: bigint): Containers {
  // What runs with the containers to the end: those of before that restart.
  let beside = 0n;
  const before = (initContainers ?? []).map((container) => {
    const cut = withAtMost(container, resource, most - beside);
    if (container.restartPolicy === 'Always') beside += requestOf(cut, resource);
    return cut;
  });
  let left = most - beside;
  const running = (containers ?? []).map((container) => {
    const cut = withAtMost(container, resource, left);
    left -= requestOf(cut, resource);
    return cut;
  });
  const reached = before.some((container) => reaches(container, { resource, most, before }));
  const [first, ...others] = running;
  const filled =
    first === undefined || left === 0n || reached
      ? running
      : [{ ...first, resources: requesting(first.resources, resource, requestOf(first, resource) + left) }, ...others];
  return { containers: filled, ...(initContainers && { initContainers: before }) };
}

/** Whether one that runs before the others takes all of it, with those that go on beside it. */
function reaches(
  container: Container,
  {
    resource,
    most,
    before,
  }: { readonly resource: string; readonly most: bigint; readonly before: readonly Container[] },
): boolean {
  const earlier = before.slice(0, before.indexOf(container)).filter(({ restartPolicy }) => restartPolicy === 'Always');
  const running = [...earlier, container].reduce((sum, one) => sum + requestOf(one, resource), 0n);
  return running === most;
}

function withAtMost(container: Container, resource: string, most: bigint): Container {
  if (requestOf(container, resource) <= most) return container;
  return { ...container, resources: requesting(container.resources, resource, most) };
}

function requestOf({ resources }: Container, resource: string): bigint {
  return statedIn(resources?.requests, resource) ?? 0n;
}

function requesting(resources: Container['resources'], resource: string, amount: bigint): Resources {
  return { ...resources, requests: { ...resources?.requests, [resource]: quantityOf(resource, amount) } };
}

function statedIn(list: ResourceList | null | undefined, resource: string): bigint | undefined {
  const stated = ownField(list, resource);
  if (stated === undefined) return undefined;
  const quantity = requireQuantity(stated);
  return resource === 'cpu' ? milliValue(quantity) : value(quantity);
}
