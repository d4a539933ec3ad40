import { equalAmounts, printAmounts, readAmounts } from '#kubernetes';
import { sameValue } from '#apimachinery';
import type { Manifest } from '#rows';
import type { CountedQuota } from './quota-sums.js';
import type { QuotaStatus } from './quota.store.js';

/**
 * The quota with the status that it should have; undefined where it has that already, however it is written. Where no
 * controller counts it, one that nothing is charged to has none.
 */
export function withRightStatus(
  { object, spec: { hard = {} }, used }: CountedQuota,
  { isCounted }: { readonly isCounted: boolean },
): Manifest | undefined {
  const status = (object.status ?? {}) as QuotaStatus;
  const isRight =
    (status.used !== undefined || !isCounted) &&
    sameValue(status.hard ?? {}, hard) &&
    equalAmounts(readAmounts(status.used ?? {}), used);
  return isRight ? undefined : { ...object, status: { hard, used: printAmounts(used) } };
}
