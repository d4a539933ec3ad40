import { growthPlot } from './growth-plot.js';
import { madeWorkloads } from './made-workloads.js';

test('the rate of each line is drawn in both panels; one that was not measured is named', () => {
  const figures = madeWorkloads().map(({ name }, at) => ({ workload: name, podsPerCpuSecond: 20_000 / (at + 1) }));
  const drawing = growthPlot(figures);
  expect(drawing).toMatch(/^<svg .*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  for (const text of ['nodes', 'classes, 5,000 nodes', 'no two pods alike', '100,000'])
    expect(drawing).toContain(`>${text}</text>`);
  const without = figures.filter(({ workload }) => workload !== 'Services100/50000');
  expect(() => growthPlot(without)).toThrow('there is no rate of Services100/50000 per second of processor time');
});
