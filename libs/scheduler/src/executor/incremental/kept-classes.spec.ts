import type { ClassState } from './class-state.js';
import { KeptClasses } from './kept-classes.js';

/** Classes that take 10 each, in a bound for so many of them. */
class Classes {
  readonly released: string[] = [];
  readonly kept: KeptClasses;

  constructor(most: number) {
    this.kept = new KeptClasses(10 * most);
  }

  /** Whether the class was there; now it is. */
  use(name: string, profile = 0): boolean {
    if (this.kept.use(profile, name) !== undefined) return true;
    const state = { bytes: 10, release: () => this.released.push(name) };
    this.kept.keep(profile, name, { state: state as unknown as ClassState, objectsVersion: 1 });
    return false;
  }

  /** How many of the classes are found, in each round in which they take turns. */
  rounds(names: readonly string[], rounds: number): number[] {
    return Array.from({ length: rounds }, () => names.filter((name) => this.use(name)).length);
  }
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('all are found while they fit', () => {
  const classes = new Classes(10);
  expect(classes.rounds(numbered('a', 10), 3)).toEqual([0, 10, 10]);
  expect([classes.kept.bytes, classes.released]).toEqual([100, []]);
});

test('of more than fit, most are found in each round', () => {
  for (const [count, found] of [
    [11, 9],
    [12, 9],
    [20, 9],
    [100, 9],
  ] as const) {
    const classes = new Classes(10);
    const rounds = classes.rounds(numbered('a', count), 6);
    expect([count, rounds.slice(2).every((hits) => hits >= found - 1)]).toEqual([count, true]);
    expect(classes.kept.bytes).toBe(100);
  }
});

test('classes that come back drive out those that do not', () => {
  const classes = new Classes(10);
  classes.rounds(numbered('a', 10), 3);
  expect(classes.rounds(numbered('b', 8), 4).slice(2)).toEqual([8, 8]);
});

test('classes that come once drive out none that come again', () => {
  const classes = new Classes(3);
  const found: boolean[] = [];
  for (let time = 0; time < 20; time += 1) {
    classes.use(`once${time}`);
    found.push(classes.use('again'), classes.use('too'));
  }
  expect(found.slice(6).every((hit) => hit)).toBe(true);
});

test('the class that is decided and another one are kept also beyond the bound; of all profiles together', () => {
  const classes = new Classes(0);
  classes.use('a');
  classes.use('b', 1);
  classes.use('c');
  expect([classes.kept.bytes, classes.released.length, classes.use('c')]).toEqual([20, 1, true]);
});

test('what is forgotten or cleared takes nothing', () => {
  const classes = new Classes(5);
  numbered('a', 5).forEach((name) => classes.use(name));
  classes.kept.forget(0, 'a3');
  classes.kept.forget(0, 'nothing');
  expect([classes.kept.bytes, classes.use('a3'), classes.released]).toEqual([40, false, []]);
  classes.kept.clear();
  expect([classes.kept.bytes, classes.use('a1')]).toEqual([0, false]);
});
