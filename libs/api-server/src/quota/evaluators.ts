import { findKindByName } from '#kubernetes';
import { claimQuota } from './claim-quota.js';
import { COUNTED_BY_PLURAL, countQuota } from './count-quota.js';
import type { QuotaEvaluator } from './evaluator.js';
import { podQuota } from './pod-quota.js';
import { serviceQuota } from './service-quota.js';

/** Kinds of which more is counted than that there are objects. */
const SPECIAL: readonly QuotaEvaluator[] = [podQuota, claimQuota, serviceQuota] as readonly QuotaEvaluator[];

const EVALUATORS = new Map<string, QuotaEvaluator | undefined>([
  ['Pod', podQuota],
  ['PersistentVolumeClaim', claimQuota],
  ['Service', serviceQuota],
]);

/** How quotas count objects of a kind; undefined for kinds without namespaces, or that are not kept. */
export function evaluatorOf(kind: string): QuotaEvaluator | undefined {
  if (!EVALUATORS.has(kind)) {
    const found = findKindByName(kind);
    EVALUATORS.set(kind, found?.namespaced === true ? countQuota(found) : undefined);
  }
  return EVALUATORS.get(kind);
}

/**
 * Whether a status says how much of a limit is used. What is not counted has no such amount; of kinds that are not kept
 * there is nothing.
 */
export function isCounted(resource: string): boolean {
  return (
    resource.startsWith('count/') ||
    COUNTED_BY_PLURAL.includes(resource) ||
    SPECIAL.some((evaluator) => evaluator.tracks(resource))
  );
}
