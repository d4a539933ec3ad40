import { readFileSync } from 'node:fs';
import { runExperiment } from './experiment.js';
import { importGpuSharing, POLICIES } from './gpu-sharing.js';
import { readPublished } from './published.js';
import { orderOf, resultOf, tableOf, type Result } from './report.js';
import { everyNth } from './small-trace.js';

const LIST = 'openb_pod_list_default';
const SEEDS = Array.from({ length: 10 }, (_, index) => 42 + index);
const whole = everyNth(1);
const gpuSharing = await importGpuSharing();
const results: Result[] = [];

test.each(POLICIES)('%s: the mean of ten seeds is within 0.6 point of what was published', (policy) => {
  const runs = SEEDS.map((seed) =>
    resultOf({ list: LIST, policy, seed }, runExperiment({ ...whole, policy, seed }, gpuSharing)),
  );
  results.push(...runs);
  const published = readPublished().find((one) => one.list === LIST && one.policy === policy);
  const mean = (field: 'allocatedAt100' | 'allocatedAt130' | 'fragmentedAt100') =>
    runs.reduce((sum, run) => sum + run[field], 0) / runs.length;
  for (const field of ['allocatedAt100', 'allocatedAt130', 'fragmentedAt100'] as const)
    expect(Math.abs(mean(field) - (published?.[field] ?? NaN))).toBeLessThan(0.6);
});

test('on every seed FGD allocates more than BestFit, and BestFit more than Random', () =>
  expect(orderOf(results)).toBe('FGD > BestFit > Random on 10 of 10 seeds'));

test('docs/openb.md has the table', () =>
  expect(readFileSync('docs/openb.md', 'utf8')).toContain(tableOf(results, readPublished())));
