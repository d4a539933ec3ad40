import type { PastState } from '#state';
import { compareStates, type Differences, type Kinship } from './compare-states.js';
import { compareUtilization, type Fullness } from './compare-utilization.js';
import { roomOfNodes } from './room-of-nodes.js';

/** Two states, and what of each the reader sees. */
export interface Compared {
  readonly before: PastState;
  readonly after: PastState;
  readonly seen: readonly [before: PastState, after: PastState];
}

type AllDifferences = Differences & Fullness;

/** By what is seen before and after. */
const known = new WeakMap<PastState, WeakMap<PastState, AllDifferences>>();

/** A difference, and its place in a list, by estimate. */
const DIFFERENCE_BYTES = 150;

/**
 * What two states differ in. It is computed once for two states and the visibility of their reader: they do not change,
 * and a diff is read page by page.
 * @throws what the signal was aborted with
 */
export async function differences(
  { before, after, seen }: Compared,
  how: Kinship & { readonly signal?: AbortSignal | undefined },
): Promise<AllDifferences> {
  const ofBefore = known.get(seen[0]) ?? new WeakMap<PastState, AllDifferences>();
  known.set(seen[0], ofBefore);
  const there = ofBefore.get(seen[1]);
  if (there !== undefined) return there;
  const objects = await compareStates(...seen, how);
  const fullness = await compareUtilization(await roomOfNodes(before), await roomOfNodes(after));
  const all = { ...objects, ...fullness };
  ofBefore.set(seen[1], all);
  after.keepBeside((all.objects.length + all.placements.length + all.movedNodes.length) * DIFFERENCE_BYTES);
  return all;
}
