import { setImmediate } from 'node:timers/promises';
import { TimeSlice } from './time-slice.js';

const STEPS = 4;

function burn(slice: TimeSlice): void {
  while (!slice.isOver);
}

test('between two looks of the event loop one of those who wait goes on, in turn', async () => {
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
  const between = seen.join(' ').split('look');
  expect(between.every((names) => names.trim().length <= 1)).toBe(true);
  expect(seen.filter((name) => name !== 'look').join('')).toBe('abc'.repeat(STEPS));
});

test('work goes on by itself while its slice is not used up, and ends when nobody waits for it', async () => {
  const gone = new AbortController();
  const slice = new TimeSlice(gone.signal);
  gone.abort(new Error('gone'));
  await slice.yieldWhenOver();
  burn(slice);
  await expect(slice.yieldWhenOver()).rejects.toThrow('gone');
});
