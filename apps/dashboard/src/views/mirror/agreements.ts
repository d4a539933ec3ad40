import type { JudgedFragment } from '../../generated/documents.js';

type Agreement = NonNullable<JudgedFragment['observed']>['agreement'];
type Judged = { readonly observed?: { readonly agreement: Agreement } | null };

export interface Agreements {
  /** In the order in which they are drawn. */
  readonly counts: Readonly<Record<Agreement, number>>;
  /** Without those of which it is not known. */
  readonly judged: number;
  /** A tie agrees: the node is one of the best. */
  readonly agreed: number;
}

export function agreementsOf(decisions: readonly Judged[]): Agreements {
  const counts: Record<Agreement, number> = { same: 0, tie: 0, differs: 0, unknown: 0 };
  for (const { observed } of decisions) if (observed) counts[observed.agreement]++;
  const agreed = counts.same + counts.tie;
  return { counts, agreed, judged: agreed + counts.differs };
}

/** Newest first: bindings and attempts without a node come as two lists. */
export function latestOf<Row extends { readonly at: string }>(decisions: readonly Row[]): readonly Row[] {
  return [...decisions].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
