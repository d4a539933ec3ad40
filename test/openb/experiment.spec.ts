import { loadPlugins, PluginHost } from '#plugin-host';
import type { Attempt, Plugin } from '#scheduler';
import { Devices } from './devices.js';
import { enginePlugin } from './engine-plugin.js';
import { decide, draw, runExperiment } from './experiment.js';
import { importGpuSharing, PACKAGE, POLICIES, type GpuSharingArgs, type Policy } from './gpu-sharing.js';
import { everyNth } from './small-trace.js';

const SMALL = everyNth(40);
const gpuSharing = await importGpuSharing();

describe('in a thread of its own, as a service asks it', () => {
  let host: PluginHost;
  beforeAll(async () => {
    host = new PluginHost(await loadPlugins([PACKAGE]), { budgetMs: 30_000, now: () => performance.now() });
  });
  afterAll(() => host.stop());

  test.each(POLICIES)('%s decides what it decides here', (policy) => {
    const drawn = draw({ ...SMALL, policy, seed: 42 });
    const devices = new Devices(drawn, gpuSharing);
    const said = ({ nodeName, message }: Attempt): string => nodeName ?? message;
    const here: string[] = [];
    for (const attempt of decide(drawn, enginePlugin(gpuSharing, devices))) {
      here.push(said(attempt));
      const pod = drawn.arrivals[here.length - 1];
      if (attempt.outcome === 'scheduled' && pod !== undefined) devices.take(attempt.row, pod);
    }
    const there = Array.from(decide(drawn, host.plugins[0] as Plugin<GpuSharingArgs>), said);
    expect(there).toEqual(here);
    expect(new Set(here).size).toBeGreaterThan(20);
  });
});

test.each(POLICIES)('%s: what is allocated and what is idle are the capacity, and no device gives twice', (policy) => {
  const drawn = draw({ ...SMALL, policy, seed: 43 });
  const devices = new Devices(drawn, gpuSharing);
  let ordinal = 0;
  for (const { outcome, row } of decide(drawn, enginePlugin(gpuSharing, devices))) {
    const pod = drawn.arrivals[ordinal];
    if (outcome === 'scheduled' && pod !== undefined) devices.take(row, pod);
    ordinal += 1;
  }
  const left = drawn.nodes.flatMap((_, row) => devices.of(row).free);
  expect(left.every((free) => free >= 0 && free <= 1000)).toBe(true);
  expect(devices.allocated + left.reduce((sum, free) => sum + free, 0)).toBe(left.length * 1000);
  expect(devices.allocated / (left.length * 1000)).toBeGreaterThan(0.7);
  expect(drawn.nodes.every((_, row) => devices.of(row).cpu >= 0)).toBe(true);
});

test('the same seed comes to the same, another one to something else', () => {
  const run = (seed: number) => runExperiment({ ...SMALL, policy: 'Random', seed }, gpuSharing);
  expect(run(42)).toEqual(run(42));
  expect(run(42)).not.toEqual(run(43));
});

test('FGD allocates more than BestFit, and BestFit more than Random', () => {
  const quarter = everyNth(4);
  const at100 = (policy: Policy) => runExperiment({ ...quarter, policy, seed: 42 }, gpuSharing)[100]?.allocated ?? 0;
  expect(at100('FGD')).toBeGreaterThan(at100('BestFit') + 1);
  expect(at100('BestFit')).toBeGreaterThan(at100('Random') + 1);
});
