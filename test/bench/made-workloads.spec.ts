import { schedulingClass } from '#scheduler';
import { madeWorkloads, workloadFile } from './made-workloads.js';
import { initialPods, measuredPods, readWorkload, workloadNodes } from './workload.js';

test.each(madeWorkloads().map((workload) => [workload.name, workload] as const))(
  'the file of %s is what is made',
  (_, workload) => {
    expect(readWorkload(workloadFile(workload))).toEqual(workload);
  },
);

test('nodes, pods and classes', () => {
  const figures = madeWorkloads().map((workload) => {
    const measured = measuredPods(workload);
    return [
      workload.name,
      workloadNodes(workload).length,
      initialPods(workload).length,
      measured.length,
      new Set(measured.map((pod) => schedulingClass(pod))).size,
    ];
  });
  expect(figures).toEqual([
    ['SchedulingBasic100/5000', 5000, 1000, 10_000, 100],
    ['SchedulingBasic100/20000', 20_000, 1000, 10_000, 100],
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
