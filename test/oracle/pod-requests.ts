import type { Container, ContainerStatus, PodObject, Quantities } from './objects.js';
import { milliOfNano, nanoOf, valueOfNano } from './quantity.js';

/** Amounts of resources, exact, in billionths. A resource that nobody names is not in it. */
export type Amounts = ReadonlyMap<string, bigint>;

export interface RequestRules {
  /** For each container: what it counts with when it has no such request. */
  readonly atLeast?: Amounts;
  readonly ignorePodLevel?: boolean;
}

/** 100m cpu and 200Mi memory: what a container without such a request counts with in scores. */
export const DEFAULT_CONTAINER_REQUESTS: Amounts = amountsOf({ cpu: '100m', memory: '200Mi' });

export function amountsOf(quantities: Quantities = {}): Amounts {
  return new Map(Object.entries(quantities).map(([name, quantity]) => [name, nanoOf(quantity)]));
}

/**
 * What a pod requests: its containers together, or its init containers when one of them needs more while it runs; in
 * the place of it, what the pod itself says of cpu, memory and huge pages; the overhead on top.
 */
export function podRequests(pod: PodObject, rules: RequestRules = {}): Amounts {
  const requests = new Map(containerRequests(pod, rules));
  if (rules.ignorePodLevel !== true) {
    for (const [name, amount] of podLevelRequests(pod)) requests.set(name, amount);
  }
  return sum(requests, amountsOf(pod.spec?.overhead));
}

/** spec.resources.requests, of the resources that a pod as a whole may request. */
export function podLevelRequests({ spec }: PodObject): Amounts {
  const requests = amountsOf(spec?.resources?.requests);
  return new Map(
    [...requests].filter(([name]) => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-')),
  );
}

function containerRequests(pod: PodObject, rules: RequestRules): Amounts {
  let together: Amounts = new Map();
  for (const container of pod.spec?.containers ?? []) together = sum(together, requestsOf(pod, container, rules));
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of pod.spec?.initContainers ?? []) {
    const own = requestsOf(pod, container, rules);
    if (container.restartPolicy === 'Always') {
      together = sum(together, own);
      sidecars = sum(sidecars, own);
      starting = highest(starting, sidecars);
    } else {
      starting = highest(starting, sum(own, sidecars));
    }
  }
  return highest(together, starting);
}

function requestsOf(pod: PodObject, container: Container, { atLeast = new Map() }: RequestRules): Amounts {
  return new Map([...atLeast, ...resizedRequests(pod, container)]);
}

/** A container that is being resized counts with the most of what it shall have, has and was given. */
function resizedRequests(pod: PodObject, container: Container): Amounts {
  const wanted = amountsOf(container.resources?.requests);
  const status = statusOf(pod, container);
  if (status?.resources === undefined) return wanted;
  const given = highest(amountsOf(status.resources.requests), amountsOf(status.allocatedResources));
  return isInfeasible(pod) ? given : highest(wanted, given);
}

/** Ordinary init containers cannot be resized. */
function statusOf({ spec, status }: PodObject, container: Container): ContainerStatus | undefined {
  const resizable = (spec?.containers ?? []).includes(container) || container.restartPolicy === 'Always';
  const statuses = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return resizable ? statuses.findLast(({ name }) => name === container.name) : undefined;
}

function isInfeasible({ status }: PodObject): boolean {
  return (status?.conditions ?? []).find(({ type }) => type === 'PodResizePending')?.reason === 'Infeasible';
}

function sum(a: Amounts, b: Amounts): Amounts {
  const both = new Map(a);
  for (const [name, amount] of b) both.set(name, (both.get(name) ?? 0n) + amount);
  return both;
}

function highest(a: Amounts, b: Amounts): Amounts {
  const both = new Map(a);
  for (const [name, amount] of b) {
    const other = both.get(name);
    if (other === undefined || other < amount) both.set(name, amount);
  }
  return both;
}

/**
 * In the unit that the scheduler counts in: thousandths of a cpu, whole units of everything else.
 * Zero when it is not there.
 */
export function countOf(amounts: Amounts, resource: string): bigint {
  const nano = amounts.get(resource) ?? 0n;
  return resource === 'cpu' ? milliOfNano(nano) : valueOfNano(nano);
}
