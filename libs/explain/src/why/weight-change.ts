/** A feasible node as scoring saw it: what each plugin gave it, normalised, in the order of `weights`. */
export interface ScoredNode {
  readonly node: string;
  readonly normalized: readonly number[];
}

/** One plugin's weight, changed by the least integer that makes another node win. */
export interface WeightChange {
  readonly plugin: string;
  readonly from: number;
  readonly to: number;
  readonly winner: string;
}

/** The plugins of a profile that ran, with their weights. */
export interface Weight {
  readonly name: string;
  readonly weight: number;
}

/** A profile takes no weight below this. */
const LEAST_WEIGHT = 1;

/**
 * The smallest change of a single weight by which another node would come before the winner, ties going to whom the
 * rule prefers; null where none does. Of equal changes that of the first plugin, upwards first. `nodes` are in the
 * order in which ties go.
 */
export function smallestWeightChange(
  weights: readonly Weight[],
  nodes: readonly ScoredNode[],
  { winner, prefers }: { readonly winner: string; readonly prefers: (node: string) => boolean },
): WeightChange | null {
  const winning = nodes.find(({ node }) => node === winner);
  if (winning === undefined) return null;
  let best: { readonly change: number; readonly index: number } | null = null;
  for (const [index, { weight }] of weights.entries()) {
    for (const other of nodes) {
      if (other === winning) continue;
      for (const change of changesFor(weights, { winning, other, index, winsTie: prefers(other.node) })) {
        if (weight + change < LEAST_WEIGHT) continue;
        if (best === null || Math.abs(change) < Math.abs(best.change)) best = { change, index };
      }
    }
  }
  if (best === null) return null;
  const { name = '', weight = 0 } = weights[best.index] ?? {};
  const to = weight + best.change;
  const changed = weights.map((one) => (one.name === name ? { ...one, weight: to } : one));
  return { plugin: name, from: weight, to, winner: firstOf(changed, nodes, { winner, prefers }) };
}

interface Pairing {
  readonly winning: ScoredNode;
  readonly other: ScoredNode;
  readonly index: number;
  readonly winsTie: boolean;
}

/** The least change of one weight, upwards or downwards, by which the other comes first; none where it never does. */
function changesFor(weights: readonly Weight[], { winning, other, index, winsTie }: Pairing): number[] {
  const gain = (other.normalized[index] ?? 0) - (winning.normalized[index] ?? 0);
  if (gain === 0) return [];
  const behind = totalOf(weights, winning) - totalOf(weights, other);
  // behind < gain * change, or no more than that where a tie is enough.
  const least = behind / Math.abs(gain);
  const step = winsTie ? Math.ceil(least) : Math.floor(least) + 1;
  return [Math.sign(gain) * Math.max(step, 1)];
}

function totalOf(weights: readonly Weight[], { normalized }: ScoredNode): number {
  return weights.reduce((sum, { weight }, index) => sum + weight * (normalized[index] ?? 0), 0);
}

/** Who wins by these weights; of equal ones the winner of before, unless the rule prefers others: then the first. */
function firstOf(
  weights: readonly Weight[],
  nodes: readonly ScoredNode[],
  { winner, prefers }: { readonly winner: string; readonly prefers: (node: string) => boolean },
): string {
  const most = Math.max(...nodes.map((node) => totalOf(weights, node)));
  const tied = nodes.filter((node) => totalOf(weights, node) === most).map(({ node }) => node);
  return tied.find(prefers) ?? (tied.includes(winner) ? winner : (tied[0] ?? winner));
}
