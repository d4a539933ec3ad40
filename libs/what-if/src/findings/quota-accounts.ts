import { ownField } from '#json';
import {
  addAmounts,
  readAmounts,
  subtractAmounts,
  type Amounts,
  type KubernetesObject,
  type ResourceList,
} from '#kubernetes';
import { chargeOf, nothingUsed, overLimit, quotaRefusal, type Quota, type QuotaSpec } from '#api-server';
import { compareQuantities, formatQuantity } from '#apimachinery';
import type { ClusterObject } from '#scheduler';
import type { ExceededQuota } from './findings.js';

/** A quota, what is used of it by now, and what was before anything happened; undefined of one that came in. */
interface Account extends Quota {
  used: Amounts;
  readonly before: Amounts | undefined;
}

/** An object as quotas count it. */
type Counted = ClusterObject & { readonly kind?: string };

interface QuotaObject extends Pick<ClusterObject, 'metadata'> {
  readonly spec?: QuotaSpec;
  readonly status?: { readonly used?: ResourceList };
}

/** What is used of the ResourceQuotas of a hypothetical cluster; it begins with what their status says. */
export class QuotaAccounts {
  readonly #accounts = new Map<string, Account[]>();
  readonly #at: Date;
  #enforced = true;

  /** `at`: RFC 3339. */
  constructor(quotas: Iterable<ClusterObject>, at: string) {
    this.#at = new Date(at);
    for (const quota of quotas as Iterable<ClusterObject & QuotaObject>) {
      const used = new Map([...nothingUsed(quota.spec ?? {}), ...readAmounts(quota.status?.used ?? {})]);
      this.#put(quota, { used, before: used });
    }
  }

  /** A copy that goes its own way. */
  fork(): QuotaAccounts {
    const copy = new QuotaAccounts([], this.#at.toISOString());
    for (const [namespace, accounts] of this.#accounts)
      copy.#accounts.set(
        namespace,
        accounts.map((account) => ({ ...account })),
      );
    return copy;
  }

  /** A quota comes in, or another one of its name; `objects` are those that are there and count. */
  set(quota: ClusterObject, objects: Iterable<Counted>): void {
    const { spec = {}, metadata } = quota as ClusterObject & QuotaObject;
    const own = [...objects].filter((object) => object.metadata?.namespace === metadata?.namespace);
    const counted = own.reduce((sum, object) => addAmounts(sum, this.#charge(spec, object)), nothingUsed(spec));
    // Of what it limited before, more is known than of the objects that are known here.
    const known = this.#of(quota).find(({ name }) => name === metadata?.name)?.used ?? new Map();
    const used = new Map([...counted].map(([resource, amount]) => [resource, known.get(resource) ?? amount]));
    this.#put({ ...(metadata && { metadata }), spec }, { used, before: undefined });
  }

  /** Why the object may not come, or be changed from what it was, as the API server says it; undefined where it may. */
  refusal(object: Counted, before?: Counted): string | undefined {
    const accounts = this.#of(object);
    if (accounts.length === 0 || !this.#enforced) return undefined;
    const was = before && { before: before as KubernetesObject };
    return quotaRefusal(accounts, { object: object as KubernetesObject, ...was, at: this.#at });
  }

  /** Objects are counted, and none is refused, as long as this works. */
  unenforced<T>(work: () => T): T {
    this.#enforced = false;
    try {
      return work();
    } finally {
      this.#enforced = true;
    }
  }

  came(object: Counted): void {
    for (const account of this.#of(object)) account.used = addAmounts(account.used, this.#charge(account.spec, object));
  }

  went(object: Counted): void {
    for (const account of this.#of(object))
      account.used = subtractAmounts(account.used, this.#charge(account.spec, object));
  }

  /** The quotas that are exceeded, and were less so before. */
  get exceeded(): ExceededQuota[] {
    return [...this.#accounts].flatMap(([namespace, accounts]) =>
      accounts.flatMap((account) =>
        [...overLimit(account)]
          .filter(grown(account))
          .map(([resource, amount]) => ({
            namespace,
            quota: account.name,
            resource,
            hard: String(ownField(account.spec.hard, resource) ?? ''),
            used: formatQuantity(amount),
          })),
      ),
    );
  }

  #put({ metadata, spec = {} }: QuotaObject, amounts: Pick<Account, 'used' | 'before'>): void {
    const { namespace = '', name = '' } = metadata ?? {};
    const others = (this.#accounts.get(namespace) ?? []).filter((one) => one.name !== name);
    this.#accounts.set(namespace, [...others, { name, spec, ...amounts }]);
  }

  #of({ metadata }: Counted): readonly Account[] {
    return this.#accounts.get(metadata?.namespace ?? '') ?? [];
  }

  #charge(spec: QuotaSpec, object: Counted): Amounts {
    return chargeOf(spec, object as KubernetesObject, this.#at);
  }
}

function grown({ before }: Account): (entry: readonly [string, Parameters<typeof formatQuantity>[0]]) => boolean {
  return ([resource, amount]) => {
    const then = before?.get(resource);
    return then === undefined || compareQuantities(amount, then) > 0;
  };
}
