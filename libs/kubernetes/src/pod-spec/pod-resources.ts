import { setField } from '#json';
import type { Container } from '../containers/index.js';
import { formatQuantity } from '#apimachinery';
import {
  addAmounts,
  largerAmounts,
  NO_AMOUNTS,
  soundAmounts,
  type Amounts,
  type ResourceList,
} from '../resources/index.js';
import type { PodSpec } from './pod-spec.js';

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
    if (OVERCOMMITTABLE.includes(name) || name.startsWith('hugepages-'))
      setField<string | number>(defaults, name, limits[name] ?? '0');
  }
  for (const name of OVERCOMMITTABLE) {
    const amount = ofContainers.get(name);
    if (amount !== undefined) setField<string | number>(defaults, name, formatQuantity(amount));
  }
  spec.resources.requests = { ...defaults, ...spec.resources.requests };
}

/**
 * What all containers request together. Amounts that are no quantities count nothing: validation names them.
 * // as component-helpers v1.34 AggregateContainerRequests
 */
export function aggregateRequests(spec: PodSpec): Amounts {
  return aggregate(spec, 'requests');
}

/** What all containers are limited to together, likewise. // as component-helpers v1.34 AggregateContainerLimits */
export function aggregateLimits(spec: PodSpec): Amounts {
  return aggregate(spec, 'limits');
}

function aggregate(spec: PodSpec, field: 'requests' | 'limits'): Amounts {
  return aggregateContainers(spec, ({ resources }) => soundAmounts(resources?.[field]));
}

/**
 * What containers come to together, by the amounts of each: the larger of what runs at the end and what any step of the
 * start-up needs. `stays`: whether the container runs as long as the pod.
 */
export function aggregateContainers(
  { containers, initContainers }: Pick<PodSpec, 'containers' | 'initContainers'>,
  amountsOf: (container: Container, stays: boolean) => Amounts,
): Amounts {
  let running = NO_AMOUNTS;
  for (const container of containers ?? []) running = addAmounts(running, amountsOf(container, true));
  let sidecars = NO_AMOUNTS;
  let peak = NO_AMOUNTS;
  for (const container of initContainers ?? []) {
    const stays = container.restartPolicy === 'Always';
    const own = amountsOf(container, stays);
    const step = addAmounts(own, sidecars);
    if (stays) {
      running = addAmounts(running, own);
      sidecars = step;
    }
    peak = largerAmounts(peak, step);
  }
  return largerAmounts(running, peak);
}
