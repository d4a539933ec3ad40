import type { Transaction } from '#database';
import {
  addAmounts,
  findKindByName,
  readAmounts,
  someAmounts,
  subtractAmounts,
  type Amounts,
  type ResourceList,
} from '#kubernetes';
import { chargeOf, evaluatorOf, type Quota, type QuotaSpec } from '#api-server';
import { sameValue } from '#apimachinery';
import type { Draft, Effect } from '../changes/index.js';
import { findMany, keyOf, type Manifest } from '#rows';
import { findQuotas, type QuotaStatus, type StoredQuota } from './quota.store.js';
import { isAbout, recount } from './recount.js';

/** A quota as a draft leaves it, but for its status, and what is used of it then. */
export interface CountedQuota extends Quota {
  readonly object: Manifest;
  readonly createdPosition: bigint;
}

/** The same before what the draft does is counted; used by what there is in rows, where that is known. */
interface Uncounted extends Omit<CountedQuota, 'used'> {
  readonly namespace: string;
  readonly used: Amounts | undefined;
}

/** What a draft does to an object that may count. */
interface Step {
  readonly before: Manifest | undefined;
  readonly now: Manifest | undefined;
}

/**
 * What is used of quotas, with a draft that is not written yet. The status of a quota is the sum over the objects in
 * rows: what the draft creates, changes and removes is added and taken away, and so a write costs what it touches. All
 * objects of a namespace are read where there is no such sum: of a quota that is new or limits something else, behind
 * an import, and where pods are on their way out, which count by the time.
 */
export class QuotaSums {
  static readonly #of = new WeakMap<Draft, QuotaSums>();
  /** Quotas in rows, by namespace. */
  readonly #found = new Map<string, readonly StoredQuota[]>();
  /** Of what is written, by namespaces. */
  readonly #counted = new Map<string, readonly CountedQuota[]>();
  /** Namespaces whose sums are not believed. */
  readonly #doubted = new Set<string>();

  private constructor(private readonly draft: Draft) {}

  /** Those of a draft: what is read for one step of a write, the next one need not read. */
  static of(draft: Draft): QuotaSums {
    let sums = QuotaSums.#of.get(draft);
    if (sums === undefined) QuotaSums.#of.set(draft, (sums = new QuotaSums(draft)));
    return sums;
  }

  /** Their objects are counted anew from here on. */
  doubt(namespace: string): void {
    this.#doubted.add(namespace);
  }

  /** The quotas of these namespaces, by namespace and name, with what is used of them. */
  async counted(tx: Transaction, namespaces: readonly string[]): Promise<readonly CountedQuota[]> {
    if (this.draft.head.controllers === 'none') return this.#charged(tx, namespaces);
    if (!this.draft.isFlushed) return this.#countedOf(tx, namespaces);
    // Everything is written, and there are many objects: they are counted once.
    const key = namespaces.join();
    const known = this.#counted.get(key) ?? (await this.#countedOf(tx, namespaces));
    this.#counted.set(key, known);
    return known;
  }

