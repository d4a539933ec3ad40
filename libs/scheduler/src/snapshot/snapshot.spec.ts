import fc from 'fast-check';
import { makeNode, makePod, makeSnapshot, snapshotState } from '../testing/index.js';
import { IMAGES } from '../plugins/image-locality/image-index.js';
import { PODS_WITH_TERMS } from '../plugins/inter-pod-affinity/pods-with-terms.js';
import { HOST_PORTS } from '../plugins/node-ports/host-ports.js';
import { placedLike, placedPod, type PlacedPod } from './placed-pod.js';
import type { Snapshot } from './snapshot.js';

const KEEPS_AWAY = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone', labelSelector: {} }] };
const GPU = 'nvidia.com/gpu';

describe('a snapshot', () => {
  const snapshot = makeSnapshot(
    [
      makeNode('b')
        .labels({ zone: 'z' })
        .allocatable({ [GPU]: 2 }),
      makeNode('a').cordoned().taint('t', 'NoSchedule'),
    ],
    [
      makePod('p')
        .onNode('a')
        .requests({ cpu: '250m', [GPU]: 1 })
        .hostPort(80)
        .affinity({ podAntiAffinity: KEEPS_AWAY }),
    ],
  );

  test('has nodes as rows, in the order in which they were added', () => {
    expect([snapshot.nodeCount, snapshot.rowOf('b'), snapshot.rowOf('a'), snapshot.rowOf('c')]).toEqual([
      2,
      0,
      1,
      undefined,
    ]);
    expect(snapshot.nodes).toEqual([
      { name: 'b', labels: { zone: 'z' } },
      { name: 'a', labels: {} },
    ]);
    expect([...snapshot.rowsByName()]).toEqual([1, 0]);
  });
  test('keeps account of every resource', () => {
    const at = (name: string, row: number) => {
      const column = snapshot.resource(name);
      return [column?.allocatable.at(row), column?.requested.at(row), column?.nonZeroRequested.at(row)];
    };
    expect([at('cpu', 1), at('memory', 1), at(GPU, 0), at(GPU, 1)]).toEqual([
      [4000n, 250n, 250n],
      [8n << 30n, 0n, 200n << 20n],
      [2n, 0n, 0n],
      [0n, 1n, 1n],
    ]);
    expect(snapshot.resource('amd.com/gpu')).toBeUndefined();
  });
  test('counts pods', () => {
    const { any, requiredAntiAffinity } = snapshot.state(PODS_WITH_TERMS);
    const { podCounts } = snapshot.state(HOST_PORTS);
    const counts = [snapshot.podCount, podCounts, any, requiredAntiAffinity].map((column) => [
      ...column.subarray(0, 2),
    ]);
    expect([...counts, snapshot.rowOfPod('p')]).toEqual([[0, 1], [0, 1], [0, 1], [0, 1], 1]);
  });
  test('refuses what is there already, and rows that are not', () => {
    expect(() => snapshot.addNode(makeNode('a'))).toThrow('node a is there already');
    expect(() => snapshot.addPod(placedPod(makePod('p')), 0)).toThrow('pod p is on a node already');
    expect(() => snapshot.addPod(placedPod(makePod('q')), 2)).toThrow('there is no row 2');
    expect(() => makeSnapshot([]).addNode(makeNode('x').allocatable({ cpu: '12Qi' }))).toThrow('"12Qi"');
  });
  test('removes a pod and answers where it was', () => {
    const fork = snapshot.fork();
    expect(fork.removePod('p')).toMatchObject({ pod: { uid: 'p' }, row: 1 });
    expect(fork.removePod('p')).toBeUndefined();
    expect([fork.state(PODS_WITH_TERMS).any[1], fork.podCount[1], fork.resource('cpu')?.requested.at(1)]).toEqual([
      0,
      0,
      0n,
    ]);
  });
});

