import { evidenceAt, type Attempt, type ReadableSnapshot, type Status } from '#scheduler';
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
  addLead(shares, 'a', { own: a, other: nodeB });
  addLead(shares, 'b', { own: b, other: nodeA });
  const plugins: PluginShare[] = [];
  for (const [plugin, share] of shares)
    if (share.a !== 0 || share.b !== 0) plugins.push({ plugin, ...share, share: share.a + share.b });
  return { a: statusAt(a, nodeB), b: statusAt(b, nodeA), plugins: plugins.sort(byShare) };
}

/** The largest share first; of equal ones the one that A minds more. */
function byShare(one: PluginShare, two: PluginShare): number {
  return Math.abs(two.share) - Math.abs(one.share) || Math.abs(two.a) - Math.abs(one.a);
}

/** By how many weighted points of each plugin an attempt's node leads over another one; nothing where one fails. */
function addLead(
  shares: Map<string, { a: number; b: number }>,
  side: 'a' | 'b',
  { own: { attempt, snapshot }, other }: { readonly own: AttemptOn; readonly other: string | null },
): void {
  const { evidence, row } = attempt;
  const against = other === null ? undefined : snapshot.rowOf(other);
  if (evidence === null || row < 0 || against === undefined || evidenceAt.first(evidence, against) !== 0) return;
  for (const column of evidence.scores) {
    const share = shares.get(column.plugin) ?? { a: 0, b: 0 };
    share[side] = (evidenceAt.normalized(column, row) - evidenceAt.normalized(column, against)) * column.weight;
    shares.set(column.plugin, share);
  }
}

/** Null where the node fits, where there is no such node, or where it was not looked at. */
function statusAt({ attempt: { evidence }, snapshot }: AttemptOn, node: string | null): Status | null {
  const row = node === null ? undefined : snapshot.rowOf(node);
  if (row === undefined || evidence === null) return null;
  return evidence.statuses[evidenceAt.first(evidence, row)] ?? null;
}
