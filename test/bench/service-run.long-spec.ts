import { runService, type ServiceRunOptions } from './service-run.js';
import type { Workload } from './workload.js';

const pods = (cpu: string, priority = 0) => ({
  metadata: { namespace: 'x' },
  spec: { priority, containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
});
const PAGE_BYTES = 8192;

const cluster = {
  namespaces: [{ metadata: { name: 'x' } }],
  nodes: [{ count: 3, namePrefix: 'n-', template: { status: { allocatable: { cpu: '1', pods: '10' } } } }],
};
const crowded: Workload = {
  ...cluster,
  name: 'Crowded/3',
  preemption: true,
  initialPlacement: 'roundRobin',
  initialPods: [{ count: 3, namePrefix: 'low-', template: pods('900m') }],
  measuredPods: [{ count: 4, namePrefix: 'high-', template: pods('900m', 10) }],
};
/** One of the initial pods finds no node, and is pending beside the measured ones. */
const overfull: Workload = {
  ...cluster,
  name: 'Overfull/3',
  initialPods: [{ count: 4, namePrefix: 'i-', template: pods('600m') }],
  measuredPods: [
    { count: 3, namePrefix: 'a-', template: pods('200m') },
    { count: 1, namePrefix: 'b-', template: pods('500m') },
  ],
};

async function reported(workload: Workload, options: Pick<ServiceRunOptions, 'mode' | 'calls'>) {
  const phases: unknown[][] = [];
  const figures = await runService(workload, {
    ...options,
    seconds: 60,
    progress: (...phase) => {
      phases.push(phase);
    },
  });
  return { figures, phases };
}

test('a warm service is called several times, each for its share of the pods', async () => {
  const { figures, phases } = await reported(crowded, { mode: 'warm', calls: 2 });
  expect(figures).toMatchObject({ nodes: 3, pods: 4, scheduled: 3, calls: 2, decisions: 7 });
  expect(phases).toEqual([
    ['preparing', 0, 1],
    ['calling', 0, 2],
    ['calling', 1, 2],
  ]);
  expect([figures.bytesPerDecision > 0, Math.round(figures.bytesPerDecision * 7) % PAGE_BYTES]).toEqual([true, 0]);
  expect(figures.p99Ms).toBeGreaterThanOrEqual(figures.p50Ms);
});

test('a cold service decides the measured pods and no others', async () => {
  const { figures } = await reported(overfull, { mode: 'cold', calls: 1 });
  expect(figures).toMatchObject({ nodes: 3, pods: 4, scheduled: 3, calls: 1, decisions: 4 });
});
