import { addAmounts, readAmounts, type Amounts, type ResourceList } from '#kubernetes';
import { compareQuantities, formatQuantity, ZERO_QUANTITY, type Quantity } from '#apimachinery';
import { hasScopes, isInScope, readExceededQuota, readUsage, type QuotaScopes } from '#api-server';
import { listed } from '../why-not/index.js';
import type { PodName } from './pod-name.js';

/** A pod that admission did not let in, and what it said. */
export interface RefusedPod extends PodName {
  readonly message: string;
  /** All that it asked of quotas, as `usageText` writes it; without that only what `message` names is known. */
  readonly usage?: string | null;
  /** The scopes that it was in, as `scopesText` writes them; without that it may be in any. */
  readonly scopes?: string | null;
}

/** What of a ResourceQuota is looked at. */
export interface QuotaObject {
  readonly metadata?: { readonly namespace?: string; readonly name?: string };
  readonly spec?: { readonly hard?: ResourceList } & QuotaScopes;
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

/** Pods that a quota has no room for, and the raise that lets all of them in. */
export interface RefusingQuota {
  readonly namespace: string;
  readonly quota: string;
  /** Pods that it refused and that are not there; where it refused none, those of other quotas that it would refuse. */
  readonly pods: number;
  /** So many of them it refused itself. */
  readonly refused: number;
  /** One of them. */
  readonly example: PodName;
  /** With those of the other quotas of the namespace; empty where it has room for all of them by now. */
  readonly raises: readonly RaisedLimit[];
  /**
   * Whether it is known what else may refuse the pods. False: only what refusals named is known of them, or a quota
   * counts some pods only and may have no room for these.
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
 * over the limit with then. A refusal names one quota: the others of the namespace are asked about the pod as well.
 */
export function refusingQuotas(
  refused: readonly RefusedPod[],
  quotas: readonly QuotaObject[],
): readonly RefusingQuota[] {
  const demands = new Map<string, Demand[]>();
  for (const demand of refused.flatMap(demandOf)) {
    const { namespace } = demand.pod;
    const known = demands.get(namespace) ?? [];
    known.push(demand);
    demands.set(namespace, known);
  }
  const judged = quotas.flatMap((quota) => judgedOf(quota, demands.get(quota.metadata?.namespace ?? '') ?? []));
  const found = judged.flatMap((one) => {
    const others = judged.filter(
      (other) => other !== one && other.mayCount.some((demand) => one.demands.includes(demand)),
    );
    return one.refusedAny || !one.isUnsure ? raisesOf(one, others) : [];
  });
  return found.sort((a, b) => b.pods - a.pods);
}

/** What a refused pod asks for, and the quota that refused it. */
interface Demand {
  readonly pod: PodName;
  readonly quota: string;
  readonly requested: Amounts;
  readonly isAll: boolean;
  /** Undefined where they are not known. */
  readonly scopes: readonly string[] | undefined;
}

function demandOf({ namespace, name, message, usage, scopes }: RefusedPod): readonly Demand[] {
  const exceeded = readExceededQuota(message);
  if (exceeded === undefined) return [];
  const all = usage === undefined || usage === null ? undefined : readUsage(usage);
  const requested = all ?? exceeded.requested;
  const known = scopes?.split(',');
  return [{ pod: { namespace, name }, quota: exceeded.quota, requested, isAll: all !== undefined, scopes: known }];
}

/** A quota that refused pods, or has no room for those that others refused. */
interface Judged {
  readonly namespace: string;
  readonly name: string;
  /** The pods that are listed with it. */
  readonly demands: readonly Demand[];
  /** All pods that it may count. */
  readonly mayCount: readonly Demand[];
  readonly refusedAny: boolean;
  readonly hard: Amounts;
  readonly used: Amounts;
  /** The limits that all pods together exceed, and what they would have to be. */
  readonly over: Amounts;
  /** Whether it counts some pods only, and it is not known of each whether it is one of them. */
  readonly isUnsure: boolean;
}

function judgedOf({ metadata, spec, status }: QuotaObject, all: readonly Demand[]): readonly Judged[] {
  const { namespace = '', name = '' } = metadata ?? {};
  const own = all.filter(({ quota }) => quota === name);
  const others = all.filter((demand) => demand.quota !== name && demand.isAll && mayCount(spec, demand));
  const isUnsure = hasScopes(spec ?? {}) && others.some(({ scopes }) => scopes === undefined);
  const counted = isUnsure && own.length > 0 ? own : [...own, ...others];
  const [hard, used] = [readAmounts(spec?.hard), readAmounts(status?.used)];
  const asked = counted.reduce<Amounts>((sum, { requested }) => addAmounts(sum, requested), new Map());
  // What none of them asks for keeps its limit, though it may be over it.
  const over = new Map(
    [...addAmounts(used, asked)].filter(
      ([resource, amount]) => asked.has(resource) && isOver(amount, hard.get(resource)),
    ),
  );
  if (own.length === 0 && over.size === 0) return [];
  const [refusedAny, demands] = [own.length > 0, own.length > 0 ? own : others];
  return [{ namespace, name, demands, mayCount: [...own, ...others], refusedAny, hard, used, over, isUnsure }];
}

function mayCount(spec: QuotaScopes = {}, { scopes }: Demand): boolean {
  return scopes === undefined || isInScope(spec, scopes);
}

function raisesOf(judged: Judged, others: readonly Judged[]): readonly RefusingQuota[] {
  const { namespace, name, demands, hard, used, over } = judged;
  const [first] = demands;
  if (first === undefined) return [];
  const admittedBy = (limits: Amounts): number => admittedOf(demands, { hard: limits, used });
  const isKnown =
    demands.every(({ isAll }) => isAll) ||
    [...hard.keys()].every((resource) => demands.some(({ requested }) => requested.has(resource)));
  const mayCountMore = judged.isUnsure && judged.mayCount.length > demands.length;
  const answer = {
    namespace,
    quota: name,
    pods: demands.length,
    refused: judged.refusedAny ? demands.length : 0,
    example: first.pod,
    raises: [...over].map(([resource, amount]) => ({
      resource,
      hard: formatQuantity(hard.get(resource) ?? ZERO_QUANTITY),
      used: formatQuantity(used.get(resource) ?? ZERO_QUANTITY),
      to: formatQuantity(amount),
    })),
    isComplete: isKnown && !mayCountMore && others.every(({ isUnsure }) => !isUnsure),
    admittedNow: admittedBy(hard),
    admitted: admittedBy(new Map([...hard, ...over])),
  };
  const unknown = [
    ...(isKnown ? [] : [' Its limits of other resources, which the refusals do not name, may refuse them.']),
    ...(mayCountMore ? [' It may count pods that other quotas refused as well.'] : []),
  ];
  const sentence = `${raiseInWords(answer)}${unknown.join('')}${othersInWords(others)}`;
  return [{ ...answer, sentence }];
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

/** The other quotas that stand in the way of the pods. */
function othersInWords(others: readonly Judged[]): string {
  const names = (some: readonly Judged[]): string => listed(some.map(({ namespace, name }) => `${namespace}/${name}`));
  const raised = others.filter(({ isUnsure, over }) => !isUnsure && over.size > 0);
  const scoped = others.filter(({ isUnsure }) => isUnsure);
  const are = (some: readonly Judged[]): string => `${some.length === 1 ? 'Quota' : 'Quotas'} ${names(some)}`;
  return [
    ...(raised.length > 0 ? [` ${are(raised)} must be raised as well.`] : []),
    ...(scoped.length > 0 ? [` ${are(scoped)} may refuse those that are in scope.`] : []),
  ].join('');
}

function raiseInWords({
  namespace,
  quota,
  pods,
  refused,
  raises,
  admittedNow,
  admitted,
}: Omit<RefusingQuota, 'sentence' | 'isComplete'>): string {
  const all = pods === 1 ? 'it' : 'all of them';
  const counted = `${pods} pod${pods === 1 ? '' : 's'}`;
  const were =
    refused > 0
      ? `Quota ${namespace}/${quota} refused ${counted} ${pods === 1 ? 'that is' : 'that are'} not there`
      : `Quota ${namespace}/${quota} has no room for ${counted} that another quota refused`;
  if (raises.length === 0) return `${were}, and has room for ${all} by now.`;
  const raised = listed(raises.map(({ resource, hard, to }) => `${resource} from ${hard} to ${to}`));
  const now = admittedNow === 0 ? '' : ` instead of ${admittedNow}`;
  return `${were}: to raise ${raised} lets ${admitted === pods ? all : `${admitted} of them`} in${now}.`;
}
