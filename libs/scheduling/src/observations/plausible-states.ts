import { DEFAULT_SCHEDULER_NAME, LIST_OF_KIND } from '#scheduler';
import type { EarlierChange } from './observation.queries.js';

/** States that a scheduler may have decided on, beside the one just before its decision. */
export interface PlausibleStates {
  /** Positions, in the order of the log. */
  readonly positions: readonly bigint[];
  /** There are more than these. */
  readonly areMore: boolean;
}

/** So many states are decided on at most, beside the one just before. */
const MOST_STATES = 16;

/** Kinds that scheduling reads. */
export const READ_KINDS: readonly string[] = ['Node', 'Pod', ...LIST_OF_KIND.keys()];

/**
 * Where the log stood before each change that scheduling reads, of those that were seen in the window before a
 * decision: its scheduler may not have had that change yet. The scheduler's own bindings are none: it knows them first.
 */
export function plausibleStates(
  changes: readonly EarlierChange[],
  { by, at, windowMs }: { readonly by: string; readonly at: Date; readonly windowMs: number },
): PlausibleStates {
  const positions: bigint[] = [];
  for (const change of changes) {
    if (change.at === null || change.at.getTime() < at.getTime() - windowMs) break;
    if (matters(change, by)) positions.unshift(change.position - 1n);
  }
  if (positions.length <= MOST_STATES) return { positions, areMore: false };
  // The oldest, the latest, and others between them as far apart.
  const step = (positions.length - 1) / (MOST_STATES - 1);
  const taken = new Set(Array.from({ length: MOST_STATES }, (_, index) => positions[Math.round(index * step)] ?? 0n));
  return { positions: [...taken], areMore: true };
}

/** Whether a change may make a difference to where a pod fits; of what a pod is after it only where it takes room. */
function matters({ kind, op, text }: EarlierChange, by: string): boolean {
  if (kind !== 'Pod' || text === null) return true;
  const { spec, status, metadata } = JSON.parse(text) as PodText;
  const hasEnded = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  if (hasEnded || status?.nominatedNodeName || metadata?.deletionTimestamp) return true;
  if (!spec?.nodeName) return false;
  return op === 'create' || (spec.schedulerName ?? DEFAULT_SCHEDULER_NAME) !== by;
}

interface PodText {
  readonly metadata?: { readonly deletionTimestamp?: string };
  readonly spec?: { readonly nodeName?: string; readonly schedulerName?: string };
  readonly status?: { readonly phase?: string; readonly nominatedNodeName?: string };
}
