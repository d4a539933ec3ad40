import { quotaLines } from './quota-lines.js';

const limit = (resource: string, hardValue: number, usedValue: number) => ({
  ...{ resource, hard: String(hardValue), used: String(usedValue), free: String(hardValue - usedValue) },
  ...{ hardValue, usedValue, freeValue: hardValue - usedValue },
});

test('a quota is a line for each of its limits', () => {
  const quota = {
    namespace: 'shop',
    name: 'q',
    scopes: [],
    resources: [limit('pods', 10, 4), limit('services', 0, 0)],
  };
  expect(quotaLines([quota])).toEqual([
    { namespace: 'shop', quota: 'q', resource: 'pods', hard: 10, used: 4, free: 6, share: 0.4 },
    { namespace: 'shop', quota: 'q', resource: 'services', hard: 0, used: 0, free: 0, share: null },
  ]);
});
