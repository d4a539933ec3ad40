/** A stretch of the chain of revisions: up to a checkpoint, or what came after the last one. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
  /** When the checkpoint at its end was signed; null after the last one. */
  readonly signedAt: string | null;
}

export type StretchState = 'unverified' | 'verified' | 'broken' | 'unreached';

interface Signed {
  readonly revision: string;
  readonly at: string;
}

/** What is shown of many: the latest, and all before them as one. */
const MAX_STRETCHES = 6;

/** The chain from its first revision to its last one, cut where checkpoints were signed. */
export function stretchesOf(first: number, last: number, checkpoints: readonly Signed[]): readonly Stretch[] {
  const signed = new Map<number, string>();
  for (const { revision, at } of checkpoints) if (!signed.has(Number(revision))) signed.set(Number(revision), at);
  const ends = [...signed].filter(([end]) => end >= first && end <= last).sort(([a], [b]) => a - b);
  const stretches: Stretch[] = [];
  let from = first;
  for (const [end, signedAt] of ends.slice(-(MAX_STRETCHES - 1))) {
    stretches.push({ first: from, last: end, signedAt });
    from = end + 1;
  }
  if (from <= last) stretches.push({ first: from, last, signedAt: null });
  return stretches;
}

/** What a verification found of a stretch; nothing where there was none. */
export function stateOf(
  { first, last }: Stretch,
  found: { readonly holds: boolean; readonly revision?: number } | undefined,
): StretchState {
  if (found === undefined) return 'unverified';
  if (found.revision === undefined) return found.holds ? 'verified' : 'unreached';
  if (found.holds) return last <= found.revision ? 'verified' : 'unreached';
  if (last < found.revision) return 'verified';
  return first <= found.revision ? 'broken' : 'unreached';
}
