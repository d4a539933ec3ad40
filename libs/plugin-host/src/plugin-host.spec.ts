import { writeFileSync } from 'node:fs';
import {
  decidePods,
  DenseExecutor,
  IN_TREE_PLUGINS,
  readProfile,
  type Attempt,
  type Executor,
  type Plugin,
  type Pod,
} from '#scheduler';
import { evidenceByRow, makeNode, makePod, makeSnapshot } from '../../scheduler/src/testing/index.js';
import { describedPlugins, PluginHost } from './hosted-plugin.js';
import { loadPlugins } from './loading/index.js';
import { hostilePlugin, writePlugin } from './testing/index.js';

const BUDGET_MS = 300;
const hosts: PluginHost[] = [];
afterAll(() => Promise.all(hosts.map((host) => host.stop())));

interface Hosted {
  readonly name: string;
  readonly path: string;
  readonly plugins: readonly Plugin[];
}

/** A host of one plugin; time goes on only as `clock` says, where it is given. */
async function hosted(source: string, clock: () => number = () => performance.now()): Promise<Hosted> {
  const path = writePlugin(source);
  const loaded = await loadPlugins([path]);
  const host = new PluginHost(loaded, { budgetMs: BUDGET_MS, now: clock });
  hosts.push(host);
  return { name: loaded[0]?.description.name ?? '', path, plugins: host.plugins };
}

const NODES = [makeNode('a').labels({ rack: '1' }), makeNode('b').labels({ rack: '2' }), makeNode('c')].map((node) =>
  node.allocatable({ cpu: '4', memory: '8Gi', pods: '5' }),
);

interface Decided {
  readonly pods: readonly Pod[];
  readonly args?: object;
  readonly executor?: Executor;
  /** Called with each attempt while its evidence holds. */
  readonly look?: (attempt: Attempt) => void;
}

/** What became of pods, one after the other, in a profile that has the plugin beside all others. */
function decide({ name, plugins }: Hosted, { pods, args, executor, look }: Decided): Attempt[] {
  const pluginConfig = args === undefined ? [] : [{ name, args }];
  const value = { plugins: { multiPoint: { enabled: [{ name, weight: 3 }] } }, pluginConfig };
  const read = readProfile(value, [...IN_TREE_PLUGINS, ...plugins]);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const { profile } = read;
  const snapshot = makeSnapshot(NODES);
  const batch = { snapshot, pods, profileOf: () => profile, tieBreak: { rule: 'first' }, now: NOW } as const;
  const attempts: Attempt[] = [];
  for (const attempt of decidePods({ ...batch, ...(executor && { executor }) })) {
    look?.(attempt);
    attempts.push(attempt);
  }
  return attempts;
}

const NOW = '2026-01-01T00:00:00Z';
const podsOf = (count: number): Pod[] => Array.from({ length: count }, (_, index) => makePod(`p${index}`));
const said = (attempts: readonly Attempt[]): string[] => attempts.map(({ nodeName, message }) => nodeName ?? message);

test('a filter and a score decide, with args, labels, loads and reasons', async () => {
  const racks = await hosted(`export default {
    name: 'Racks',
    reach: 'node',
    args: { type: 'object', properties: { wanted: { type: 'string', default: '1' } }, additionalProperties: false },
    filter: (pod, node, { wanted }) => node.metadata.labels.rack === wanted || 'node(s) stand in another rack',
    score: (pod, node) => node.allocatable.pods - node.requested.pods,
  };`);
  expect(said(decide(racks, { pods: podsOf(2) }))).toEqual(['a', 'a']);
  expect(said(decide(racks, { pods: podsOf(1), args: { wanted: '2' } }))).toEqual(['b']);
  expect(said(decide(racks, { pods: podsOf(1), args: { wanted: '3' } }))[0]).toMatch(
    /^0\/3 nodes are available: 3 node\(s\) stand in another rack\./,
  );
});

