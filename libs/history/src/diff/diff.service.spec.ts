import { jsonPatch } from '#json';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { PastClusters } from '#state';
import { served } from '#rows';
import { randomWrites, CALLER, kindNamed, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';
import type { Diff, DiffRequest } from './diff.js';
import { DiffService } from './diff.service.js';

let services: TestServices;
let diffs: DiffService;
const past = new PastClusters();
const writes = randomWrites(() => services);
beforeAll(async () => {
  services = await TestServices.create();
  diffs = new DiffService(services.database, past);
});
afterAll(() => services.drop());

const diff = async (request: DiffRequest): Promise<Diff> => valueOf(await diffs.diff(CALLER, request));
const NOTHING = { created: {}, deleted: {}, changed: {}, objects: [], placements: [] };

/** Every object at a position by kind, namespace and name, without what no patch has. */
async function objectsAt(cluster: string, position: string): Promise<Map<string, unknown>> {
  const state = await services.database.transaction(CALLER, (tx) => past.at(tx, cluster, BigInt(position)), {
    snapshot: true,
    readOnly: true,
  });
  return new Map(
    state.kinds
      .flatMap((kind) => state.ofKind(kind))
      .map((object) => {
        const {
          metadata: { resourceVersion: _, ...metadata },
          ...rest
        } = served(object.stored());
        return [`${object.kind}/${object.namespace}/${object.name}`, { ...rest, metadata }];
      }),
  );
}

function patched(objects: ReadonlyMap<string, unknown>, { objects: differences }: Diff): Map<string, unknown> {
  const result = new Map(objects);
  for (const { kind, namespace, name, op, patch } of differences) {
    const key = `${kind}/${namespace}/${name}`;
    const next = jsonPatch(result.get(key) ?? null, patch);
    if ('problem' in next) throw new Error(next.problem);
    if (op === 'deleted') result.delete(key);
    else result.set(key, next.value);
  }
  return result;
}

function nodesOfPods(objects: ReadonlyMap<string, unknown>): Map<string, string> {
  const pods = [...objects].filter(([key]) => key.startsWith('Pod/')) as [
    string,
    { readonly spec: { readonly nodeName?: string } },
  ][];
  return new Map(
    pods.flatMap(
      ([
        key,
        {
          spec: { nodeName },
        },
      ]) => (nodeName === undefined ? [] : [[key.slice('Pod/'.length), nodeName]]),
    ),
  );
}

test('a diff applied to the one gives the other, forward and back, and of the same is empty', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 2, maxLength: 6 }), async (rounds) => {
      const cluster = await services.clusterOf(node('a'), node('b'));
      const positions = [await services.position(cluster)];
      for (const round of rounds) {
        for (const write of round) await write(cluster);
        positions.push(await services.position(cluster));
      }
      for (const [index, from] of positions.entries()) {
        const to = positions[(index * 2 + 1) % positions.length] ?? from;
        const found = await diff({ cluster, from, to });
        const [before, after] = [await objectsAt(cluster, from), await objectsAt(cluster, to)];
        expect(patched(before, found)).toEqual(after);
        const placed = nodesOfPods(before);
        for (const {
          pod: { namespace, name },
          from: left,
          to: taken,
        } of found.placements) {
          expect(placed.get(`${namespace}/${name}`) ?? null).toBe(left);
          if (taken === null) placed.delete(`${namespace}/${name}`);
          else placed.set(`${namespace}/${name}`, taken);
        }
        expect(placed).toEqual(nodesOfPods(after));
        expect(await diff({ cluster, from, to: from })).toMatchObject({ ...NOTHING, utilization: { movers: [] } });
      }
    }),
    { numRuns: cases(15) },
  );
}, 120_000);

