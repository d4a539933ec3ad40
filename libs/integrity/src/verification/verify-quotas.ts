import type { Manifest } from '#rows';
import type { Transaction } from '#database';
import { amountsText, readAmounts, type Amounts } from '#kubernetes';
import { compareQuantities, ZERO_QUANTITY } from '#apimachinery';
import type { QuotaSpec } from '#api-server';
import { findQuotas, recountQuotas, type QuotaStatus } from '#writes';
import type { Findings } from '../auditors/index.js';
import { hasControllers } from './verified-clusters.queries.js';

/** Where quotas are checked, and where faults go. */
interface QuotaCheck {
  readonly clusterId: string;
  readonly findings: Findings;
}

/**
 * Every quota says of what it limits how much the objects of its namespace take. In a cluster without controllers its
 * status is what clients, or the cluster that is followed, last wrote.
 */
export async function verifyQuotas(tx: Transaction, check: QuotaCheck): Promise<void> {
  if (!(await hasControllers(tx, check.clusterId))) return;
  const namespaces = new Map<string, Manifest[]>();
  for (const { object } of await findQuotas(tx, check.clusterId)) {
    const { namespace = '' } = object.metadata;
    namespaces.set(namespace, [...(namespaces.get(namespace) ?? []), object]);
  }
  for (const [namespace, quotas] of namespaces) {
    const specs = quotas.map(({ spec }) => (spec ?? {}) as QuotaSpec);
    const counted = (at: Date): Promise<Amounts[]> => recountQuotas(tx, check.clusterId, { namespace, specs, at });
    // Terminating pods are charged until their grace period ends, and no row records that end: either sum is right.
    const [all, left] = [await counted(new Date(0)), await counted(tx.at)];
    for (const [index, quota] of quotas.entries())
      compare(check, quota, { most: all[index] ?? new Map(), least: left[index] ?? new Map() });
  }
}

function compare(
  { clusterId, findings }: QuotaCheck,
  { metadata: { namespace = '', name }, status }: Manifest,
  { most, least }: { readonly most: Amounts; readonly least: Amounts },
): void {
  findings.checked++;
  const used = readAmounts(((status ?? {}) as QuotaStatus).used);
  const names = new Set([...used.keys(), ...most.keys()]);
  const isRight = [...names].every((resource) => {
    const [amount, atMost] = [used.get(resource), most.get(resource)];
    if (amount === undefined || atMost === undefined) return false;
    const atLeast = least.get(resource) ?? ZERO_QUANTITY;
    return compareQuantities(amount, atMost) <= 0 && compareQuantities(amount, atLeast) >= 0;
  });
  if (isRight) return;
  findings.add({
    cluster: clusterId,
    table: 'objects',
    message:
      `ResourceQuota ${namespace}/${name} says that ${amountsText(used)} is used, ` + `and it is ${amountsText(least)}`,
  });
}
