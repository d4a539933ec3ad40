import fc from 'fast-check';
import { requireQuantity, value } from '#apimachinery';
import { decidePods, type BatchInput } from './decide-pods.js';
import { definePlugin } from '../plugin.js';
import { IN_TREE_PLUGINS } from '../in-tree-plugins.js';
import { defaultProfile, readProfile } from '../configuration/read-profile.js';
import { placedPod, type Snapshot } from '../snapshot/index.js';
import { makeNode, makePod, makeSnapshot, profileWith, type NodeBuilder, type PodBuilder } from '../testing/index.js';

const profile = defaultProfile();
const batch = (snapshot: Snapshot, pods: readonly PodBuilder[], more: Partial<BatchInput> = {}) =>
  decidePods({
    snapshot,
    pods,
    profileOf: () => profile,
    tieBreak: { rule: 'first' },
    preemption: 'off',
    now: '2026-01-01T00:00:00Z',
    ...more,
  });
const placements = (snapshot: Snapshot, pods: readonly PodBuilder[], more: Partial<BatchInput> = {}) =>
  [...batch(snapshot, pods, more)].map(({ nodeName, message }) => nodeName ?? message);

describe('a batch', () => {
  test('yields an attempt before its placement is applied, and applies it then', () => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ cpu: '1' })]);
    snapshot.nominations.add(placedPod(makePod('a')), 'n');
    const run = batch(snapshot, [makePod('a').requests({ cpu: '600m' }), makePod('b').requests({ cpu: '600m' })]);
    expect([run.next().value, snapshot.podCount[0]]).toMatchObject([{ nodeName: 'n' }, 0]);
    expect([run.next().value, snapshot.podCount[0]]).toMatchObject([
      { message: '0/1 nodes are available: 1 Insufficient cpu.' },
      1,
    ]);
    expect(run.next().done).toBe(true);
    expect([snapshot.podCount[0], snapshot.pods(0)[0]?.startedAt, snapshot.nominations.isEmpty]).toEqual([
      1,
      Date.UTC(2026, 0, 1),
      true,
    ]);
  });
  test('asks for the profile of each pod', () => {
    const empty = profileWith([]);
    const profileOf = (pod: { spec?: { schedulerName?: string } }) =>
      pod.spec?.schedulerName === 'blind' ? empty : profile;
    const snapshot = makeSnapshot([makeNode('n').cordoned()]);
    expect(placements(snapshot, [makePod('a').with({ schedulerName: 'blind' }), makePod('b')], { profileOf })).toEqual([
      'n',
      '0/1 nodes are available: 1 node(s) were unschedulable.',
    ]);
  });
  test('applies what a placement changes of other objects', () => {
    const marking = definePlugin({
      name: 'Marking',
      reserve: () => [{ kind: 'PersistentVolume', namespace: null, name: 'v', patch: { spec: { taken: true } } }],
    });
    const snapshot = makeSnapshot([makeNode('n')], [], { persistentVolumes: [{ metadata: { name: 'v' } }] });
    const run = batch(snapshot, [makePod('a')], { profileOf: () => profileWith([marking]) });
    expect([run.next().value, snapshot.object('persistentVolumes', 'v')]).toMatchObject([
      { nodeName: 'n' },
      { metadata: { name: 'v' } },
    ]);
    expect(snapshot.object('persistentVolumes', 'v')?.spec).toBeUndefined();
    run.next();
    expect(snapshot.object('persistentVolumes', 'v')?.spec).toEqual({ taken: true });
  });
  test('draws ties by the seed and the number of the attempt', () => {
    const nodes = (): Snapshot => makeSnapshot(Array.from({ length: 8 }, (_, index) => makeNode(`n${index}`)));
    const pods = Array.from({ length: 12 }, (_, index) => makePod(`p${index}`));
    const seeded = (seed: bigint, more: Partial<BatchInput> = {}) =>
      placements(nodes(), pods, { profileOf: () => profileWith([]), tieBreak: { rule: 'seeded', seed }, ...more });
    expect(seeded(7n)).toEqual(seeded(7n));
    expect(seeded(7n)).not.toEqual(seeded(8n));
    expect(seeded(7n).slice(4)).toEqual(
      placements(nodes(), pods.slice(4), {
        profileOf: () => profileWith([]),
        tieBreak: { rule: 'seeded', seed: 7n },
        firstOrdinal: 4,
      }),
    );
  });
  test('refuses questions that nobody answers', () => {
    const asking = profileWith([definePlugin({ name: 'Asking', permit: () => ({ ask: 'may I?' }) })]);
    const run = (more: Partial<BatchInput>) =>
      placements(makeSnapshot([makeNode('n')]), [makePod('p')], { profileOf: () => asking, ...more });
    expect([run({}), run({ answer: () => ({ allowed: true }) })]).toEqual([
      ['0/1 nodes are available: 1 nobody is there to answer.'],
      ['n'],
    ]);
  });
});

