import { CALLER, pod, scheduleAll, valueOf, type TestServices } from '#test-services';
import { fillHistory, type FilledHistory } from '../testing/filled-history.js';
import { CHECKS, VerificationService, type Signing } from './index.js';

let history: FilledHistory;
let services: TestServices;
let signing: Signing;

beforeAll(async () => {
  history = await fillHistory();
  ({ services, signing } = history);
}, 60_000);
afterAll(() => history.drop());

test('what was written through the services holds', async () => {
  const { checks, ...counts } = valueOf(await new VerificationService(services.database, signing).verify(CALLER, {}));
  expect(checks.map(({ name, violations }) => [name, violations])).toEqual(
    Object.values(CHECKS).map((name) => [name, []]),
  );
  expect(checks.every(({ holds }) => holds)).toBe(true);
  const empty = checks.filter(({ checked }) => checked === 0);
  // The history has none; those of the service's specs have.
  expect(empty.map(({ name }) => name)).toEqual([CHECKS.quotasExact, CHECKS.accessIntact]);
  expect(counts).toMatchObject({ holds: true, clusters: 3 });
});

test('a cluster that is not there is refused, and progress is reported', async () => {
  const verification = new VerificationService(services.database);
  expect(await verification.verify(CALLER, { cluster: 'none' })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: 'none' },
  });
  const stages: string[] = [];
  const { clusters } = valueOf(
    await verification.verify(CALLER, { cluster: 'filled', onProgress: ({ stage }) => stages.push(stage) }),
  );
  // What takes long is reported more than once.
  expect([clusters, ...new Set(stages)]).toEqual([1, 'log', 'evidence', 'state']);
});

test('in a cluster without controllers clients keep the status of quotas', async () => {
  const { id: cluster } = valueOf(await services.clusters.create(CALLER, { name: 'bare', controllers: 'none' }));
  const quota = {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'pods', namespace: 'default' },
    spec: { hard: { pods: '9' } },
  };
  const counted = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'counted', namespace: 'default' },
    spec: { containers: [{ name: 'c', image: 'i' }] },
  };
  for (const object of [quota, counted]) valueOf(await services.objects.apply(CALLER, cluster, { object }));
  const { checks } = valueOf(await new VerificationService(services.database, signing).verify(CALLER, { cluster }));
  expect(checks.filter(({ holds }) => !holds)).toEqual([]);
});

test('what was imported over-committed is not laid at the door of Berth', async () => {
  const full = await services.clusterOf(
    {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'full' },
      status: { capacity: { cpu: '1', memory: '1Gi', pods: '110' } },
    },
    ...['a', 'b'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default' },
      spec: { nodeName: 'full', containers: [{ name: 'c', image: 'i', resources: { requests: { memory: '1Gi' } } }] },
    })),
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'cpu-only', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu: '1' } } }] },
    },
  );
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(full), { wait: true }));
  expect(valueOf(await new VerificationService(services.database).verify(CALLER, { cluster: full }))).toMatchObject({
    holds: true,
  });
});

test('a pod that names its requests in an order of its own holds', async () => {
  const own = await services.clusterOf(pod('p', { 'ephemeral-storage': '1Gi', memory: '1Gi', cpu: '1' }));
  expect(
    valueOf(await new VerificationService(services.database, signing).verify(CALLER, { cluster: own })).checks.flatMap(
      ({ violations }) => violations,
    ),
  ).toEqual([]);
});
