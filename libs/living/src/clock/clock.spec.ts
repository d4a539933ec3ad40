import { microTimeOf, parseDuration, timeOf } from './duration.js';
import { Timers } from './timers.js';

test.each([
  ['0', 0],
  ['300ms', 300],
  ['1h2m3.5s', 3_723_500],
  ['1.5m', 90_000],
  ['', undefined],
  ['-1s', undefined],
  ['5', undefined],
  ['1y', undefined],
  ['1s ', undefined],
  ['900000000h', undefined],
])('%j is a duration of %p ms', (text, want) => expect(parseDuration(text)).toBe(want));

test('times are whole seconds, or microseconds', () => {
  const at = Date.parse('2026-01-05T00:00:01.250Z');
  expect([timeOf(at), microTimeOf(at)]).toEqual(['2026-01-05T00:00:01Z', '2026-01-05T00:00:01.250000Z']);
});

describe('timers', () => {
  const taken = (timers: Timers, by: number): string[] => {
    const names: string[] = [];
    for (let timer = timers.take(by); timer !== undefined; timer = timers.take(by))
      names.push(`${timer.at} ${timer.owner} ${timer.key}`);
    return names;
  };

  test('come by time, then by controller and key, as far as they are due', () => {
    const timers = new Timers();
    for (const [at, owner, key] of [
      [5, 1, 'b'],
      [5, 1, 'a'],
      [3, 2, 'c'],
      [5, 0, 'z'],
      [9, 0, 'y'],
    ] as const)
      timers.set({ at, owner, key });
    expect(taken(timers, 5)).toEqual(['3 2 c', '5 0 z', '5 1 a', '5 1 b']);
    expect(timers.peek()).toEqual({ at: 9, owner: 0, key: 'y' });
  });

  test('one takes the place of another of its key; by a time, only an earlier one does', () => {
    const timers = new Timers();
    timers.set({ at: 5, owner: 0, key: 'a' });
    timers.set({ at: 8, owner: 0, key: 'a' });
    timers.setBy({ at: 9, owner: 0, key: 'a' });
    timers.setBy({ at: 4, owner: 0, key: 'b' });
    timers.setBy({ at: 2, owner: 0, key: 'b' });
    expect(timers.all().map(({ at, key }) => `${at} ${key}`)).toEqual(['2 b', '8 a']);
    expect(taken(timers, 100)).toEqual(['2 0 b', '8 0 a']);
  });

  test('of timers that are set again and again one is left', () => {
    const timers = new Timers();
    for (let at = 1_000; at > 0; at -= 1) timers.set({ at, owner: 0, key: 'a' });
    expect(taken(timers, 2_000)).toEqual(['1 0 a']);
  });
});
