import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fragmentation, typicalClasses } from './fragmentation.js';
import plugin from './index.js';

const argsOf = (policy, more = {}) => ({ policy, seed: 0, resource: 'gpu', modelLabel: 'model', ...more });
const pod = (cpu, gpu = 0) => ({ requests: { cpu, ...(gpu > 0 && { gpu }) } });

/** The state of a node after pods came to it. */
function nodeWith({ cpu = 128_000, gpus, model = 'T4', pods = [] }, args) {
  const metadata = { name: 'n', labels: { model } };
  const state = plugin.nodeState.create({ metadata, allocatable: { cpu, gpu: gpus * 1000 } }, args);
  for (const one of pods) plugin.nodeState.add(state, one, args);
  return state;
}

function score(policy, node, asking) {
  const args = argsOf(policy, { workload: WORKLOAD });
  return plugin.score(asking, null, args, nodeWith(node, args));
}

const WORKLOAD = [
  { pods: 3, cpu: 1000, gpus: 1, milli: 1000 },
  { pods: 1, cpu: 1000, gpus: 1, milli: 500 },
];

test('a pod gets a share of one device, or whole devices that nobody uses', () => {
  const args = argsOf('BestFit');
  const shares = [pod(0, 600), pod(0, 300), pod(0, 500), pod(0, 100)];
  assert.deepEqual(nodeWith({ gpus: 3, pods: shares }, args).free, [0, 500, 1000]);
  assert.deepEqual(nodeWith({ gpus: 3, pods: [pod(0, 600), pod(0, 2000)] }, args).free, [400, 0, 0]);
  assert.deepEqual(nodeWith({ gpus: 1, cpu: 4000, pods: [pod(1500)] }, args), {
    ...nodeWith({ gpus: 1 }, args),
    cpu: 2500,
  });
});

test('what does not fit on the devices says so, whatever they have left together', () => {
  const args = argsOf('BestFit');
  const state = nodeWith({ gpus: 2, pods: [pod(0, 600), pod(0, 700)] }, args);
  const verdict = (asking) => plugin.filter(asking, null, args, state);
  assert.deepEqual([pod(0), pod(0, 400), pod(0, 401), pod(0, 1000)].map(verdict), [
    true,
    true,
    'node(s) had no GPU with 401/1000 left',
    'node(s) had no 1 idle GPU(s)',
  ]);
  assert.deepEqual(verdict(pod(0, 1500)), {
    code: 'UnschedulableAndUnresolvable',
    reasons: ['pod asks for more than one GPU, and not for whole ones'],
  });
  assert.equal(plugin.score(pod(0, 1000), null, args, state), 0);
});

test('a pod that was put where it has no room takes no device', () => {
  const state = nodeWith({ gpus: 1, pods: [pod(0, 600), pod(0, 600)] }, argsOf('BestFit'));
  assert.deepEqual(state.free, [400]);
});

test('BestFit: what is left, of cpu and of GPUs, half and half', () => {
  // 1 - (64/128 + 7/8) / 2, and 1 - (96/128 + 0/8) / 2
  assert.equal(score('BestFit', { gpus: 8 }, pod(64_000, 1000)), 31);
  assert.equal(score('BestFit', { gpus: 1 }, pod(32_000, 1000)), 62);
});

test('DotProd: the product of what is free and what is asked for', () => {
  // 1 - (128/128 * 64/128 + 8/8 * 1/8) / 2, and 1 - (64/128 * 64/128) / 2
  assert.equal(score('DotProd', { gpus: 8 }, pod(64_000, 1000)), 68);
  assert.equal(score('DotProd', { gpus: 8, cpu: 64_000 }, pod(64_000)), 87);
});

test('GpuClustering: nodes with the same kind of demand alone, among others, idle ones, the rest', () => {
  const on = (...pods) => score('GpuClustering', { gpus: 2, pods }, pod(0, 500));
  // 25 * (8 - what is idle) / 8 within a band of 25
  assert.equal(on(pod(0, 500)), 75 + 20);
  assert.equal(on(pod(0, 500), pod(0, 1000)), 50 + 23);
  assert.equal(on(), 25 + 18);
  assert.equal(on(pod(0, 1000)), 21);
  assert.equal(score('GpuClustering', { gpus: 2 }, pod(1000)), 0);
});

