import { schedulingClass } from '#scheduler';
import { madeWorkloads, workloadFile } from './made-workloads.js';
import { measuredPods, readWorkload } from './workload.js';

test.each(madeWorkloads().map((workload) => [workload.name, workload] as const))(
  'the file of %s is what is made',
  (_, workload) => {
    expect(readWorkload(workloadFile(workload))).toEqual(workload);
  },
);

/** Without spelling out a million pods. */
function counted(groups: readonly { readonly count: number }[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

test('nodes, pods and classes', () => {
  const figures = madeWorkloads().map((workload) => {
    const measured = measuredPods(workload);
    return [
      workload.name,
      counted(workload.nodes),
      counted(workload.initialPods),
      measured.length,
      new Set(measured.map((pod) => schedulingClass(pod))).size,
    ];
  });
  expect(figures).toEqual([
    ['SchedulingBasic100/5000', 5000, 1000, 10_000, 100],
    ['SchedulingBasic100/20000', 20_000, 1000, 10_000, 100],
    ['SchedulingBasic100/50000', 50_000, 1000, 10_000, 100],
    ['LargeCluster/130000', 130_000, 1_000_000, 20_000, 100],
    ['LargeClusterChanging/130000', 130_000, 1_000_000, 20_000, 100],
    ['Classes800/5000', 5000, 1000, 6400, 800],
    ['Classes840/5000', 5000, 1000, 6720, 840],
    ['Classes1000/5000', 5000, 1000, 8000, 1000],
    ['Classes5000/5000', 5000, 1000, 10_000, 5000],
    ['Services100/5000', 5000, 1000, 5000, 100],
    ['Services100/50000', 50_000, 1000, 5000, 100],
    ['PreemptionBudgets0/5000', 5000, 20_000, 1000, 1],
    ['PreemptionBudgets100/5000', 5000, 20_000, 1000, 1],
    ['AllDistinct/5000', 5000, 1000, 5000, 5000],
    ['Growth5000/500', 500, 0, 5000, 1],
    ['Growth20000/1000', 1000, 0, 20_000, 1],
  ]);
});

test('classes take turns', () => {
  const [hundred] = madeWorkloads();
  const names = hundred === undefined ? [] : measuredPods(hundred).map(({ metadata }) => metadata?.name);
  expect([names[0], names[1], names[99], names[100]]).toEqual(['m0-0', 'm1-0', 'm99-0', 'm0-1']);
});
