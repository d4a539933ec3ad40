import { evidenceAt, type Attempt, type Pod, type Profile, type Snapshot } from '#scheduler';
import { attemptAlone, type RequestChange } from '../requests/index.js';
import { contributionsAt, type Contribution } from '../why/index.js';

/** How a node does against the one that wins. */
export interface Rivalry {
  /** The node that wins; the node itself where it does. */
  readonly winner: string;
  readonly wins: boolean;
  /** The node's total less that of the best other: below 0 it loses, at 0 the tie rule decides. */
  readonly difference: number;
  /** Against that other node. */
  readonly against: string | null;
  readonly plugins: readonly Contribution[];
  /** Other requests of the pod by which it would go there where it does not, or elsewhere; absent if not asked for. */
  readonly requestChanges?: readonly RequestChange[];
}

/** What the pod's placement would be, asked of a node that fits; ties go to the first by name. Null: nothing fits. */
export function rivalry(
  { snapshot, profile, row }: { readonly snapshot: Snapshot; readonly profile: Profile; readonly row: number },
  pod: Pod,
): Rivalry | null {
  const attempt = attemptAlone({ snapshot, profile }, pod);
  const { evidence, ranking } = attempt;
  if (evidence === null || ranking === null || attempt.row < 0) return null;
  const name = (of: number): string => snapshot.nodes[of]?.name ?? '';
  const other = attempt.row === row ? bestOther(attempt, snapshot, row) : attempt.row;
  return {
    winner: name(attempt.row),
    wins: attempt.row === row,
    against: other === null ? null : name(other),
    difference: other === null ? 0 : evidenceAt.total(evidence, row) - evidenceAt.total(evidence, other),
    plugins: other === null ? [] : contributionsAt(evidence, row, other),
  };
}

function bestOther({ evidence }: Attempt, snapshot: Snapshot, row: number): number | null {
  let best: number | null = null;
  if (evidence === null) return null;
  for (const other of snapshot.rowsByName()) {
    if (other === row || evidenceAt.first(evidence, other) !== 0) continue;
    if (best === null || evidenceAt.total(evidence, other) > evidenceAt.total(evidence, best)) best = other;
  }
  return best;
}
