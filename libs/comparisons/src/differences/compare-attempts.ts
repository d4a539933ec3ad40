import { contributionsAt } from '#explain';
import { firstAt, type Attempt, type ReadableSnapshot, type Status } from '#scheduler';
import type { PluginShare } from '../comparison.js';

/** An attempt whose evidence still holds, and what it was made on. */
export interface AttemptOn {
  readonly attempt: Attempt;
  readonly snapshot: ReadableSnapshot;
}

/** Why two attempts of one pod came to two nodes. */
export interface AttemptDifference {
  /** What each side has against the node that the other one took; null where nothing. */
  readonly a: Status | null;
  readonly b: Status | null;
  readonly plugins: readonly PluginShare[];
}

/** Whether two outcomes are the same: the same node, or none on both sides. */
export function isSame(a: { readonly node: string | null }, b: { readonly node: string | null }): boolean {
  return a.node === b.node;
}

/** Undefined where there is no difference. */
export function compareAttempts(a: AttemptOn, b: AttemptOn): AttemptDifference | undefined {
  const [nodeA, nodeB] = [a.attempt.nodeName, b.attempt.nodeName];
  if (nodeA === nodeB) return undefined;
  const shares = new Map<string, { a: number; b: number }>();
  for (const { side, own, other } of [
    { side: 'a', own: a, other: nodeB },
    { side: 'b', own: b, other: nodeA },
  ] as const)
    for (const [plugin, difference] of ledOver(own, other)) {
      const share = shares.get(plugin) ?? { a: 0, b: 0 };
      share[side] = difference;
      shares.set(plugin, share);
    }
  return {
    a: statusAt(a, nodeB),
    b: statusAt(b, nodeA),
    plugins: [...shares]
      .map(([plugin, share]) => ({ plugin, ...share, share: share.a + share.b }))
      .filter((one) => one.a !== 0 || one.b !== 0)
      .sort((one, two) => Math.abs(two.share) - Math.abs(one.share)),
  };
}

/** By how many weighted points of each plugin the attempt's node leads over another one; nothing where one fails. */
function ledOver({ attempt, snapshot }: AttemptOn, other: string | null): [string, number][] {
  const { evidence, row } = attempt;
  const against = other === null ? undefined : snapshot.rowOf(other);
  if (evidence === null || row < 0 || against === undefined || firstAt(evidence, against) !== 0) return [];
  return contributionsAt(evidence, row, against).map(({ plugin, difference }) => [plugin, difference]);
}

/** Null where the node fits, where there is no such node, or where it was not looked at. */
function statusAt({ attempt: { evidence }, snapshot }: AttemptOn, node: string | null): Status | null {
  const row = node === null ? undefined : snapshot.rowOf(node);
  if (row === undefined || evidence === null) return null;
  return evidence.statuses[firstAt(evidence, row)] ?? null;
}
