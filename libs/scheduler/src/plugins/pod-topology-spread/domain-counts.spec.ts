import fc from 'fast-check';
import { DomainCounts } from './domain-counts.js';

describe('DomainCounts', () => {
  const cases: [name: string, pods: Record<string, number>, size: number, fewest: number][] = [
    ['no domain has more than any pods', {}, 0, 2 ** 31 - 1],
    ['one domain is its own emptiest', { a: 3 }, 1, 3],
    ['the emptiest comes last', { a: 3, b: 1, c: 0 }, 3, 0],
    ['the emptiest comes first', { a: 1, b: 2, c: 2 }, 3, 1],
  ];
  test.each(cases)('%s', (_name, pods, size, fewest) => {
    const counts = new DomainCounts(new Map(Object.entries(pods)));
    expect([counts.size, counts.fewest, counts.of('elsewhere')]).toEqual([size, fewest, 0]);
  });

  test('one pod more in the only emptiest domain, and back', () => {
    const counts = new DomainCounts(
      new Map([
        ['a', 1],
        ['b', 4],
      ]),
    );
    counts.change('a', 1);
    expect([counts.of('a'), counts.of('b'), counts.fewest]).toEqual([2, 4, 2]);
    counts.change('a', -1);
    expect([counts.of('a'), counts.fewest]).toEqual([1, 1]);
  });
  test('one pod more in one of two emptiest domains', () => {
    const counts = new DomainCounts(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    counts.change('a', 1);
    expect([counts.of('a'), counts.fewest]).toEqual([2, 1]);
  });
  test('one pod less in a domain that was not the emptiest', () => {
    const counts = new DomainCounts(
      new Map([
        ['a', 1],
        ['b', 1],
      ]),
    );
    counts.change('b', -1);
    expect([counts.of('b'), counts.fewest, counts.size]).toEqual([0, 0, 2]);
  });

  test('after any changes they are what counting again would find', () => {
    const domains = ['a', 'b', 'c', 'd'];
    const change = fc.record({ value: fc.constantFrom(...domains), step: fc.constantFrom(1 as const, -1 as const) });
    fc.assert(
      fc.property(fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }), fc.array(change), (start, changes) => {
        const plain = new Map(domains.map((value, index) => [value, start[index] ?? 0]));
        const counts = new DomainCounts(new Map(plain));
        for (const { value, step } of changes) {
          plain.set(value, (plain.get(value) ?? 0) + step);
          counts.change(value, step);
          expect(domains.map((one) => counts.of(one))).toEqual([...plain.values()]);
          expect(counts.fewest).toBe(Math.min(...plain.values()));
        }
      }),
    );
  });
});
