import { podUid } from '#scheduler';
import { hasEnded, nominatedNodeOf, schedulerOf, type SeenChange } from './nearby-changes.js';

/** States that a scheduler may have decided on, beside the one just before its decision. */
export interface PlausibleStates {
  /** Positions, in the order of the log. */
  readonly positions: readonly bigint[];
  /** There are more than these. */
  readonly areMore: boolean;
}

/** So many states are decided on at most, beside the one just before. */
const MOST_STATES = 16;

/**
 * Where the log stood before each change that scheduling reads, of those that were seen in the window before a
 * decision: its scheduler may not have had that change yet. The scheduler's own bindings are none: it knows them first.
 */
export function plausibleStates(
  changes: readonly SeenChange[],
  { by, at, windowMs }: { readonly by: string; readonly at: Date; readonly windowMs: number },
): PlausibleStates {
  const positions: bigint[] = [];
  const dropped = nominationsDropped(changes);
  for (const change of changes) {
    if (change.at === null || change.at.getTime() < at.getTime() - windowMs) break;
    if (matters(change, by) || dropped.has(change.position)) positions.unshift(change.position - 1n);
  }
  if (positions.length <= MOST_STATES) return { positions, areMore: false };
  // The oldest, the latest, and others between them as far apart.
  const step = (positions.length - 1) / (MOST_STATES - 1);
  const taken = new Set(Array.from({ length: MOST_STATES }, (_, index) => positions[Math.round(index * step)] ?? 0n));
  return { positions: [...taken], areMore: true };
}

/** The changes with which a pod loses the node that it had in view, of changes with the last one first. */
function nominationsDropped(changes: readonly SeenChange[]): ReadonlySet<bigint> {
  const nominated = new Set<string>();
  const dropped = new Set<bigint>();
  for (const { pod, position } of [...changes].reverse()) {
    if (pod === undefined) continue;
    const uid = podUid(pod);
    if (nominatedNodeOf(pod) !== '') nominated.add(uid);
    else if (nominated.delete(uid)) dropped.add(position);
  }
  return dropped;
}

/** Whether a change may make a difference to where a pod fits; of what a pod is after it only where it takes room. */
function matters({ op, pod }: SeenChange, by: string): boolean {
  if (pod === undefined) return true;
  if (hasEnded(pod) || nominatedNodeOf(pod) !== '' || pod.metadata['deletionTimestamp']) return true;
  if (!pod.spec?.nodeName) return false;
  return op === 'create' || schedulerOf(pod) !== by;
}
