import type { LimitRangeItem, PersistentVolumeClaim, Pod } from '../kinds/index.js';
import { aggregateLimits, aggregateRequests } from '../pod-spec/index.js';
import { compareQuantities, formatQuantity, milliValue, value, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { NO_AMOUNTS, soundAmounts, type Amounts, type ResourceRequirements } from '../resources/index.js';
import type { Admission } from './admission-context.js';
import { rangeAtWork } from './limit-range-at-work.js';

/** What a thing of some type asks for. */
interface Asked {
  readonly requests: Amounts;
  readonly limits: Amounts;
}

/** A bound that a range sets, and what it is of. */
interface Bound {
  readonly type: string;
  readonly resource: string;
  readonly amount: Quantity;
}

/**
 * Holds a new pod against the ranges of its namespace; all that one of them has against it is said at once.
 * // as API server v1.34 admission plugin LimitRanger, PodValidateLimitFunc
 */
export function judgePodLimits(admission: Admission<Pod>): void {
  const { object: pod, context, forbidden, ranges } = admission;
  if (!arrives(admission)) return;
  for (const range of context.limitRanges(pod.metadata.namespace ?? '')) {
    forbidden.push(...(range.spec.limits ?? []).flatMap((item) => violationsOfPod(item, pod)));
    if (forbidden.length === 0) continue;
    ranges.push(rangeAtWork(range));
    return;
  }
}

/**
 * Holds a claim against them, when it is new and when it changes. Claims have no limits: what they request must be
 * within the bounds.
 * // as the same plugin, PersistentVolumeClaimValidateLimitFunc
 */
export function judgeClaimLimits(admission: Admission<PersistentVolumeClaim>): void {
  const { object: claim, context, forbidden, ranges } = admission;
  const changes = context.operation === 'update' && context.subresource === undefined;
  if (!changes && !arrives(admission)) return;
  const requests = soundAmounts(claim.spec.resources?.requests);
  for (const range of context.limitRanges(claim.metadata.namespace ?? '')) {
    for (const item of range.spec.limits ?? []) {
      if (item.type !== 'PersistentVolumeClaim') continue;
      for (const bound of boundsOf(item, 'min')) forbidden.push(...below(bound, { requests, limits: NO_AMOUNTS }));
      for (const bound of boundsOf(item, 'max')) forbidden.push(...requestAbove(bound, requests));
    }
    if (forbidden.length === 0) continue;
    ranges.push(rangeAtWork(range));
    return;
  }
}

/** Whether the object comes into the cluster, as something that no server has admitted. */
function arrives({ context: { old }, isNew }: Admission): boolean {
  return isNew && old === undefined;
}

function violationsOfPod(item: LimitRangeItem, { spec }: Pod): string[] {
  if (item.type === 'Pod')
    return violations(item, { requests: aggregateRequests(spec), limits: aggregateLimits(spec) }, spec.resources);
  if (item.type !== 'Container') return [];
  return [...(spec.containers ?? []), ...(spec.initContainers ?? [])].flatMap(({ resources = {} }) =>
    violations(item, { requests: NO_AMOUNTS, limits: NO_AMOUNTS }, resources),
  );
}

/** What is said of the whole counts before the sums of its parts. */
function violations(item: LimitRangeItem, sums: Asked, { requests, limits }: ResourceRequirements = {}): string[] {
  const asked = {
    requests: new Map([...sums.requests, ...soundAmounts(requests)]),
    limits: new Map([...sums.limits, ...soundAmounts(limits)]),
  };
  return [
    ...boundsOf(item, 'min').flatMap((bound) => below(bound, asked)),
    ...boundsOf(item, 'max').flatMap((bound) => above(bound, asked)),
    ...boundsOf(item, 'maxLimitRequestRatio').flatMap((bound) => beyondRatio(bound, asked)),
  ];
}

function boundsOf(item: LimitRangeItem, field: 'min' | 'max' | 'maxLimitRequestRatio'): Bound[] {
  return [...soundAmounts(item[field])].map(([resource, amount]) => ({ type: item.type ?? '', resource, amount }));
}

// As minConstraint, maxRequestConstraint, maxConstraint and limitRequestRatioConstraint: each finds one fault at most.

function below({ type, resource, amount }: Bound, { requests, limits }: Asked): string[] {
  const request = requests.get(resource);
  const limit = limits.get(resource);
  const bound = `minimum ${resource} usage per ${type} is ${formatQuantity(amount)}`;
  if (request === undefined) return [`${bound}.  No request is specified`];
  if (compareQuantities(request, amount) < 0) return [`${bound}, but request is ${formatQuantity(request)}`];
  return limit !== undefined && compareQuantities(limit, amount) < 0
    ? [`${bound}, but limit is ${formatQuantity(limit)}`]
    : [];
}

function requestAbove({ type, resource, amount }: Bound, requests: Amounts): string[] {
  const request = requests.get(resource);
  const bound = `maximum ${resource} usage per ${type} is ${formatQuantity(amount)}`;
  if (request === undefined) return [`${bound}.  No request is specified`];
  return compareQuantities(request, amount) > 0 ? [`${bound}, but request is ${formatQuantity(request)}`] : [];
}

function above({ type, resource, amount }: Bound, { requests, limits }: Asked): string[] {
  const request = requests.get(resource);
  const limit = limits.get(resource);
  const bound = `maximum ${resource} usage per ${type} is ${formatQuantity(amount)}`;
  if (limit === undefined) return [`${bound}.  No limit is specified`];
  if (compareQuantities(limit, amount) > 0) return [`${bound}, but limit is ${formatQuantity(limit)}`];
  return request !== undefined && compareQuantities(request, amount) > 0
    ? [`${bound}, but request is ${formatQuantity(request)}`]
    : [];
}

/** Amounts too large for int64 thousandths are compared as whole numbers. */
const LONGEST_MILLI = (2n ** 63n - 1n) / 1000n;

function beyondRatio({ type, resource, amount }: Bound, { requests, limits }: Asked): string[] {
  const request = requests.get(resource) ?? ZERO_QUANTITY;
  const limit = limits.get(resource) ?? ZERO_QUANTITY;
  const bound = `${resource} max limit to request ratio per ${type} is ${formatQuantity(amount)}`;
  if (request.unscaled === 0n) return [`${bound}, but no request is specified or request is 0`];
  if (limit.unscaled === 0n) return [`${bound}, but no limit is specified or limit is 0`];
  const isExact = [request, limit, amount].every((one) => value(one) <= LONGEST_MILLI);
  const ratio = isExact
    ? Number(milliValue(limit)) / Number(milliValue(request))
    : Number(value(limit)) / Number(value(request));
  return ratio * 1000 > Number(milliValue(amount)) ? [`${bound}, but provided ratio is ${ratio.toFixed(6)}`] : [];
}
