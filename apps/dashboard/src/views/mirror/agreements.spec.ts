import { agreementsOf, latestOf } from './agreements.js';

test('a tie agrees, and what is unknown is not judged', () => {
  const of = (...agreements: readonly ('same' | 'tie' | 'differs' | 'unknown')[]): ReturnType<typeof agreementsOf> =>
    agreementsOf([...agreements.map((agreement) => ({ observed: { agreement } })), { observed: null }]);
  expect(of('same', 'tie', 'differs', 'unknown', 'unknown')).toEqual({
    counts: { same: 1, tie: 1, differs: 1, unknown: 2 },
    agreed: 2,
    judged: 3,
  });
  expect(of()).toMatchObject({ agreed: 0, judged: 0 });
});

test('the latest come first', () => {
  const rows = ['2026-01-01', '2026-01-03', '2026-01-02'].map((at) => ({ at }));
  expect(latestOf(rows).map(({ at }) => at)).toEqual(['2026-01-03', '2026-01-02', '2026-01-01']);
});