test('args are judged by the schema, each problem at its field, also where none are given', async () => {
  const { plugins } = await hosted(`export default {
    name: 'Strict',
    args: {
      type: 'object', required: ['rack'], additionalProperties: false,
      properties: { rack: { type: 'string' }, weights: { type: 'array', items: { type: 'integer' } } },
    },
    filter: () => true,
  };`);
  const problemsOf = (pluginConfig: unknown): unknown => {
    const enabled = [{ name: 'Strict' }];
    const read = readProfile({ plugins: { multiPoint: { enabled } }, pluginConfig }, [...IN_TREE_PLUGINS, ...plugins]);
    return 'problems' in read && read.problems.map(({ path, message }) => `${path}: ${message}`);
  };
  expect(problemsOf([{ name: 'Strict', args: { rock: 1, weights: [1, 'two'] } }])).toEqual([
    'pluginConfig[0].args.rack: Required value',
    'pluginConfig[0].args.rock: unknown field "pluginConfig[0].args.rock"',
    'pluginConfig[0].args.weights[1]: Invalid value: "two": must be integer',
  ]);
  expect(problemsOf([{ name: 'Strict' }])).toEqual(['pluginConfig[0].args.rack: Required value']);
  expect(problemsOf([])).toEqual(['pluginConfig[Strict].args.rack: Required value']);
});

test('what is shown to a plugin is what the pods of a class have in common, and the node as it is', async () => {
  const mirror = await hosted(`export default {
    name: 'Mirror', pods: true,
    filter: (pod, node) => ({ code: 'Unschedulable', reasons: [JSON.stringify(pod), JSON.stringify(node)] }),
  };`);
  const [attempt] = decide(mirror, { pods: [makePod('p').labels({ app: 'web' }).requests({ cpu: '1500m' })] });
  const [pod, node] = (attempt?.evidence?.statuses ?? []).find((one) => one?.plugin === 'Mirror')?.reasons ?? [];
  expect(JSON.parse(pod ?? '')).toMatchObject({
    metadata: { namespace: 'default', labels: { app: 'web' } },
    spec: { containers: [{ resources: { requests: { cpu: '1500m' } } }] },
    requests: { cpu: 1500 },
  });
  expect(JSON.parse(node ?? '')).toEqual({
    metadata: { name: 'a', labels: { rack: '1' } },
    spec: { taints: [], unschedulable: false },
    allocatable: { cpu: 4000, memory: 8 * 2 ** 30, pods: 5 },
    requested: { cpu: 0, memory: 0, pods: 0 },
    pods: [],
  });
});

const REACHES = { static: `reach: 'static',`, node: `reach: 'node',`, undeclared: '' };

test.each(Object.entries(REACHES))('%s: both executors agree in every decision and all evidence', async (_, reach) => {
  const load = reach.includes('static') ? '0' : 'node.requested.pods';
  const plugin = await hosted(`export default {
    name: 'Uneven', ${reach}
    filter: (pod, node) => ${load} < 3 || node.metadata.name !== 'a' || 'node(s) are a, and full',
    score: (pod, node) => (node.metadata.name === 'a' ? 70 : 50) - 7 * ${load} + (pod.metadata.labels?.odd ? 1 : 0),
  };`);
  const pods = podsOf(18).map((pod, index) =>
    index % 3 === 0 ? { ...pod, metadata: { ...pod.metadata, labels: { odd: '1' } } } : pod,
  );
  const decisions = (executor?: Executor): unknown[] => {
    const seen: unknown[] = [];
    const look = ({ nodeName, message, outcome, evidence }: Attempt): void => {
      seen.push({ nodeName, message, outcome, evidence: evidence && evidenceByRow(evidence) });
    };
    decide(plugin, { pods, look, ...(executor && { executor }) });
    return seen;
  };
  const incremental = decisions();
  expect(incremental).toEqual(decisions(new DenseExecutor()));
  const scheduled = incremental.filter((one) => (one as Attempt).outcome === 'scheduled');
  expect(scheduled).toHaveLength(load === '0' ? 15 : 13);
});

test.each(['', 'remove: (devices, pod) => { devices.free += Number(pod.metadata.labels.gpus); },'])(
  'devices: a node has a state of its own, pods that come and go change it, with and without remove %s',
  async (remove) => {
    const devices = await hosted(`export default {
      name: 'Devices', reach: 'node',
      nodeState: {
        create: (node) => ({ free: node.metadata.name === 'c' ? 4 : 2 }),
        add: (devices, pod) => { devices.free -= Number(pod.metadata.labels.gpus); },
        ${remove}
      },
      filter: (pod, node, args, devices) => Number(pod.metadata.labels.gpus) <= devices.free || 'Insufficient devices',
      score: (pod, node, args, devices) => 100 - devices.free,
    };`);
    const pod = (name: string, gpus: string, priority = 0): Pod => makePod(name).labels({ gpus }).with({ priority });
    const pods = [pod('x', '2'), pod('y', '2'), pod('z', '3'), pod('w', '2'), pod('vip', '2', 10)];
    const attempts = decide(devices, { pods });
    expect(attempts.map(({ nodeName, outcome }) => nodeName ?? outcome)).toEqual([
      'a',
      'b',
      'c',
      'unschedulable',
      'nominated',
    ]);
    expect(attempts[4]?.postFilter?.victims.map(({ name }) => name)).toHaveLength(1);
  },
);