describe('a pod that needs the room of others', () => {
  const full = (): Snapshot =>
    makeSnapshot(
      [makeNode('n').allocatable({ cpu: '1' }), makeNode('m').allocatable({ cpu: '1' })],
      [
        makePod('low').onNode('n').requests({ cpu: '900m' }),
        makePod('mid').onNode('m').priority(5).requests({ cpu: '900m' }),
      ],
    );
  const high = (name: string, priority = 10): PodBuilder => makePod(name).priority(priority).requests({ cpu: '900m' });
  const seen = (snapshot: Snapshot, pods: readonly PodBuilder[], preemption: 'off' | 'nominate' | 'evict'): string[] =>
    [...batch(snapshot, pods, { preemption })].map(({ pod, number, outcome, nodeName, postFilter }) =>
      (
        `${pod.metadata?.name} ${number} ${outcome} ${nodeName ?? postFilter?.nominatedNode ?? '-'} ` +
        `${(postFilter?.victims ?? []).map(({ name }) => name).join()}`
      ).trim(),
    );
  const there = (snapshot: Snapshot, row: number): string =>
    snapshot
      .pods(row)
      .map(({ name }) => name)
      .join();

  test('gets none when that is off', () => {
    const snapshot = full();
    expect(seen(snapshot, [high('p')], 'off')).toEqual(['p 1 unschedulable -']);
    expect(snapshot.nominations.isEmpty).toBe(true);
  });
  test('is nominated, and the next one finds that', () => {
    const snapshot = full();
    expect(seen(snapshot, [high('p'), high('q'), high('r')], 'nominate')).toEqual([
      'p 1 nominated n low',
      'q 1 nominated m mid',
      'r 1 unschedulable',
    ]);
    expect([snapshot.nominations.on('n').map(({ name }) => name), there(snapshot, 0)]).toEqual([['p'], 'low']);
  });
  test('displaces the nominations of less important pods', () => {
    const snapshot = full();
    snapshot.nominations.add(placedPod(high('old', 7)), 'n');
    snapshot.nominations.add(placedPod(high('same')), 'm');
    expect(seen(snapshot, [high('p')], 'nominate')).toEqual(['p 1 nominated n low']);
    expect(['n', 'm'].map((node) => snapshot.nominations.on(node).map(({ name }) => name))).toEqual([['p'], ['same']]);
  });
  test('loses its nomination when nothing can be done', () => {
    const snapshot = full();
    snapshot.nominations.add(placedPod(high('p', 0)), 'n');
    expect(seen(snapshot, [high('p', 0)], 'nominate')).toEqual(['p 1 unschedulable']);
    expect(snapshot.nominations.isEmpty).toBe(true);
  });
  test('keeps it when it may not preempt', () => {
    const snapshot = full();
    snapshot.nominations.add(placedPod(high('p')), 'n');
    expect(seen(snapshot, [high('p').with({ preemptionPolicy: 'Never' })], 'nominate')).toEqual([
      'p 1 unschedulable -',
    ]);
    expect(snapshot.nominations.on('n')).toHaveLength(1);
  });
  test('takes it at once when victims are evicted, as the next attempt', () => {
    const snapshot = full();
    expect(seen(snapshot, [high('p'), makePod('q')], 'evict')).toEqual([
      'p 1 nominated n low',
      'p 2 scheduled n',
      'q 1 scheduled m',
    ]);
    expect([there(snapshot, 0), snapshot.nominations.isEmpty]).toEqual(['p', true]);
  });
  test('is not worth a second round of victims', () => {
    const shy = definePlugin({
      name: 'Shy',
      reserve: () => ({ kind: 'rejected', code: 'Unschedulable', reasons: ['not here'] }),
    });
    const read = readProfile({ plugins: { multiPoint: { enabled: [{ name: 'Shy' }] } } }, [...IN_TREE_PLUGINS, shy]);
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    const snapshot = full();
    const attempts = [...batch(snapshot, [high('p')], { preemption: 'evict', profileOf: () => read.profile })];
    expect(attempts.map(({ number, outcome, message }) => [number, outcome, message])).toEqual([
      [1, 'nominated', '0/2 nodes are available: 2 Insufficient cpu.'],
      [2, 'unschedulable', '0/1 nodes are available: 1 not here.'],
    ]);
    expect([there(snapshot, 0), snapshot.nominations.on('n').map(({ name }) => name)]).toEqual(['', ['p']]);
  });
});

