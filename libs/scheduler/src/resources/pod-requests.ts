/**
 * What a pod asks for, by resource name, exactly. As k8s.io/component-helpers v1.34 resource.PodRequests: sequential
 * init containers count by their maximum, each together with the restartable ones before it; restartable ones count
 * with the containers; pod-level requests replace the aggregate for cpu, memory and huge pages; overhead is added last.
 */
import { addQuantities, compareQuantities, milliValue, requireQuantity, value, type Quantity } from '#apimachinery';
import type { Container, ContainerStatus, Pod, ResourceList } from '../objects/index.js';
import { amountOf, type Amount } from './amount.js';
import { CPU, EPHEMERAL_STORAGE, isPodLevelResource, isScalarResource, MEMORY } from './resource-name.js';

export type Requests = ReadonlyMap<string, Quantity>;

export interface RequestOptions {
  /** Count what the kubelet reports for containers that are being resized. */
  readonly useStatus: boolean;
  /** Let `spec.resources` replace the containers' aggregate. */
  readonly podLevel: boolean;
  /** Requests assumed for every container that states none for the resource; an explicit 0 stays 0. */
  readonly assumed: Requests;
}

const NOTHING: Requests = new Map();

/** For the NodeResourcesFit filter: a pending pod has not been resized yet. */
export const FOR_FILTER: RequestOptions = { useStatus: false, podLevel: true, assumed: NOTHING };
/** For the account of a node, and NodeResourcesBalancedAllocation. */
export const FOR_ACCOUNT: RequestOptions = { useStatus: true, podLevel: true, assumed: NOTHING };
/** kube-scheduler's defaults for containers without requests: 100m cpu, 200 MiB memory. */
export const ASSUMED_REQUESTS: Requests = new Map([
  [CPU, requireQuantity('100m')],
  [MEMORY, requireQuantity('200Mi')],
]);

/** The exact requests of a pod. Throws RangeError on a text that is no quantity. */
export function podRequests(pod: Pod, options: RequestOptions): Requests {
  const total = containerRequests(pod, options);
  if (options.podLevel) {
    for (const [name, quantity] of readList(pod.spec?.resources?.requests)) {
      if (isPodLevelResource(name)) total.set(name, quantity);
    }
  }
  addList(total, readList(pod.spec?.overhead));
  return total;
}

/** Whether `spec.resources` requests anything that can be requested for a whole pod. */
export function hasPodLevelRequests(pod: Pod): boolean {
  return Object.keys(pod.spec?.resources?.requests ?? {}).some(isPodLevelResource);
}

/**
 * The amounts that the engine accounts for, rounded up once: cpu to milli, the rest to
 * integers. Other names are dropped.
 */
export function requestAmounts(requests: Requests): Amount[] {
  const amounts: Amount[] = [];
  for (const [name, quantity] of requests) {
    if (isAccounted(name)) amounts.push(requestAmount(name, quantity));
  }
  return amounts;
}

/** One request as an integer. */
export function requestAmount(name: string, quantity: Quantity | undefined): Amount {
  if (quantity === undefined) return amountOf(name, 0n);
  return amountOf(name, name === CPU ? milliValue(quantity) : value(quantity));
}

/** Reads a list of quantities. Throws RangeError on a text that is none. */
export function readList(list: ResourceList | null | undefined): Map<string, Quantity> {
  const read = new Map<string, Quantity>();
  if (list !== null && list !== undefined) {
    for (const name of Object.keys(list)) read.set(name, requireQuantity(list[name] ?? 0));
  }
  return read;
}

function isAccounted(name: string): boolean {
  return name === CPU || name === MEMORY || name === EPHEMERAL_STORAGE || isScalarResource(name);
}

function containerRequests(pod: Pod, options: RequestOptions): Map<string, Quantity> {
  const request = requestReader(pod, options);
  const total = new Map<string, Quantity>();
  for (const container of pod.spec?.containers ?? []) addList(total, request(container, true));
  const restartable = new Map<string, Quantity>();
  const initial = new Map<string, Quantity>();
  for (const container of pod.spec?.initContainers ?? []) {
    const restarts = container.restartPolicy === 'Always';
    const own = request(container, restarts);
    if (restarts) addList(total, own);
    const running = new Map(own);
    addList(running, restartable);
    if (restarts) addList(restartable, own);
    raiseTo(initial, running);
  }
  raiseTo(total, initial);
  return total;
}

type RequestReader = (container: Container, runsWithPod: boolean) => Requests;

/** Only containers that run as long as the pod can be resized, so only their status counts. */
function requestReader(pod: Pod, options: RequestOptions): RequestReader {
  const statuses = options.useStatus ? statusesByName(pod) : null;
  const infeasible = statuses !== null && isResizeInfeasible(pod);
  return (container, runsWithPod) => {
    const spec = readList(container.resources?.requests);
    const status = runsWithPod ? statuses?.get(container.name ?? '') : undefined;
    const own = status?.resources ? resizedRequests(infeasible ? null : spec, status) : spec;
    for (const [name, quantity] of options.assumed) if (!own.has(name)) own.set(name, quantity);
    return own;
  };
}

function resizedRequests(spec: Requests | null, status: ContainerStatus): Map<string, Quantity> {
  const most = new Map(spec ?? []);
  raiseTo(most, readList(status.resources?.requests));
  raiseTo(most, readList(status.allocatedResources));
  return most;
}

function statusesByName(pod: Pod): Map<string, ContainerStatus> {
  const statuses = new Map<string, ContainerStatus>();
  for (const status of pod.status?.containerStatuses ?? []) statuses.set(status.name ?? '', status);
  for (const status of pod.status?.initContainerStatuses ?? []) statuses.set(status.name ?? '', status);
  return statuses;
}

function isResizeInfeasible(pod: Pod): boolean {
  const pending = pod.status?.conditions?.find((condition) => condition.type === 'PodResizePending');
  return pending?.reason === 'Infeasible';
}

function addList(total: Map<string, Quantity>, list: Requests): void {
  for (const [name, quantity] of list) {
    const before = total.get(name);
    total.set(name, before === undefined ? quantity : addQuantities(before, quantity));
  }
}

function raiseTo(total: Map<string, Quantity>, list: Requests): void {
  for (const [name, quantity] of list) {
    const before = total.get(name);
    if (before === undefined || compareQuantities(quantity, before) > 0) total.set(name, quantity);
  }
}