describe('amounts beyond 2^52', () => {
  const pod = (name: string, bytes: bigint) => placedPod(makePod(name).requests({ memory: `${bytes}` }));

  test('are exact, and stay so when they are gone', () => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${2n ** 62n}` })]);
    const requested = (): bigint | undefined => snapshot.resource('memory')?.requested.at(0);
    snapshot.addPod(pod('a', 2n ** 61n + 1n), 0);
    snapshot.addPod(pod('b', 3n), 0);
    expect(requested()).toBe(2n ** 61n + 4n);
    snapshot.removePod('a');
    expect([requested(), snapshot.resource('memory')?.requested.values[0]]).toEqual([3n, 3]);
  });
  test('survive growth and forks', () => {
    const snapshot = makeSnapshot([makeNode('n').allocatable({ memory: `${2n ** 62n + 1n}` })]);
    for (let index = 0; index < 40; index += 1) snapshot.addNode(makeNode(`n${index}`));
    expect(snapshot.fork().resource('memory')?.allocatable.at(0)).toBe(2n ** 62n + 1n);
  });
});

describe('for any run of movements', () => {
  const movement = fc.record({
    add: fc.boolean(),
    pod: fc.nat(11),
    row: fc.nat(3),
    milliCpu: fc.nat(9_000),
    bytes: fc.bigInt(0n, 2n ** 62n),
    port: fc.nat(2),
  });

  function move(
    snapshot: Snapshot,
    {
      add,
      pod,
      row,
      milliCpu,
      bytes,
      port,
    }: { add: boolean; pod: number; row: number; milliCpu: number; bytes: bigint; port: number },
  ): void {
    const name = `p${pod}`;
    if (!add || snapshot.rowOfPod(name) !== undefined) snapshot.removePod(name);
    else
      snapshot.addPod(
        placedPod(
          makePod(name)
            .requests({ cpu: `${milliCpu}m`, memory: `${bytes}`, [GPU]: pod })
            .hostPort(port),
        ),
        row,
      );
  }
  const nodes = (): Snapshot => makeSnapshot(['a', 'b', 'c', 'd'].map((name) => makeNode(name)));

  test('what was tried is undone to the last bit, nested too', () => {
    fc.assert(
      fc.property(fc.array(movement), fc.array(movement), fc.array(movement), (before, tried, deeper) => {
        const snapshot = nodes();
        for (const step of before) move(snapshot, step);
        const state = snapshotState(snapshot);
        snapshot.tentatively(() => {
          for (const step of tried) move(snapshot, step);
          const inside = snapshotState(snapshot);
          snapshot.tentatively(() => deeper.forEach((step) => move(snapshot, step)));
          expect(snapshotState(snapshot)).toEqual(inside);
        });
        expect(snapshotState(snapshot)).toEqual(state);
      }),
      { numRuns: 100 },
    );
  });
  test('host ports are what the pods take, whatever was tried before', () => {
    fc.assert(
      fc.property(fc.array(movement), fc.array(movement), (steps, tried) => {
        const snapshot = nodes();
        for (const step of steps) {
          move(snapshot, step);
          snapshot.tentatively(() => tried.forEach((one) => move(snapshot, one)));
        }
        const taken = snapshot.nodes.map((_, row) => snapshot.pods(row).flatMap(({ load }) => load.hostPorts));
        expect(
          snapshot.nodes.map((_, row) =>
            snapshot.state(HOST_PORTS).conflicts(row, snapshot.pods(row), [{ ip: '::', protocol: 'TCP', port: 2 }]),
          ),
        ).toEqual(taken.map((ports) => ports.some(({ port }) => port === 2)));
      }),
      { numRuns: 100 },
    );
  });
  test('a fork and what it came from do not see each other', () => {
    fc.assert(
      fc.property(fc.array(movement), fc.array(movement), fc.array(movement), (before, there, here) => {
        const [original, reference] = [nodes(), nodes()];
        for (const step of before) [original, reference].forEach((snapshot) => move(snapshot, step));
        const fork = original.fork();
        for (const step of there) move(fork, step);
        fork.addNode(makeNode('late').image('app:1', 1));
        for (const step of here) [original, reference].forEach((snapshot) => move(snapshot, step));
        expect(snapshotState(original)).toEqual(snapshotState(reference));
        expect([original.state(IMAGES).get('app:1'), fork.state(IMAGES).get('app:1')?.rows.size]).toEqual([
          undefined,
          1,
        ]);
      }),
      { numRuns: 100 },
    );
  });
  test('an error undoes as well', () => {
    const snapshot = nodes();
    const state = snapshotState(snapshot);
    expect(() =>
      snapshot.tentatively(() => {
        snapshot.addPod(placedPod(makePod('p')), 0);
        throw new Error('enough');
      }),
    ).toThrow('enough');
    expect(snapshotState(snapshot)).toEqual(state);
  });
});

test('pods stand on their node in the order of their creation, whenever they come, those of no log last', () => {
  const snapshot = makeSnapshot([makeNode('a')]);
  const logged = (name: string, position: number): PlacedPod =>
    placedLike(placedPod(makePod(name)), { uid: name, name, startedAt: null, position });
  const names = (): string[] => snapshot.pods(0).map(({ name }) => name);
  for (const pod of [logged('third', 30), placedPod(makePod('new')), logged('first', 10), logged('second', 20)])
    snapshot.addPod(pod, 0);
  expect(names()).toEqual(['first', 'second', 'third', 'new']);
  snapshot.tentatively(() => snapshot.removePod('second'));
  expect(names()).toEqual(['first', 'second', 'third', 'new']);
});
