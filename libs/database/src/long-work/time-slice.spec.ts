import { setImmediate, setTimeout } from 'node:timers/promises';
import { asSmall, TimeSlice } from './time-slice.js';

const STEPS = 4;

/** For which the thread is free behind each slice. */
const FREE_MS = 4;
/** Longer than the next small request is expected. */
const BEHIND_MS = 40;

function burn(slice: TimeSlice): void {
  while (!slice.isOver);
}

/** Three pieces of long work, and what a look of the event loop found to have gone on since the one before. */
async function goneOn(): Promise<readonly string[]> {
  const seen: string[] = [];
  let isOver = false;
  const work = async (name: string): Promise<void> => {
    const slice = new TimeSlice();
    for (let step = 0; step < STEPS; step += 1) {
      burn(slice);
      await slice.yieldWhenOver();
      seen.push(name);
    }
  };
  const looking = async (): Promise<void> => {
    while (!isOver) {
      await setImmediate();
      seen.push('look');
    }
  };
  const looks = looking();
  await Promise.all(['a', 'b', 'c'].map(work));
  isOver = true;
  await looks;
  return seen.join(' ').split('look');
}

test('between two looks of the event loop one of those who wait goes on, in turn', async () => {
  const seen = (await goneOn()).map((names) => names.trim());
  expect(seen.every((names) => names.length <= 1)).toBe(true);
  expect(seen.join('')).toBe('abc'.repeat(STEPS));
});

test('while something small is under way, the thread is free between two slices', async () => {
  let end: () => void = () => undefined;
  const small = asSmall(() => new Promise<void>((resolve) => (end = resolve)));
  const begun = performance.now();
  await goneOn();
  const took = performance.now() - begun;
  end();
  await small;
  await setTimeout(BEHIND_MS);
  // A machine with other work takes longer, and never less.
  expect(took).toBeGreaterThan(3 * STEPS * FREE_MS);
  expect((await goneOn()).length).toBeLessThan(2 * 3 * STEPS);
});

/** How long a number of slices take that take turns, as where streams are merged, while something small goes on. */
async function turnsOf(slices: readonly TimeSlice[]): Promise<number> {
  const begun = performance.now();
  for (let step = 0; step < 4 * STEPS; step += 1) {
    const slice = slices[step % slices.length];
    if (slice === undefined) throw new Error('there is no slice');
    burn(slice);
    await slice.yieldWhenOver();
  }
  return performance.now() - begun;
}

test('slices that take turns in one piece of work do not wait for the permits of each other', async () => {
  let end: () => void = () => undefined;
  const small = asSmall(() => new Promise<void>((resolve) => (end = resolve)));
  const alone = await turnsOf([new TimeSlice()]);
  const merged = await turnsOf([new TimeSlice(), new TimeSlice(), new TimeSlice()]);
  end();
  await small;
  expect(merged / alone).toBeLessThan(3);
});

test('work goes on by itself while its slice is not used up, and ends when nobody waits for it', async () => {
  const gone = new AbortController();
  const slice = new TimeSlice({ signal: gone.signal });
  gone.abort(new Error('gone'));
  await slice.yieldWhenOver();
  burn(slice);
  await expect(slice.yieldWhenOver()).rejects.toThrow('gone');
});

test('what is small itself gives way to nothing but one look of the event loop', async () => {
  let end: () => void = () => undefined;
  const other = asSmall(() => new Promise<void>((resolve) => (end = resolve)));
  let looks = 0;
  let isOver = false;
  const looking = (async (): Promise<void> => {
    while (!isOver) {
      await setImmediate();
      looks += 1;
    }
  })();
  const slice = new TimeSlice({ isSmall: true });
  burn(slice);
  await slice.yieldWhenOver();
  expect(looks).toBeLessThanOrEqual(1);
  isOver = true;
  end();
  await Promise.all([looking, other]);
});
