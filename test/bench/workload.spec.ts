import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readArguments } from './arguments.js';
import { runEngine } from './engine-run.js';
import { HEAD, resultOf, tableLine } from './report.js';
import { initialPods, measuredPods, readWorkload, workloadNodes, WorkloadError, type Workload } from './workload.js';

const cpu = (amount: string, priority = 0) => ({
  metadata: { namespace: 'x' },
  spec: { priority, containers: [{ name: 'c', resources: { requests: { cpu: amount } } }] },
});
const small: Workload = {
  name: 'Small/3',
  namespaces: [],
  nodes: [
    {
      count: 3,
      namePrefix: 'n-',
      template: { status: { allocatable: { cpu: '1', pods: '10' } } },
      cycleLabels: { zone: ['a', 'b'] },
    },
  ],
  initialPods: [{ count: 2, namePrefix: 'i-', template: cpu('600m') }],
  measuredPods: [
    { count: 1, namePrefix: 'a-', template: cpu('500m') },
    { count: 3, namePrefix: 'b-', template: cpu('200m') },
  ],
};
const run = (workload: Workload) => runEngine(workload, { seconds: 60, progress: () => undefined });

test('templates are spelt out', () => {
  expect(workloadNodes(small).map(({ metadata }) => metadata?.labels)).toEqual([
    { 'kubernetes.io/hostname': 'n-0', zone: 'a' },
    { 'kubernetes.io/hostname': 'n-1', zone: 'b' },
    { 'kubernetes.io/hostname': 'n-2', zone: 'a' },
  ]);
  expect([initialPods(small), measuredPods(small)].map((pods) => pods.map(({ metadata }) => metadata?.uid))).toEqual([
    ['x/i-0', 'x/i-1'],
    ['x/a-0', 'x/b-0', 'x/b-1', 'x/b-2'],
  ]);
});

test('the engine places what fits and counts every decision', async () => {
  expect(await run(small)).toMatchObject({ nodes: 3, pods: 4, scheduled: 4 });
  expect(await run({ ...small, measuredPods: [{ count: 3, namePrefix: 'a-', template: cpu('500m') }] })).toMatchObject({
    pods: 3,
    scheduled: 2,
  });
});

test('a pod that preempts is tried again when its victims are gone', async () => {
  const workload: Workload = {
    ...small,
    preemption: true,
    initialPlacement: 'roundRobin',
    initialPods: [{ count: 3, namePrefix: 'low-', template: cpu('900m') }],
    measuredPods: [{ count: 4, namePrefix: 'high-', template: cpu('900m', 10) }],
  };
  expect(await run(workload)).toMatchObject({ pods: 4, scheduled: 3 });
});

test('a run stops when its time on the clock is over', async () => {
  const figures = await runEngine(
    { ...small, measuredPods: [{ count: 100, namePrefix: 'a-', template: cpu('1m') }] },
    { seconds: 0, progress: () => undefined },
  );
  expect(figures.pods).toBe(1);
});

test('the run in the middle is reported, with the spread, and compared with an earlier one', () => {
  const figures = { nodes: 3, pods: 4, scheduled: 4, p50Ms: 0.5, p99Ms: 2, bytesPerDecision: 99.6 };
  const result = resultOf(
    { workload: 'Small/3', mode: 'warm' },
    [30, 10, 20].map((podsPerSecond) => ({ ...figures, podsPerSecond })),
  );
  expect(result).toMatchObject({ workload: 'Small/3', mode: 'warm', podsPerSecond: 20, runs: 3, spread: [10, 30] });
  expect(tableLine(result).split(/ +/)).toEqual(['Small/3', 'warm', '3', '4', '20', '10..30', '0.500', '2.000', '100']);
  expect(tableLine(result, new Map([['Small/3 warm', { ...result, podsPerSecond: 8 }]]))).toMatch(/ x 2\.50$/);
  expect(HEAD.indexOf('bytes/dec.') + 'bytes/dec.'.length).toBe(tableLine(result).length);
});

describe('what cannot be used is said:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'berth-bench-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (text: string): string => {
    const path = join(folder, 'w.json');
    writeFileSync(path, text);
    return path;
  };
  const cases: [name: string, call: () => unknown, want: string | RegExp][] = [
    ['no workload', () => readArguments([]), /^usage: bench/],
    [
      'a mode that is not there',
      () => readArguments(['--mode', 'hot', 'f']),
      '--mode: "hot" is not known; known are engine, warm, cold',
    ],
    ['calls of nobody', () => readArguments(['--calls', '2', 'f']), '--calls: the engine alone is not called'],
    ['no number', () => readArguments(['--runs', '0', 'f']), '--runs: "0" is not a number above 0'],
    ['an unknown option', () => readArguments(['--fast']), /Unknown option '--fast'/],
    ['no file', () => readWorkload('nowhere.json'), /^nowhere\.json: .*ENOENT/],
    ['no JSON', () => readWorkload(file('{')), /w\.json: .*JSON/],
    ['no nodes', () => readWorkload(file('{"name": "x"}')), /w\.json: nodes is missing$/],
  ];
  test.each(cases)('%s', (_name, call, want) => {
    expect(call).toThrow(WorkloadError);
    expect(call).toThrow(want);
  });
});
