import { decidePods, IN_TREE_PLUGINS, readProfile, type Attempt, type Plugin, type Profile } from '#scheduler';
import { arrivalsOf, diceOf } from './arrivals.js';
import { MODEL_LABEL, named, podOf, RESOURCE, snapshotOf, workloadOf, type NamedNode } from './cluster.js';
import { CurveOfArrivals, type Curve } from './curve.js';
import { Devices } from './devices.js';
import { enginePlugin } from './engine-plugin.js';
import type { Fragmentation, GpuSharing, GpuSharingArgs, Policy } from './gpu-sharing.js';
import { capacityOf, gpuOf, type TraceNode, type TracePod } from './trace.js';

export interface Experiment {
  readonly nodes: readonly TraceNode[];
  readonly pods: readonly TracePod[];
  readonly policy: Policy;
  readonly seed: number;
}

/** What a seed makes of an experiment. */
export interface Drawn {
  readonly nodes: readonly NamedNode[];
  readonly arrivals: readonly TracePod[];
  readonly args: GpuSharingArgs;
}

export function draw({ nodes, pods, policy, seed }: Experiment): Drawn {
  const dice = diceOf(seed);
  const arrivals = arrivalsOf(pods, capacityOf(nodes), dice);
  const args = { policy, seed, workload: workloadOf(pods), resource: RESOURCE, modelLabel: MODEL_LABEL };
  return { arrivals, nodes: named(nodes, dice), args };
}

/** Pods arrive one after the other, each is tried once, and none goes: what was allocated and fragmented meanwhile. */
export function runExperiment(experiment: Experiment, gpuSharing: GpuSharing & Fragmentation): Curve {
  const drawn = draw(experiment);
  const devices = new Devices(drawn, gpuSharing);
  const curve = new CurveOfArrivals(capacityOf(experiment.nodes));
  let arrived = 0;
  let ordinal = 0;
  for (const { outcome, row, message } of decide(drawn, enginePlugin(gpuSharing, devices))) {
    const pod = drawn.arrivals[ordinal] as TracePod;
    if (outcome === 'error') throw new Error(`pod ${ordinal} of seed ${experiment.seed}: ${message}`);
    if (outcome === 'scheduled') devices.take(row, pod);
    arrived += gpuOf(pod);
    curve.read({ arrived, allocated: devices.allocated, fragmented: devices.fragmented });
    ordinal += 1;
  }
  return curve.curve();
}

/** An attempt for each arrival. */
export function decide({ nodes, arrivals, args }: Drawn, plugin: Plugin<GpuSharingArgs>): Iterable<Attempt> {
  const profile = profileOf(plugin, args);
  return decidePods({
    snapshot: snapshotOf(nodes),
    pods: arrivals.map(podOf),
    profileOf: () => profile,
    // To Random all nodes are alike: the draw among equals is the policy.
    tieBreak: args.policy === 'Random' ? { rule: 'seeded', seed: BigInt(args.seed) } : { rule: 'first' },
    preemption: 'off',
    now: '2023-01-01T00:00:00Z',
  });
}

/** The filters of kube-scheduler and the plugin's; of scores the plugin's alone. */
function profileOf(plugin: Plugin<GpuSharingArgs>, args: GpuSharingArgs): Profile {
  const enabled = [{ name: plugin.name }];
  const plugins = { filter: { enabled }, score: { enabled, disabled: [{ name: '*' }] } };
  const read = readProfile({ plugins, pluginConfig: [{ name: plugin.name, args }] }, [...IN_TREE_PLUGINS, plugin]);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.profile;
}
