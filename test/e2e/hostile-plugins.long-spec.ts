import { survive } from './hostile-plugins.js';

test('1,000 hostile plugins: each is named in its decision, and the service answers throughout', async () => {
  const { unnamed, failedReads, reads, slowestMs } = await survive(1_000);
  console.log(`${reads} reads meanwhile, the slowest in ${slowestMs.toFixed(0)} ms`);
  expect({ unnamed, failedReads }).toEqual({ unnamed: [], failedReads: 0 });
  expect(reads).toBeGreaterThanOrEqual(2_000);
}, 1_800_000);