  /**
   * Without the quota controller a quota is what its status says, and what the draft takes of it: admission charges it,
   * and nothing gives back.
   */
  async #charged(tx: Transaction, namespaces: readonly string[]): Promise<CountedQuota[]> {
    const quotas = this.#drafted(await this.#inRows(tx, namespaces), new Set(namespaces)).map(asItsStatusSays);
    const steps = this.draft.isFlushed || quotas.length === 0 ? [] : await this.#steps(tx, quotas);
    const { at } = this.draft;
    return quotas.map(({ namespace, used: said, ...quota }) => {
      const own = steps.filter(({ now }) => now?.metadata.namespace === namespace);
      const used = own.reduce((sum, step) => addAmounts(sum, taken(step, { spec: quota.spec, at })), said);
      return { ...quota, used };
    });
  }

  async #countedOf(tx: Transaction, namespaces: readonly string[]): Promise<CountedQuota[]> {
    const quotas = this.#drafted(await this.#inRows(tx, namespaces), new Set(namespaces));
    if (quotas.length === 0) return [];
    const steps = await this.#steps(tx, quotas);
    for (const { before, now } of steps)
      for (const one of [before, now]) if (isTerminating(one)) this.doubt(one?.metadata.namespace ?? '');
    const counted: CountedQuota[] = [];
    for (const [namespace, group] of byNamespace(quotas))
      counted.push(...(await this.#count(tx, { namespace, group, steps })));
    return counted;
  }

  async #inRows(tx: Transaction, namespaces: readonly string[]): Promise<StoredQuota[]> {
    const { draft } = this;
    if (draft.isFlushed) return findQuotas(tx, draft.head.clusterId, namespaces);
    const unread = namespaces.filter((namespace) => !this.#found.has(namespace));
    const found = await findQuotas(tx, draft.head.clusterId, unread);
    for (const namespace of unread)
      this.#found.set(
        namespace,
        found.filter(({ object }) => object.metadata.namespace === namespace),
      );
    return namespaces.flatMap((namespace) => this.#found.get(namespace) ?? []);
  }

  /** As the draft leaves them. */
  #drafted(found: readonly StoredQuota[], namespaces: ReadonlySet<string>): Uncounted[] {
    const { draft } = this;
    const quotas = new Map(found.map((stored) => [keyOf(stored.object), uncounted(stored, draft.isFlushed)]));
    for (const { key, now } of draft.effects) {
      const { namespace = '' } = key.metadata;
      if (key.kind !== 'ResourceQuota' || !namespaces.has(namespace)) continue;
      const before = quotas.get(keyOf(key));
      if (now === undefined) quotas.delete(keyOf(key));
      else {
        const stored = { object: now, createdPosition: before?.createdPosition ?? draft.head.position + 1n };
        const next = uncounted(stored, true);
        const isSame = before !== undefined && sameValue(before.spec, next.spec);
        quotas.set(keyOf(key), isSame ? { ...next, used: before.used } : next);
      }
    }
    return [...quotas.values()];
  }

  /** What the draft does to objects that count; how they were is read, where it decides. */
  async #steps(tx: Transaction, quotas: readonly Uncounted[]): Promise<Step[]> {
    const { draft } = this;
    const counting = draft.effects.filter(({ key }) =>
      quotas.some(({ namespace, spec }) => namespace === key.metadata.namespace && isAbout(spec, key.kind)),
    );
    const changing = counting.filter(({ key, now, wasThere }) => !wasThere || !now || evaluatorOf(key.kind)?.varies);
    const unknown = changing.filter(({ wasThere, before }) => wasThere && before === undefined);
    const found =
      unknown.length === 0
        ? new Map<string, { readonly object: Manifest }>()
        : await findMany(
            tx,
            draft.head.clusterId,
            unknown.map(({ key }) => key),
          );
    return changing.map(({ key, before, now }: Effect) => ({ before: before ?? found.get(keyOf(key))?.object, now }));
  }

  async #count(
    tx: Transaction,
    {
      namespace,
      group,
      steps,
    }: { readonly namespace: string; readonly group: readonly Uncounted[]; readonly steps: readonly Step[] },
  ): Promise<CountedQuota[]> {
    const { head, at } = this.draft;
    const unknown = group.filter(({ used }) => used === undefined || this.#doubted.has(namespace));
    const specs = unknown.map(({ spec }) => spec);
    const recounted = specs.length === 0 ? [] : await recount(tx, head.clusterId, { namespace, specs, at });
    const own = steps.filter(({ before, now }) => (now ?? before)?.metadata.namespace === namespace);
    return group.map(({ namespace: _, ...quota }) => {
      const inRows = recounted[specs.indexOf(quota.spec)] ?? quota.used ?? new Map();
      return { ...quota, used: own.reduce((used, step) => after(used, step, { spec: quota.spec, at }), inRows) };
    });
  }
}

function asItsStatusSays(quota: Uncounted): Uncounted & { readonly used: Amounts } {
  const { hard = {}, used = {} } = (quota.object.status ?? {}) as QuotaStatus;
  return { ...quota, spec: { ...quota.spec, hard }, used: readAmounts(used) };
}

/** What an object takes that it did not take before. */
function taken({ before, now }: Step, { spec, at }: { readonly spec: QuotaSpec; readonly at: Date }): Amounts {
  if (now === undefined) return new Map();
  const charge = chargeOf(spec, now, at);
  const added = before === undefined ? charge : subtractAmounts(charge, chargeOf(spec, before, at));
  return someAmounts(added, (_, amount) => amount.unscaled > 0n);
}

function after(
  used: Amounts,
  { before, now }: Step,
  { spec, at }: { readonly spec: QuotaSpec; readonly at: Date },
): Amounts {
  const left = before === undefined ? used : subtractAmounts(used, chargeOf(spec, before, at));
  return now === undefined ? left : addAmounts(left, chargeOf(spec, now, at));
}

function uncounted({ object, createdPosition }: StoredQuota, isUnknown: boolean): Uncounted {
  const { namespace = '', name } = object.metadata;
  const { hard, used } = (object.status ?? {}) as { readonly hard?: ResourceList; readonly used?: ResourceList };
  const spec = (object.spec ?? {}) as QuotaSpec;
  const isSum = !isUnknown && used !== undefined && sameValue(hard ?? {}, spec.hard ?? {});
  return { namespace, name, object, createdPosition, spec, used: isSum ? readAmounts(used) : undefined };
}

function isTerminating(object: Manifest | undefined): boolean {
  return (object?.metadata.deletionTimestamp ?? null) !== null;
}

function byNamespace(quotas: readonly Uncounted[]): Map<string, Uncounted[]> {
  const groups = new Map<string, Uncounted[]>();
  for (const quota of quotas) {
    const group = groups.get(quota.namespace) ?? [];
    groups.set(quota.namespace, group);
    group.push(quota);
  }
  return groups;
}

/** Where objects are created, changed or removed. Of what is written already only kinds and namespaces are known. */
export function quotaNamespaces(draft: Draft): string[] {
  const flushed = draft.isFlushed
    ? [...draft.touched].flatMap(([kind, some]) => (findKindByName(kind)?.namespaced === true ? [...some] : []))
    : [];
  return [...new Set([...flushed, ...draft.effects.flatMap(({ key }) => key.metadata.namespace || [])])];
}
