import type { Container } from '../containers/index.js';
import {
  addQuantities,
  compareQuantities,
  formatQuantity,
  isQuantityProblem,
  parseQuantity,
  ZERO_QUANTITY,
  type Quantity,
} from '../quantity/index.js';
import type { ResourceList } from '../resources/index.js';
import type { PodSpec } from './pod-spec.js';

type Amounts = Map<string, Quantity>;

const OVERCOMMITTABLE = ['cpu', 'memory'];

/**
 * Requests of the pod itself, where its limits are set: what its containers request together, otherwise its limits.
 * // as API server v1.34 defaultPodRequests
 */
export function defaultPodLevelRequests(spec: PodSpec): void {
  const limits = spec.resources?.limits ?? {};
  if (spec.resources === undefined || Object.keys(limits).length === 0) return;
  const ofContainers = aggregateRequests(spec);
  const defaults: ResourceList = {};
  for (const name of Object.keys(limits)) {
    if (OVERCOMMITTABLE.includes(name) || name.startsWith('hugepages-')) defaults[name] = limits[name] ?? '0';
  }
  for (const name of OVERCOMMITTABLE) {
    const amount = ofContainers.get(name);
    if (amount !== undefined) defaults[name] = formatQuantity(amount);
  }
  spec.resources.requests = { ...defaults, ...spec.resources.requests };
}

/**
 * What all containers request together: the larger of what runs at the end and what any step of the start-up needs.
 * Amounts that are no quantities count nothing: validation names them.
 * // as component-helpers v1.34 AggregateContainerRequests
 */
export function aggregateRequests(spec: PodSpec): ReadonlyMap<string, Quantity> {
  return aggregate(spec, 'requests');
}

/** What all containers are limited to together, likewise. // as component-helpers v1.34 AggregateContainerLimits */
export function aggregateLimits(spec: PodSpec): ReadonlyMap<string, Quantity> {
  return aggregate(spec, 'limits');
}

function aggregate(spec: PodSpec, field: 'requests' | 'limits'): ReadonlyMap<string, Quantity> {
  const running: Amounts = new Map();
  const add = (amounts: Amounts, container: Container): void => addAll(amounts, container.resources?.[field]);
  for (const container of spec.containers ?? []) add(running, container);
  const sidecars: Amounts = new Map();
  const peak: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const step: Amounts = new Map(sidecars);
    add(step, container);
    if (container.restartPolicy === 'Always') {
      add(running, container);
      add(sidecars, container);
    }
    raise(peak, step);
  }
  raise(running, peak);
  return running;
}

function addAll(amounts: Amounts, list: ResourceList = {}): void {
  for (const [name, text] of Object.entries(list)) {
    const amount = parseQuantity(text);
    if (!isQuantityProblem(amount)) amounts.set(name, addQuantities(amounts.get(name) ?? ZERO_QUANTITY, amount));
  }
}

function raise(amounts: Amounts, atLeast: Amounts): void {
  for (const [name, amount] of atLeast) {
    const present = amounts.get(name);
    if (present === undefined || compareQuantities(amount, present) > 0) amounts.set(name, amount);
  }
}
