import { survive } from './hostile-plugins.js';

test('20 hostile plugins: each is named in its decision, and the service answers throughout', async () => {
  const { unnamed, failedReads, reads } = await survive(20);
  expect({ unnamed, failedReads }).toEqual({ unnamed: [], failedReads: 0 });
  expect(reads).toBeGreaterThanOrEqual(40);
});
