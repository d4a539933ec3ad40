import type { Transaction } from '#database';
import { addAmounts, subtractAmounts, type Amounts } from '#kubernetes';
import { chargeOf, quotaRefusal, type Quota, type QuotaRequest, type QuotaSpec } from '#api-server';
import type { Manifest } from '#rows';
import { findQuotas, recountQuotas as recount } from '#writes';
import { readStagedKinds } from './staging.store.js';

/** A quota, and what is used of it by now. */
type Running = Quota & { used: Amounts };

/**
 * The quotas that the objects of an import are held to, in their order: those of the cluster, and those anywhere in the
 * input, which win.
 */
export class ImportQuotas {
  private constructor(private readonly quotas: ReadonlyMap<string, readonly Running[]>) {}

  /** With what is used before the first object is in. */
  static async start(tx: Transaction, clusterId: string): Promise<ImportQuotas> {
    const present = (await findQuotas(tx, clusterId)).map(({ object }) => object);
    const staged = (await readStagedKinds(tx, ['ResourceQuota'])) as unknown as Manifest[];
    const named = new Map<string, Manifest>();
    for (const quota of [...present, ...staged.filter(isNamed)])
      named.set(`${namespaceOf(quota)}/${quota.metadata.name}`, quota);
    const quotas = new Map<string, Running[]>();
    for (const quota of named.values()) {
      const namespace = namespaceOf(quota);
      const spec = (quota.spec ?? {}) as QuotaSpec;
      const [used = new Map()] = await recount(tx, clusterId, { namespace, specs: [spec], at: tx.at });
      quotas.set(namespace, [...(quotas.get(namespace) ?? []), { name: quota.metadata.name, spec, used }]);
    }
    return new ImportQuotas(quotas);
  }

  /** Why the object may not come in; where it may, it is charged. */
  charge(request: QuotaRequest): string | undefined {
    const { object, before, at } = request;
    const quotas = this.quotas.get(object.metadata.namespace ?? '') ?? [];
    const refusal = quotaRefusal(quotas, request);
    if (refusal !== undefined) return refusal;
    for (const quota of quotas) {
      const left = before === undefined ? quota.used : subtractAmounts(quota.used, chargeOf(quota.spec, before, at));
      quota.used = addAmounts(left, chargeOf(quota.spec, object, at));
    }
    return undefined;
  }
}

/** What is staged is not admitted yet. */
function isNamed({ metadata, spec }: Partial<Manifest>): boolean {
  return typeof metadata?.name === 'string' && typeof (spec ?? {}) === 'object';
}

function namespaceOf({ metadata: { namespace } }: Manifest): string {
  return namespace || 'default';
}
