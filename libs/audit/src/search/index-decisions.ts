import type { Transaction } from '#database';
import { addPods, addTotals, addWaits } from '../sums/index.js';
import { readProgress, tryLockIndex, writeProgress, type IndexProgress } from './index-progress.store.js';
import { INDEX_SHAPE, type IndexShape } from './index-shape.js';
import { decisionsOf, nextParts, type LogPart, type PartSlice } from './log-parts.queries.js';
import { SegmentDraft } from './segment-draft.js';
import { mergeSegments, writeLocations, writeSegment, type Segment } from './segment.store.js';

/** What one step came to. */
export interface IndexedStep {
  readonly decisions: number;
  /** Another step would find work too. */
  readonly more: boolean;
}

const NOTHING: IndexedStep = { decisions: 0, more: false };

/** What is not indexed yet, as far as a step needs it. */
interface Pending {
  readonly parts: readonly LogPart[];
  /** Less what is indexed of the first one. */
  readonly decisions: number;
  /** Where the look began: at the first of the parts, what lies before having none. */
  readonly from: IndexProgress;
}

/**
 * Indexes the next decisions of a cluster, if there are enough for a segment, in the transaction given: readers see all
 * of a segment or nothing. One does it at a time; who comes second leaves without having waited. What is not indexed,
 * searches read in the table itself.
 */
export async function indexDecisions(
  tx: Transaction,
  clusterId: string,
  shape: IndexShape = INDEX_SHAPE,
): Promise<IndexedStep> {
  if (!(await tryLockIndex(tx, clusterId))) return NOTHING;
  const progress = await readProgress(tx, clusterId);
  const pending = await readPending(tx, clusterId, { progress, shape });
  const size = segmentSize(progress.decisions, pending.decisions, shape);
  if (size === undefined) {
    if (pending.from.revision - progress.revision >= FAR) await writeProgress(tx, clusterId, pending.from);
    return NOTHING;
  }
  await writeNext(tx, clusterId, { pending, shape, size });
  await mergeUpTo(tx, clusterId, {
    end: progress.decisions + size,
    sizes: shape.sizes.filter((larger) => larger > size),
  });
  return {
    decisions: size,
    more: segmentSize(progress.decisions + size, pending.decisions - size, shape) !== undefined,
  };
}

/** Revisions without decisions that are looked through again and again before that is noted. */
const FAR = 1000n;

async function readPending(
  tx: Transaction,
  clusterId: string,
  { progress, shape }: { readonly progress: IndexProgress; readonly shape: IndexShape },
): Promise<Pending> {
  const parts: LogPart[] = [];
  let from = progress;
  let decisions = -progress.taken;
  for (let next: Pick<IndexProgress, 'revision' | 'since'> = progress; ;) {
    const window = await nextParts(tx, clusterId, next);
    for (const part of window.parts) {
      if (parts.length === 0) from = { ...progress, revision: part.revision - 1n };
      parts.push(part);
      decisions += part.count;
    }
    if (parts.length === 0) from = { ...progress, revision: window.revision, since: window.since };
    // One more than a segment, to know whether there is work for another step.
    if (!window.more || decisions >= 2 * shape.direct) return { parts, decisions: Math.max(0, decisions), from };
    next = window;
  }
}

/**
 * The largest that fits: numbers of segments of one size are multiples of it. Undefined when
 * there is not enough for one.
 */
function segmentSize(first: number, decisions: number, { sizes, direct }: IndexShape): number | undefined {
  return sizes.findLast((size) => size <= direct && size <= decisions && first % size === 0);
}

async function writeNext(
  tx: Transaction,
  clusterId: string,
  { pending, shape, size }: { readonly pending: Pending; readonly shape: IndexShape; readonly size: number },
): Promise<void> {
  const { from } = pending;
  const first = from.decisions;
  const { slices, progress } = take(pending, size);
  const starts = new Array<number>(slices.length);
  slices.reduce((number, { length }, index) => {
    starts[index] = number;
    return number + length;
  }, 0);
  const draft = new SegmentDraft({ first, size, shape });
  for await (const batch of decisionsOf(tx, clusterId, { slices, labels: true, rejections: true })) {
    for (const decision of batch) {
      const slice = slices[decision.slice];
      if (slice !== undefined)
        draft.add(decision, { number: (starts[decision.slice] ?? 0) + decision.ordinal - slice.from, at: slice.at });
    }
  }
  await writeSegment(tx, clusterId, { first, size, postings: draft.postings() });
  await writeLocations(tx, clusterId, draft.blocks(slices));
  await addTotals(tx, clusterId, draft.tally.totals);
  await addPods(tx, clusterId, { rows: draft.tally.totals, first });
  await addWaits(tx, clusterId, draft.tally.waits);
  await writeProgress(tx, clusterId, progress);
}

/** The next `size` decisions, and how far the index is with them. */
function take(
  { parts, from }: Pending,
  size: number,
): { readonly slices: PartSlice[]; readonly progress: IndexProgress } {
  const slices: PartSlice[] = [];
  let { revision, taken, since } = from;
  let left = size;
  for (const part of parts) {
    if (left === 0) break;
    const length = Math.min(left, part.count - taken);
    slices.push({ ...part, from: part.first + taken, length });
    left -= length;
    taken += length;
    since = part.at;
    if (taken < part.count) break;
    revision = part.revision;
    taken = 0;
  }
  return { slices, progress: { decisions: from.decisions + size, revision, taken, since } };
}

/** Merges what has become enough for a larger segment with its last decision. */
async function mergeUpTo(
  tx: Transaction,
  clusterId: string,
  { end, sizes }: { readonly end: number; readonly sizes: readonly number[] },
): Promise<void> {
  for (const size of sizes) {
    if (end % size !== 0) return;
    const whole: Segment = { first: end - size, size };
    await mergeSegments(tx, clusterId, whole);
  }
}