test('a node has a state for each of the args that it is asked about with', async () => {
  const devices = await hosted(`export default {
    name: 'Sized', reach: 'node',
    args: { type: 'object', properties: { size: { type: 'integer' } } },
    nodeState: {
      create: (node, { size }) => ({ free: 4 * size }),
      add: (devices, pod, { size }) => { devices.free -= size; },
    },
    filter: (pod, node, { size }, devices) => devices.free >= size || 'all ' + 4 * size + ' are taken',
  };`);
  const pods = podsOf(13);
  const fitting = (size: number): number =>
    decide(devices, { pods, args: { size } }).filter(({ outcome }) => outcome === 'scheduled').length;
  expect([fitting(1), fitting(5), fitting(1)]).toEqual([12, 12, 12]);
  expect(decide(devices, { pods, args: { size: 5 } }).at(-1)?.message).toContain('3 all 20 are taken');
});

/** Enough for every trick in every method. */
const HOSTILE = Array.from({ length: 65 }, (_, number) => hostilePlugin(number));

test.each(HOSTILE.map((plugin) => [plugin.source.split('\n')[1]?.trim() ?? '', plugin] as const))(
  '%s is named in the decision',
  async (_, { name, source, says }) => {
    const plugin = await hosted(source);
    const [attempt] = decide(plugin, { pods: podsOf(1) });
    expect(attempt?.outcome).toBe('error');
    expect(attempt?.message).toMatch(new RegExp(`^plugin "${name}" failed: .*(${says.source})`, 's'));
    expect(attempt?.message.length).toBeLessThan(500);
  },
);

test('one that gives no answer gets another thread; after three in a row it is not asked for a while', async () => {
  let rest = 0;
  const plugin = await hosted(
    `let asked = 0;
    export default { name: 'Sleepy', filter: (pod) => { if (pod.metadata.labels?.wake) return true; for (;;); } };`,
    () => performance.now() + rest,
  );
  const wake = makePod('w').labels({ wake: 'up' });
  const silent = `plugin "Sleepy" failed: gave no answer within ${BUDGET_MS} ms`;
  const resting = `${silent} 3 times in a row: it is not asked for 30 seconds`;
  expect(said(decide(plugin, { pods: [...podsOf(2), wake, ...podsOf(4), wake] }))).toEqual([
    ...[silent, silent, 'a'],
    ...[silent, silent, silent, resting],
    resting,
  ]);
  rest = 31_000;
  expect(said(decide(plugin, { pods: [wake, ...podsOf(1)] }))).toEqual(['a', silent]);
});

test('a source that changed while the service runs is not used', async () => {
  const plugin = await hosted(`export default { name: 'Moving', filter: () => true };`);
  writeFileSync(plugin.path, `export default { name: 'Moving', filter: () => 'other' };`);
  expect(said(decide(plugin, { pods: podsOf(1) }))).toEqual([
    'plugin "Moving" failed: has another source than when the service began: start it again',
  ]);
});

test('the source of a plugin is in what a profile comes to, and where none is asked profiles are judged', async () => {
  const loaded = await loadPlugins([writePlugin(`export default { name: 'Seen', score: () => 1 };`)]);
  const plugins = describedPlugins(loaded);
  const read = readProfile({ plugins: { score: { enabled: [{ name: 'Seen' }] } } }, [...IN_TREE_PLUGINS, ...plugins]);
  const sources = 'profile' in read && read.profile.configuration.sources;
  expect(sources).toEqual([{ name: 'Seen', digest: loaded[0]?.digest }]);
  const plain = readProfile({}, [...IN_TREE_PLUGINS, ...plugins]);
  expect('profile' in plain && 'sources' in plain.profile.configuration).toBe(false);
  expect(said(decide({ name: 'Seen', path: '', plugins }, { pods: podsOf(1) }))).toEqual([
    'plugin "Seen" failed: is asked in threads that decide, and this is none',
  ]);
});
