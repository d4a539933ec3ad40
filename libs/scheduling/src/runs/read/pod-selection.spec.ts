import { compareQueued } from '#scheduler';
import { CALLER, kindNamed, manifest, pod, TestServices, valueOf } from '#test-services';
import type { StoredObject } from '#rows';
import { selectPods } from './pod-selection.js';
import type { QueuePosition } from './queued-pods.queries.js';
import type { PodRequest } from '../schedule-request.js';

let services: TestServices;
let cluster: string;
/** Created in this order: priorities and times that agree, differ, and are not there. */
const KINDS = [
  ['a', 0, '2026-01-01T00:00:02Z'],
  ['b', 7, '2026-01-01T00:00:03Z'],
  ['c', -5, '2026-01-01T00:00:01Z'],
  ['d', 7, '2026-01-01T00:00:03Z'],
  ['e', 0, '2026-01-01T00:00:01Z'],
  ['f', 2_000_000_000, '2026-01-01T00:00:04Z'],
  ['g', 0, '2026-01-01T00:00:02Z'],
  ['h', 0, undefined],
] as const;
const QUEUE = ['f', 'b', 'd', 'e', 'a', 'g', 'h', 'c'];

beforeAll(async () => {
  services = await TestServices.create();
  const objects = KINDS.map(([name, priority, creationTimestamp]) => {
    const { metadata, ...rest } = manifest(pod(name, { cpu: '1' }, { priority }));
    return {
      ...rest,
      metadata: {
        ...metadata,
        labels: { group: name < 'e' ? 'first' : 'second' },
        ...(creationTimestamp && { creationTimestamp }),
      },
    };
  });
  const others = [pod('bound', {}, { nodeName: 'x' }), { ...pod('done'), status: { phase: 'Succeeded' } }];
  cluster = await services.clusterOf(...objects, ...others);
});
afterAll(() => services.drop());

const slice = (request: PodRequest, limit: number, after?: QueuePosition) =>
  services.database.transaction(CALLER, (tx) => selectPods(tx, cluster, request, { after, limit }));
const names = (pods: readonly StoredObject[]) => pods.map(({ object }) => object.metadata.name);

/** All slices of a request, as a run reads them. */
async function slices(request: PodRequest, limit: number): Promise<StoredObject[][]> {
  const read: StoredObject[][] = [];
  for (let after: QueuePosition | undefined; ;) {
    const { pods, next } = valueOf(await slice(request, limit, after));
    read.push([...pods]);
    if (next === null) return read;
    after = { ...next, until: BigInt(await services.position(cluster)) };
  }
}

test.each([1, 2, 3, 7, 8, 100])('slices of %i pods are the queue, each pod once', async (limit) => {
  const read = await slices({}, limit);
  expect(names(read.flat())).toEqual(QUEUE);
  expect(read.map(({ length }) => length).slice(0, -1)).toEqual(
    Array.from({ length: Math.ceil(8 / limit) - 1 }, () => limit),
  );
});

test('the queue is in the order of the scheduler library', async () => {
  const [pods = []] = await slices({}, 100);
  const queued = pods.map(({ object, createdPosition }) => ({ pod: object, position: createdPosition }));
  expect([...queued].reverse().sort(compareQueued)).toEqual(queued);
});

test.each<readonly [string, PodRequest, readonly string[]]>([
  ['a namespace', { namespace: 'default' }, QUEUE],
  ['another namespace', { namespace: 'other' }, []],
  [
    'labels',
    { labels: { selector: 'group=second', requirements: [{ key: 'group', operator: 'In', values: ['second'] }] } },
    ['f', 'e', 'g', 'h'],
  ],
  [
    'names, bound and finished pods too',
    { names: ['default/c', 'default/bound', 'default/done', 'default/f'] },
    ['f', 'bound', 'done', 'c'],
  ],
])('of %s', async (_, request, want) => {
  const order = 'names' in request ? [...want].sort() : want;
  const found = names((await slices(request, 3)).flat());
  expect('names' in request ? found.sort() : found).toEqual(order);
});

test('a pod that is created while the run goes on is not of the run', async () => {
  const until = BigInt(await services.position(cluster));
  const { next } = valueOf(await slice({}, 7));
  valueOf(await services.import(cluster, [pod('late', {}, { priority: -9 })]));
  expect(next).not.toBeNull();
  const rest = valueOf(await slice({}, 7, { ...(next as Omit<QueuePosition, 'until'>), until }));
  expect([names(rest.pods), rest.next]).toEqual([['c'], null]);
});

test('what is read of a pod is what the cluster serves, and pods of one template share their spec', async () => {
  const twins = ['t1', 't2'].map((name) => pod(name, { cpu: '250m' }, { priority: 1 }));
  valueOf(await services.import(cluster, twins));
  const { pods } = valueOf(await slice({ names: ['default/t1', 'default/t2', 'default/bound'] }, 10));
  const [, one, two] = [...pods].sort((a, b) => (a.object.metadata.name < b.object.metadata.name ? -1 : 1));
  expect(one?.object.spec).toBe(two?.object.spec);
  for (const { object, resourceVersion } of pods) {
    const stored = valueOf(
      await services.objects.get(
        CALLER,
        { cluster, kind: kindNamed('Pod'), namespace: 'default' },
        object.metadata.name,
      ),
    );
    expect({ ...object, metadata: { ...object.metadata, resourceVersion: String(resourceVersion) } }).toEqual(stored);
  }
});
