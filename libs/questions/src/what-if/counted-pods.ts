import type { Manifest } from '#rows';
import type { PodDisruptionBudget } from '#kubernetes';
import type { ClusterObject, Pod } from '#scheduler';
import type { BudgetPlace, Owner, PodCounts } from '#what-if';
import { BudgetBook, budgetPodOf } from '#writes';

/** The budgets of a hypothetical cluster, by the same book that writes and runs keep. */
export class CountedPods implements PodCounts {
  constructor(readonly book: BudgetBook) {}

  came(pod: Pod): void {
    this.book.addPod(budgetPodOf(pod as unknown as Manifest));
  }

  went({ metadata: { namespace = '', name = '' } = {} }: Pod): void {
    this.book.podGone({ namespace, name });
  }

  wants({ kind, name, uid }: Owner, { namespace, replicas }: { namespace: string; replicas: number }): void {
    this.book.setController({ kind, namespace, name }, { uid, replicas });
  }

  setBudget(budget: ClusterObject, { snapshot, pods }: BudgetPlace): void {
    const { namespace = '', name = '' } = budget.metadata ?? {};
    const { stored } = this.book;
    const isOther = (one: { readonly namespace?: string; readonly name: string }): boolean =>
      one.namespace !== namespace || one.name !== name;
    const others = stored.filter(({ object: { metadata } }) => isOther(metadata));
    const added = { object: budget as unknown as PodDisruptionBudget, createdPosition: BigInt(stored.length) };
    const namespaces = [...new Set([...this.book.namespaces, namespace])];
    const missing = new Set(this.book.renew([...others, added], { at: this.book.at, namespaces }));
    for (const pod of pods) if (missing.has(pod.metadata?.namespace ?? '')) this.came(pod);
    snapshot.replaceObjects('podDisruptionBudgets', this.book.budgets);
  }

  mark(): void {
    this.book.mark();
  }

  rollback(): void {
    this.book.rollback();
  }

  keep(): void {
    this.book.keep();
  }
}
