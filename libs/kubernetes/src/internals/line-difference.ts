/** How many lines are shown around what differs. */
const CONTEXT = 3;

/**
 * Where two texts differ, as a unified diff without names. // as k8s.io/apimachinery v1.34 diff.Diff
 */
export function lineDifference(before: string, after: string): string {
  const edits = editsOf(before.split('\n'), after.split('\n'));
  return hunksOf(edits).map(printed).join('');
}

interface Edit {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
  /** The lines of either text that are before it. */
  readonly before: number;
  readonly after: number;
}

/** The fewest lines that go and come, what goes first. */
function editsOf(before: readonly string[], after: readonly string[]): Edit[] {
  const common = commonLengths(before, after);
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const place = { before: i, after: j };
    if (i < before.length && j < after.length && before[i] === after[j]) {
      edits.push({ sign: ' ', line: before[i] ?? '', ...place });
      i += 1;
      j += 1;
    } else if (i < before.length && (j === after.length || at(common, i + 1, j) >= at(common, i, j + 1))) {
      edits.push({ sign: '-', line: before[i] ?? '', ...place });
      i += 1;
    } else {
      edits.push({ sign: '+', line: after[j] ?? '', ...place });
      j += 1;
    }
  }
  return edits;
}

/** By a line of each: how many lines the rests from there on have in common. */
function commonLengths(before: readonly string[], after: readonly string[]): Uint32Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = lengths[i];
    if (row === undefined) continue;
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] =
        before[i] === after[j] ? at(lengths, i + 1, j + 1) + 1 : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}

function at(lengths: readonly Uint32Array[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}

/** What differs, with the lines around it; what is near is reported together. */
function hunksOf(edits: readonly Edit[]): Edit[][] {
  const hunks: Edit[][] = [];
  let end = -1;
  edits.forEach(({ sign }, index) => {
    if (sign === ' ') return;
    const from = Math.max(end, index - CONTEXT);
    const to = index + CONTEXT + 1;
    if (end >= 0 && index - CONTEXT <= end) hunks.at(-1)?.push(...edits.slice(end, to));
    else hunks.push(edits.slice(Math.max(from, 0), to));
    end = Math.min(to, edits.length);
  });
  return hunks;
}

function printed(hunk: readonly Edit[]): string {
  const [first] = hunk;
  const lines = hunk.map(({ sign, line }) => `${sign}${line}\n`).join('');
  const count = (sign: string): number => hunk.filter((edit) => edit.sign === ' ' || edit.sign === sign).length;
  return `@@ -${range(first?.before ?? 0, count('-'))} +${range(first?.after ?? 0, count('+'))} @@\n${lines}`;
}

function range(start: number, count: number): string {
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}
