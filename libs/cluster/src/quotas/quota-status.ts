import { equalAmounts, printAmounts, readAmounts, sameValue, type ResourceList } from '#kubernetes';
import type { Manifest } from '#rows';
import type { CountedQuota } from './quota-sums.js';

/** core/v1 ResourceQuotaStatus. */
export interface QuotaStatus {
  readonly hard?: ResourceList;
  readonly used?: ResourceList;
}

/** The quota with the status that it should have; undefined where it has that already, however it is written. */
export function withRightStatus({ object, spec: { hard = {} }, used }: CountedQuota): Manifest | undefined {
  const status = (object.status ?? {}) as QuotaStatus;
  const isRight =
    status.used !== undefined && sameValue(status.hard ?? {}, hard) && equalAmounts(readAmounts(status.used), used);
  return isRight ? undefined : { ...object, status: { hard, used: printAmounts(used) } };
}
