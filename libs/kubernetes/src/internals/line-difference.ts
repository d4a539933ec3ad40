/** How many lines are shown around what differs. */
const CONTEXT = 3;
/** In a text of so many lines, a line that is more than a hundredth of them begins no block. */
const MANY_LINES = 200;

/** Lines that two texts share: where they begin in either, and how many there are. */
interface Block {
  readonly before: number;
  readonly after: number;
  readonly size: number;
}

/** Lines of either text, equal or not, from a start to an end that does not belong to them. */
interface Stretch {
  readonly isEqual: boolean;
  readonly before: readonly [start: number, end: number];
  readonly after: readonly [start: number, end: number];
}

/**
 * Where two texts differ, as a unified diff without names. Not the fewest lines: the longest block that both share is
 * found first, then the longest to its left and to its right. // as go-difflib, by which apimachinery v1.34 diff.Diff
 */
export function lineDifference(before: string, after: string): string {
  const texts = { before: before.split('\n'), after: after.split('\n') };
  return hunksOf(stretchesOf(texts))
    .map((hunk) => printed(hunk, texts))
    .join('');
}

interface Texts {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Blocks in their order, then the end of both texts. */
function blocksOf({ before, after }: Texts): Block[] {
  const places = placesOf(after);
  const blocks: Block[] = [];
  const search = (from: Block, to: Block): void => {
    const found = longestBlock({ before, after, places }, from, to);
    if (found.size === 0) return;
    const end = { before: found.before + found.size, after: found.after + found.size, size: 0 };
    if (from.before < found.before && from.after < found.after) search(from, found);
    blocks.push(found);
    if (end.before < to.before && end.after < to.after) search(end, to);
  };
  const end = { before: before.length, after: after.length, size: 0 };
  search({ before: 0, after: 0, size: 0 }, end);
  return [...blocks, end];
}

/** Where each line is, without those that are everywhere. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, index) => places.set(line, [...(places.get(line) ?? []), index]));
  if (lines.length < MANY_LINES) return places;
  const most = Math.floor(lines.length / 100) + 1;
  return new Map([...places].filter(([, found]) => found.length <= most));
}

/** The longest block between two places; of several the first in the text before, then in the one after. */
function longestBlock(
  { before, after, places }: Texts & { readonly places: ReadonlyMap<string, readonly number[]> },
  from: Block,
  to: Block,
): Block {
  let best: Block = { before: from.before, after: from.after, size: 0 };
  let lengths = new Map<number, number>();
  for (let i = from.before; i < to.before; i += 1) {
    const next = new Map<number, number>();
    for (const j of places.get(before[i] ?? '') ?? []) {
      if (j < from.after || j >= to.after) continue;
      const size = (lengths.get(j - 1) ?? 0) + 1;
      next.set(j, size);
      if (size > best.size) best = { before: i - size + 1, after: j - size + 1, size };
    }
    lengths = next;
  }
  let { before: i, after: j, size } = best;
  // What begins no block may still belong to one.
  while (i > from.before && j > from.after && before[i - 1] === after[j - 1]) [i, j, size] = [i - 1, j - 1, size + 1];
  while (i + size < to.before && j + size < to.after && before[i + size] === after[j + size]) size += 1;
  return { before: i, after: j, size };
}

function stretchesOf(texts: Texts): Stretch[] {
  const stretches: Stretch[] = [];
  let [i, j] = [0, 0];
  for (const { before, after, size } of blocksOf(texts)) {
    if (i < before || j < after) stretches.push({ isEqual: false, before: [i, before], after: [j, after] });
    [i, j] = [before + size, after + size];
    if (size > 0) stretches.push({ isEqual: true, before: [before, i], after: [after, j] });
  }
  return stretches;
}

/** What differs, with the lines around it; what is near is reported together. */
function hunksOf(stretches: readonly Stretch[]): Stretch[][] {
  const hunks: Stretch[][] = [];
  let hunk: Stretch[] = [];
  for (const stretch of stretches) {
    const { isEqual, before, after } = stretch;
    const length = before[1] - before[0];
    if (!isEqual) hunk.push(stretch);
    else if (hunk.length === 0) hunk = [cut(stretch, Math.max(length - CONTEXT, 0), length)];
    else if (length <= 2 * CONTEXT) hunk.push(stretch);
    else {
      hunks.push([...hunk, cut(stretch, 0, CONTEXT)]);
      hunk = [cut({ isEqual, before, after }, length - CONTEXT, length)];
    }
  }
  return [...hunks, hunk]
    .filter((one) => one.some(({ isEqual }) => !isEqual))
    .map((one) => {
      const last = one.at(-1);
      return last?.isEqual
        ? [...one.slice(0, -1), cut(last, 0, Math.min(last.before[1] - last.before[0], CONTEXT))]
        : one;
    });
}

/** The lines of an equal stretch from one number to another. */
function cut({ before, after }: Stretch, from: number, to: number): Stretch {
  return { isEqual: true, before: [before[0] + from, before[0] + to], after: [after[0] + from, after[0] + to] };
}

function printed(hunk: readonly Stretch[], texts: Texts): string {
  const marked = (sign: string, lines: readonly string[]): string => lines.map((line) => `${sign}${line}\n`).join('');
  const body = hunk.map(({ isEqual, before, after }) => {
    const was = texts.before.slice(...before);
    return isEqual ? marked(' ', was) : marked('-', was) + marked('+', texts.after.slice(...after));
  });
  const range = (side: 'before' | 'after'): string => rangeText(hunk[0]?.[side][0] ?? 0, hunk.at(-1)?.[side][1] ?? 0);
  return `@@ -${range('before')} +${range('after')} @@\n${body.join('')}`;
}

function rangeText(start: number, end: number): string {
  const count = end - start;
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}
