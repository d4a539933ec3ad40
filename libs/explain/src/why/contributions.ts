import { evidenceAt, type Evidence } from '#scheduler';

/** What one score plugin gave a node. `weighted` is `normalized` x weight. */
export interface Points {
  readonly raw: number;
  readonly normalized: number;
  readonly weighted: number;
}

/** One plugin's share in the difference of two totals. */
export interface Contribution {
  readonly plugin: string;
  readonly weight: number;
  readonly node: Points;
  readonly against: Points;
  /** Weighted, of the node less the other: all of them add up to the difference of the totals. */
  readonly difference: number;
}

/** A score plugin that ran, and what it gave each of two nodes. */
export interface ScoredPair {
  readonly plugin: string;
  readonly weight: number;
  readonly node: Omit<Points, 'weighted'>;
  readonly against: Omit<Points, 'weighted'>;
}

/** The shares of all plugins, those that decided most first; they are integers, and exact. */
export function contributions(scores: readonly ScoredPair[]): readonly Contribution[] {
  return scores
    .map(({ plugin, weight, node, against }) => {
      const own = { ...node, weighted: node.normalized * weight };
      const other = { ...against, weighted: against.normalized * weight };
      return { plugin, weight, node: own, against: other, difference: own.weighted - other.weighted };
    })
    .sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
}

/** The same of two rows of an evidence. */
export function contributionsAt({ scores }: Evidence, row: number, against: number): readonly Contribution[] {
  return contributions(
    scores.map((column) => ({
      plugin: column.plugin,
      weight: column.weight,
      node: { raw: evidenceAt.raw(column, row), normalized: evidenceAt.normalized(column, row) },
      against: { raw: evidenceAt.raw(column, against), normalized: evidenceAt.normalized(column, against) },
    })),
  );
}

/** What a difference is made of, in words: `NodeResourcesFit +12, ImageLocality -3`. */
export function contributionsInWords(shares: readonly Pick<Contribution, 'plugin' | 'difference'>[]): string {
  return shares
    .filter(({ difference }) => difference !== 0)
    .map(({ plugin, difference }) => `${plugin} ${difference > 0 ? '+' : ''}${difference}`)
    .join(', ');
}
