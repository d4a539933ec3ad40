import {
  addAmounts,
  amountsText,
  NO_AMOUNTS,
  readAmounts,
  someAmounts,
  subtractAmounts,
  type Amounts,
  type KubernetesObject,
  type ResourceList,
} from '#kubernetes';
import { compareQuantities, ZERO_QUANTITY } from '#apimachinery';
import type { QuotaEvaluator } from './evaluator.js';
import { evaluatorOf, isCounted } from './evaluators.js';
import { hasScopes, isInScope, type QuotaScopes } from './scopes.js';

/** What of a quota is looked at; its limits are those of its spec. */
export interface QuotaSpec extends QuotaScopes {
  readonly hard?: ResourceList;
}

/** A quota, and what is used of it. */
export interface Quota {
  readonly name: string;
  readonly spec: QuotaSpec;
  readonly used: Amounts;
}

/** An object on its way in, with its namespace; `before` is what it replaces. */
export interface QuotaRequest {
  readonly object: KubernetesObject;
  readonly before?: KubernetesObject | undefined;
  /** When that is: pods whose time to end has passed are not charged. */
  readonly at: Date;
}

/** What is used of a quota as long as there is nothing. */
export function nothingUsed({ hard }: QuotaSpec): Amounts {
  return new Map([...readAmounts(hard).keys()].filter(isCounted).map((name) => [name, ZERO_QUANTITY]));
}

/** What an object takes of a quota. */
export function chargeOf(spec: QuotaSpec, object: KubernetesObject, at: Date): Amounts {
  const evaluator = evaluatorOf(object.kind);
  if (evaluator === undefined || !matches(spec, object, evaluator)) return NO_AMOUNTS;
  const { hard = {} } = spec;
  return someAmounts(evaluator.usage(object, at), (name) => Object.hasOwn(hard, name));
}

/** All that an object asks of quotas, as text: `requests.cpu=2,pods=1`; `readUsage` reads it. */
export function usageText(object: KubernetesObject, at: Date): string {
  const usage = evaluatorOf(object.kind)?.usage(object, at) ?? NO_AMOUNTS;
  return amountsText(someAmounts(usage, (_, { unscaled }) => unscaled > 0n));
}

/** The scopes of quotas that an object is in, as text: `NotTerminating,BestEffort,PriorityClass=high`. */
export function scopesText(object: KubernetesObject): string {
  return (evaluatorOf(object.kind)?.scopes(object) ?? []).join(',');
}

/** The amounts of a text of `usageText`. */
export function readUsage(text: string): Amounts {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return readAmounts(Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string])));
}

/**
 * Why an object may not be written, in the words of the API server; undefined where no quota is against it. Quotas are
 * asked in their order, first for what the object must say, then for room. A change is judged by what it adds.
 * // as apiserver v1.34 resourcequota CheckRequest
 */
export function quotaRefusal(quotas: readonly Quota[], request: QuotaRequest): string | undefined {
  const { object, before } = request;
  const evaluator = evaluatorOf(object.kind);
  if (evaluator === undefined || (before !== undefined && !evaluator.updates(object, before))) return undefined;
  const concerned = quotas.filter(({ spec }) => matches(spec, object, evaluator));
  for (const { name, spec } of concerned) {
    const missing = evaluator.missing(object, trackedBy(spec, evaluator));
    if (missing !== undefined) return `failed quota: ${name}: ${missing}`;
  }
  for (const quota of concerned) {
    const exceeded = exceededBy(quota, request, evaluator);
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}

/** What is used of a quota where that is more than it allows. */
export function overLimit({ spec, used }: Pick<Quota, 'spec' | 'used'>): Amounts {
  const hard = readAmounts(spec.hard);
  return someAmounts(used, (name, amount) => {
    const limit = hard.get(name);
    return limit !== undefined && compareQuantities(amount, limit) > 0;
  });
}

function exceededBy(
  { name, spec, used }: Quota,
  { object, before, at }: QuotaRequest,
  evaluator: QuotaEvaluator,
): string | undefined {
  const hard = readAmounts(spec.hard);
  const replaced = before !== undefined && matches(spec, before, evaluator) ? evaluator.usage(before, at) : NO_AMOUNTS;
  const added = subtractAmounts(evaluator.usage(object, at), replaced);
  const requested = someAmounts(added, (resource, amount) => amount.unscaled > 0n && hard.has(resource));
  const next = addAmounts(used, requested);
  const over = overLimit({ spec, used: someAmounts(next, (resource) => requested.has(resource)) });
  if (over.size === 0) return undefined;
  const said = (amounts: Amounts): string => amountsText(someAmounts(amounts, (resource) => over.has(resource)));
  return `exceeded quota: ${name}, requested: ${said(requested)}, used: ${said(used)}, limited: ${said(hard)}`;
}

/** It limits something that the object counts in, and all its scopes hold. // as quota/v1/generic v1.34 Matches */
function matches(spec: QuotaSpec, object: KubernetesObject, evaluator: QuotaEvaluator): boolean {
  if (trackedBy(spec, evaluator).length === 0) return false;
  return !hasScopes(spec) || isInScope(spec, evaluator.scopes(object));
}

function trackedBy({ hard = {} }: QuotaSpec, evaluator: QuotaEvaluator): string[] {
  return Object.keys(hard).filter((resource) => evaluator.tracks(resource));
}