describe('for any cluster', () => {
  const node = fc.record({
    cpu: fc.integer({ min: 0, max: 8 }),
    memory: fc.integer({ min: 0, max: 16 }),
    pods: fc.integer({ min: 0, max: 6 }),
    gpu: fc.nat(2),
    tainted: fc.boolean(),
  });
  const pod = fc.record({
    cpu: fc.nat(3000),
    memory: fc.nat(6000),
    gpu: fc.nat(1),
    port: fc.constantFrom(0, 0, 80, 81),
    tolerant: fc.boolean(),
  });
  const cluster = fc.record({
    nodes: fc.array(node, { minLength: 1, maxLength: 8 }),
    pods: fc.array(pod, { maxLength: 24 }),
  });
  type Cluster = Parameters<Parameters<typeof cluster.map>[0]>[0];

  const builtNodes = ({ nodes }: Cluster): NodeBuilder[] =>
    nodes.map(({ cpu, memory, pods, gpu, tainted }, index) => {
      const built = makeNode(`n${index}`).onlyAllocatable({ cpu, memory: `${memory}Gi`, pods, 'nvidia.com/gpu': gpu });
      return tainted ? built.taint('t', 'NoSchedule') : built;
    });
  const builtPods = ({ pods }: Cluster): PodBuilder[] =>
    pods.map(({ cpu, memory, gpu, port, tolerant }, index) => {
      const built = makePod(`p${index}`)
        .requests({ cpu: `${cpu}m`, memory: `${memory}Mi`, 'nvidia.com/gpu': gpu })
        .hostPort(port);
      return tolerant ? built.tolerates({ operator: 'Exists' }) : built;
    });

  test('no node gives more than it has', () => {
    fc.assert(
      fc.property(cluster, (random) => {
        const nodes = builtNodes(random);
        const pods = builtPods(random);
        const bound = [...batch(makeSnapshot(nodes), pods)];
        for (const { metadata, status } of nodes) {
          const here = pods.filter((_, index) => bound[index]?.nodeName === metadata.name);
          const asked = (name: string) =>
            here.reduce((sum, { spec }) => sum + amount(spec.containers?.[0]?.resources?.requests?.[name]), 0n);
          for (const name of ['cpu', 'memory', 'nvidia.com/gpu'])
            expect(asked(name) <= amount(status.allocatable?.[name])).toBe(true);
          expect(here.length).toBeLessThanOrEqual(Number(status.allocatable?.['pods']));
        }
      }),
      { numRuns: 150 },
    );
  });
  test('the order of nodes changes nothing', () => {
    fc.assert(
      fc.property(cluster, (random) => {
        const nodes = builtNodes(random);
        expect(placements(makeSnapshot([...nodes].reverse()), builtPods(random))).toEqual(
          placements(makeSnapshot(nodes), builtPods(random)),
        );
      }),
      { numRuns: 150 },
    );
  });
});

/** In thousandths. */
function amount(text: string | number | undefined): bigint {
  return value({ ...requireQuantity(text ?? 0), exponent: requireQuantity(text ?? 0).exponent + 3 });
}