test('GpuPacking: shared GPUs, then idle ones beside used ones, then those of idle nodes', () => {
  const shared = { gpus: 2, pods: [pod(0, 600)] };
  assert.equal(score('GpuPacking', shared, pod(0, 300)), 96);
  assert.equal(score('GpuPacking', shared, pod(0, 500)), 49);
  assert.equal(score('GpuPacking', { gpus: 8, pods: [pod(0, 100)] }, pod(0, 7000)), 43);
  assert.equal(score('GpuPacking', { gpus: 2 }, pod(0, 500)), 31);
  assert.equal(score('GpuPacking', { gpus: 8 }, pod(0, 500)), 25);
  assert.equal(score('GpuPacking', { gpus: 8 }, pod(1000)), 0);
});

test('FGD: what the workload cannot use, before and after, on the best device', () => {
  const half = { gpus: 2, cpu: 8000, pods: [pod(0, 500)] };
  // 0 -> 3/4 * 500; and back again on the same device
  assert.equal(score('FGD', { gpus: 2, cpu: 8000 }, pod(0, 500)), Math.trunc(100 / (1 + Math.exp(0.375))));
  assert.equal(score('FGD', half, pod(0, 500)), Math.trunc(100 / (1 + Math.exp(-0.375))));
  // No cpu is left for anybody: 2 GPUs are lost.
  assert.equal(score('FGD', { gpus: 2, cpu: 8000 }, pod(7500)), Math.trunc(100 / (1 + Math.exp(2))));
  assert.equal(score('FGD', { gpus: 2, cpu: 8000 }, pod(1000)), 50);
  const args = argsOf('FGD', { workload: WORKLOAD });
  assert.deepEqual(nodeWith({ ...half, pods: [...half.pods, pod(0, 500)] }, args).free, [0, 1000]);
});

test('fragmentation is the mean over the classes: of none that asks for no GPU, another model or more cpu', () => {
  const unusable = (one) =>
    fragmentation(nodeWith({ gpus: 2, cpu: 4000, pods: [pod(0, 700)] }, argsOf('BestFit')), typicalClasses([one]));
  assert.equal(unusable({ pods: 1, cpu: 1000, gpus: 1, milli: 300 }), 0);
  assert.equal(unusable({ pods: 1, cpu: 1000, gpus: 1, milli: 400 }), 300);
  assert.equal(unusable({ pods: 1, cpu: 1000, gpus: 2, milli: 1000 }), 1300);
  assert.equal(unusable({ pods: 1, cpu: 1000, gpus: 1, milli: 300, models: ['T4', 'P100'] }), 0);
  assert.equal(unusable({ pods: 1, cpu: 1000, gpus: 1, milli: 300, models: ['P100'] }), 1300);
  assert.equal(unusable({ pods: 1, cpu: 5000, gpus: 1, milli: 300 }), 1300);
  assert.equal(unusable({ pods: 1, cpu: 0, gpus: 0, milli: 0 }), 1300);
});

test('typical are the most frequent classes that have 95 % of the pods, of equals the larger ones', () => {
  const one = { gpus: 1, milli: 1000 };
  const workload = [
    { pods: 5, cpu: 1, ...one },
    { pods: 90, cpu: 2, ...one },
    { pods: 5, cpu: 3, ...one },
  ];
  assert.deepEqual(
    typicalClasses(workload).map(({ cpu, weight }) => [cpu, weight]),
    [
      [2, 90 / 95],
      [3, 5 / 95],
    ],
  );
});

test('Random: all nodes are alike, and a share is of any device that has room', () => {
  assert.equal(score('Random', { gpus: 8 }, pod(64_000, 1000)), 0);
  const devices = (seed) => {
    const args = argsOf('Random', { seed });
    return nodeWith({ gpus: 3, pods: [pod(0, 1000), pod(0, 100)] }, args).free.indexOf(900);
  };
  assert.deepEqual(new Set(Array.from({ length: 20 }, (_, seed) => devices(seed))), new Set([1, 2]));
  assert.equal(devices(7), devices(7));
});