test('what moved: objects, pods, nodes', async () => {
  const cluster = await services.clusterOf(
    node('a', { cpu: '4' }),
    node('b', { cpu: '100m' }),
    pod('p'),
    pod('q', { cpu: '500m' }),
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  valueOf(await services.objects.delete(CALLER, { cluster, kind: kindNamed('Node'), namespace: '' }, { name: 'b' }));
  const found = await diff({ cluster, from: 'revision:1' });
  expect(found).toMatchObject({
    created: {},
    deleted: { Node: 1 },
    changed: { Pod: 2 },
    from: { position: '5', revision: '1', moment: 'revision:1' },
    to: { position: '8', revision: '3', moment: 'revision:3' },
  });
  expect(found.objects.map(({ op, kind, name, before, after }) => [op, kind, name, before, after])).toEqual([
    ['deleted', 'Node', 'b', '2', null],
    ['changed', 'Pod', 'p', '3', '6'],
    ['changed', 'Pod', 'q', '4', '7'],
  ]);
  expect(found.objects[1]?.patch).toEqual(expect.arrayContaining([{ op: 'add', path: '/spec/nodeName', value: 'a' }]));
  expect(found.placements).toEqual(
    ['p', 'q'].map((name) => ({ pod: { namespace: 'default', name }, from: null, to: 'a' })),
  );
  const { nodes, pods, resources, movers } = found.utilization;
  expect({ nodes, pods, movers }).toEqual({
    nodes: { before: 2, after: 1, difference: -1 },
    pods: { before: 0, after: 2, difference: 2 },
    movers: [
      {
        node: 'a',
        pods: { before: 0, after: 2, difference: 2 },
        requested: [
          { resource: 'cpu', before: '0', after: '1500m', difference: '1500m' },
          { resource: 'pods', before: '0', after: '2', difference: '2' },
        ],
      },
    ],
  });
  expect(resources.find(({ resource }) => resource === 'cpu')).toEqual({
    resource: 'cpu',
    allocatable: { before: '4100m', after: '4', difference: '-100m' },
    requested: { before: '0', after: '1500m', difference: '1500m' },
    ratio: { before: 0, after: 0.375 },
  });
});

describe('two clusters', () => {
  test('imported from the same manifests are the same, whatever the server gave their objects', async () => {
    const [one, other] = [await services.clusterOf(node('a'), pod('p')), await services.clusterOf(pod('p'), node('a'))];
    expect(await diff({ cluster: one, with: other })).toMatchObject(NOTHING);
  });

  test('a fork differs from its origin, and from its siblings, in what was done since', async () => {
    const cluster = await services.clusterOf(node('a'), node('b'), pod('p'), pod('q'));
    const forked = async (name: string): Promise<string> =>
      valueOf(await services.forks.fork(CALLER, { cluster, name })).id;
    const [fork, sibling] = [await forked('fork-of-diff'), await forked('sibling-of-diff')];
    expect(await diff({ cluster, with: fork })).toMatchObject(NOTHING);
    valueOf(await services.bindings.bind(CALLER, { cluster: fork, namespace: 'default', name: 'p', node: 'a' }));
    valueOf(await services.bindings.bind(CALLER, { cluster: sibling, namespace: 'default', name: 'p', node: 'b' }));
    const moved = async (request: DiffRequest) => {
      const { objects, placements } = await diff(request);
      return [objects.map(({ kind, name }) => `${kind} ${name}`), placements.map(({ from, to }) => [from, to])];
    };
    expect(await moved({ cluster, with: fork })).toEqual([['Pod p'], [[null, 'a']]]);
    expect(await moved({ cluster: fork, with: cluster })).toEqual([['Pod p'], [['a', null]]]);
    expect(await moved({ cluster: fork, with: sibling })).toEqual([['Pod p'], [['a', 'b']]]);
    expect(await moved({ cluster: fork, from: '5', with: sibling, to: '5' })).toEqual([[], []]);
  });
});

test.each<[string, Omit<DiffRequest, 'cluster'>, object]>([
  ['no moment in from', { from: 'x' }, { kind: 'InvalidRequest', problems: [{ field: 'from' }] }],
  ['a moment to come in to', { from: '0', to: '99' }, { kind: 'InvalidRequest', problems: [{ field: 'to' }] }],
  ['another cluster that is not there', { with: 'nowhere' }, { kind: 'ClusterNotFound', cluster: 'nowhere' }],
  ['what is not kept', { from: '2020-01-01T00:00:00Z' }, { kind: 'HistoryExpired' }],
])('%s is refused', async (_, request, refusal) => {
  const cluster = await services.clusterOf(node('a'));
  expect(await diffs.diff(CALLER, { cluster, ...request })).toMatchObject({ refused: true, refusal });
});
