import {
  addAmounts,
  compareQuantities,
  formatQuantity,
  readAmounts,
  readExceededQuota,
  readUsage,
  ZERO_QUANTITY,
  type Amounts,
  type Quantity,
  type ResourceList,
} from '#kubernetes';
import { listed } from '../why-not/in-words.js';
import type { PodName } from './pod-name.js';

/** A pod that admission did not let in, and what it said. */
export interface RefusedPod extends PodName {
  readonly message: string;
  /** All that it asked of quotas, as `usageText` writes it; without that only what `message` names is known. */
  readonly usage?: string | null;
}

/** What of a ResourceQuota is looked at. */
export interface QuotaObject {
  readonly metadata?: { readonly namespace?: string; readonly name?: string };
  readonly spec?: { readonly hard?: ResourceList };
  readonly status?: { readonly used?: ResourceList };
}

/** A limit of a quota, and what it would have to be. */
export interface RaisedLimit {
  readonly resource: string;
  /** As Kubernetes writes them. */
  readonly hard: string;
  readonly used: string;
  readonly to: string;
}

/** Pods that a quota had no room for, and the raise that lets all of them in. */
export interface RefusingQuota {
  readonly namespace: string;
  readonly quota: string;
  /** Pods that it refused and that are not there. */
  readonly pods: number;
  /** One of them. */
  readonly example: PodName;
  /** Empty where it has room for all of them by now. */
  readonly raises: readonly RaisedLimit[];
  /**
   * Whether all that the pods ask for is known. False: only what refusals named is, and further limits of the quota may
   * have no room for them.
   */
  readonly isComplete: boolean;
  /** So many of the pods it would let in, one after the other, as it is and with the raise: both are tried. */
  readonly admittedNow: number;
  readonly admitted: number;
  readonly sentence: string;
}

/**
 * What quotas refused, by quota, the most pods first. A quota that no longer exists refuses no pod. Pods are known
 * by their names, and by all that they asked of quotas or, failing that, by the resources that they would have been
 * over the limit with then.
 */
export function refusingQuotas(
  refused: readonly RefusedPod[],
  quotas: readonly QuotaObject[],
): readonly RefusingQuota[] {
  const byQuota = new Map<string, Demand[]>();
  for (const { namespace, name, message, usage } of refused) {
    const exceeded = readExceededQuota(message);
    if (exceeded === undefined) continue;
    const key = `${namespace}/${exceeded.quota}`;
    const demands = byQuota.get(key) ?? [];
    const all = usage === undefined || usage === null ? undefined : readUsage(usage);
    demands.push({ pod: { namespace, name }, requested: all ?? exceeded.requested, isAll: all !== undefined });
    byQuota.set(key, demands);
  }
  const found = quotas.flatMap((quota) => {
    const { namespace = '', name = '' } = quota.metadata ?? {};
    const demands = byQuota.get(`${namespace}/${name}`);
    return demands === undefined ? [] : refusing(quota, { namespace, name, demands });
  });
  return found.sort((a, b) => b.pods - a.pods);
}

interface Demand {
  readonly pod: PodName;
  readonly requested: Amounts;
  readonly isAll: boolean;
}

interface Asked {
  readonly namespace: string;
  readonly name: string;
  readonly demands: readonly Demand[];
}

function refusing({ spec, status }: QuotaObject, { namespace, name, demands }: Asked): readonly RefusingQuota[] {
  const [first] = demands;
  if (first === undefined) return [];
  const [hard, used] = [readAmounts(spec?.hard), readAmounts(status?.used)];
  const asked = demands.reduce<Amounts>((sum, { requested }) => addAmounts(sum, requested), new Map());
  // What none of them asks for keeps its limit, though it may be over it.
  const over = [...addAmounts(used, asked)].filter(
    ([resource, amount]) => asked.has(resource) && isOver(amount, hard.get(resource)),
  );
  const raises = over.map(([resource, amount]) => ({
    resource,
    hard: formatQuantity(hard.get(resource) ?? ZERO_QUANTITY),
    used: formatQuantity(used.get(resource) ?? ZERO_QUANTITY),
    to: formatQuantity(amount),
  }));
  const admittedBy = (limits: Amounts): number => admittedOf(demands, { hard: limits, used });
  const answer = {
    namespace,
    quota: name,
    pods: demands.length,
    example: first.pod,
    raises,
    isComplete: demands.every(({ isAll }) => isAll) || [...hard.keys()].every((resource) => asked.has(resource)),
    admittedNow: admittedBy(hard),
    admitted: admittedBy(new Map([...hard, ...over])),
  };
  return [{ ...answer, sentence: inWords(answer) }];
}

/** How many are let in, one after the other. */
function admittedOf(
  demands: readonly Demand[],
  { hard, used }: { readonly hard: Amounts; readonly used: Amounts },
): number {
  let now: Amounts = used;
  let admitted = 0;
  for (const { requested } of demands) {
    const next = addAmounts(now, requested);
    if ([...requested.keys()].some((resource) => isOver(next.get(resource), hard.get(resource)))) continue;
    now = next;
    admitted += 1;
  }
  return admitted;
}

/** What a quota says nothing of has no limit. */
function isOver(amount: Quantity | undefined, limit: Quantity | undefined): boolean {
  return amount !== undefined && limit !== undefined && compareQuantities(amount, limit) > 0;
}

function inWords({ isComplete, ...answer }: Omit<RefusingQuota, 'sentence'>): string {
  const known = raiseInWords(answer);
  return isComplete
    ? known
    : `${known} Its limits of other resources, which the refusals do not name, may refuse them.`;
}

function raiseInWords({
  namespace,
  quota,
  pods,
  raises,
  admittedNow,
  admitted,
}: Omit<RefusingQuota, 'sentence' | 'isComplete'>): string {
  const all = pods === 1 ? 'it' : 'all of them';
  const were = `Quota ${namespace}/${quota} refused ${pods} pod${pods === 1 ? ' that is' : 's that are'} not there`;
  if (raises.length === 0) return `${were}, and has room for ${all} by now.`;
  const raised = listed(raises.map(({ resource, hard, to }) => `${resource} from ${hard} to ${to}`));
  const now = admittedNow === 0 ? '' : ` instead of ${admittedNow}`;
  return `${were}: to raise ${raised} lets ${admitted === pods ? all : `${admitted} of them`} in${now}.`;
}
