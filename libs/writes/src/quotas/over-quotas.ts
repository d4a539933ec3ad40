import { ownField } from '#json';
import type { Transaction } from '#database';
import { formatQuantity } from '#apimachinery';
import { overLimit } from '#api-server';
import type { Draft } from '../changes/index.js';
import { QuotaSums, quotaNamespaces } from './quota-sums.js';

/** A quota of which more of a resource is used than it allows. */
export interface OverQuota {
  readonly namespace: string;
  readonly quota: string;
  readonly resource: string;
  readonly hard: string;
  readonly used: string;
}

/** All of them, in the namespaces that a draft touches and as it leaves them. */
export async function overQuotas(tx: Transaction, draft: Draft): Promise<OverQuota[]> {
  const counted = await QuotaSums.of(draft).counted(tx, quotaNamespaces(draft));
  return counted.flatMap((quota) =>
    [...overLimit(quota)].map(([resource, amount]) => ({
      namespace: quota.object.metadata.namespace ?? '',
      quota: quota.name,
      resource,
      hard: String(ownField(quota.spec.hard, resource) ?? ''),
      used: formatQuantity(amount),
    })),
  );
}
