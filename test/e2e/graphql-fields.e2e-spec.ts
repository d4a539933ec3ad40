import { GraphqlApi, node, pod } from './graphql-api.js';

let api: GraphqlApi;
let uid: string;
let first: string;
let second: string;
beforeAll(async () => {
  api = await GraphqlApi.ofTeam();
  await api.cluster('fields', [
    node('n1', { capacity: { cpu: '1500m', memory: '1Gi', pods: '3' } }),
    pod('a', { requests: { cpu: '1', memory: '100M' } }),
    pod('b', { requests: { cpu: '1', memory: '100M' } }),
  ]);
  ({ uid: first } = (await api.scheduled({ clusterId: 'fields' })).run);
  ({ uid: second } = (await api.scheduled({ clusterId: 'fields' })).run);
  ({
    cluster: { uid },
  } = await api.data('{ cluster(name: "fields") { uid } }'));
});
afterAll(() => api.stop());

test('a pod, a node and a run are found by what they are called', async () => {
  const { cluster, then } = await api.data(
    `query ($run: ID!, $second: ID!) {
      cluster(name: "fields") { pod(namespace: "default", name: "a") { name nodeName }
        gone: pod(namespace: "x", name: "a") { name }
        clusterNode(name: "n1") { name } none: clusterNode(name: "n2") { name }
        run(id: $run) { uid id state progress { decided } } nothing: run(id: "nothing") { uid } }
      then: cluster(name: "fields", at: "revision:1") { pod(namespace: "default", name: "a") { nodeName }
        run(id: $second) { uid } } }`,
    { run: first, second },
  );
  expect(cluster).toMatchObject({
    pod: { name: 'a', nodeName: 'n1' },
    gone: null,
    clusterNode: { name: 'n1' },
    none: null,
    run: { uid: first, state: 'complete', progress: null },
    nothing: null,
  });
  expect(then).toEqual({ pod: { nodeName: null }, run: null });
  const again = await api.data('query ($id: ID!) { cluster(name: "fields") { run(id: $id) { uid } } }', {
    id: cluster.run.id,
  });
  expect(again.cluster.run.uid).toBe(first);
});

test('amounts are numbers in base units beside the exact text', async () => {
  const { cluster } = await api.data(`{ cluster(name: "fields") {
    clusterNode(name: "n1") { capacity { resource quantity value } free { resource quantity value } }
    pod(namespace: "default", name: "a") { requests { resource quantity value } } } }`);
  expect(cluster.clusterNode.capacity).toEqual([
    { resource: 'cpu', quantity: '1500m', value: 1.5 },
    { resource: 'memory', quantity: '1Gi', value: 1_073_741_824 },
    { resource: 'pods', quantity: '3', value: 3 },
  ]);
  expect(cluster.clusterNode.free[0]).toEqual({ resource: 'cpu', quantity: '500m', value: 0.5 });
  expect(cluster.pod.requests[1]).toMatchObject({ resource: 'memory', value: 100_000_000 });
});

test('runs and pods lead to their decisions, those of dry runs too', async () => {
  const dry = (await api.scheduled({ clusterId: 'fields', dryRun: true })).run.uid as string;
  const { cluster } = await api.data(`{ cluster(name: "fields") {
    runs { edges { node { uid
      decisions { edges { cursor node { pod { name } outcome } } pageInfo { hasNextPage } } } } }
    pods { edges { node { name decisions { edges { node { outcome run { uid } } } }
      bound: decisions(outcome: scheduled) { edges { node { outcome } } } } } } } }`);
  const decisionsOf = (run: string): unknown =>
    cluster.runs.edges
      .find((edge: { node: { uid: string } }) => edge.node.uid === run)
      .node.decisions.edges.map((edge: { node: object }) => edge.node);
  expect(decisionsOf(first)).toEqual([
    { pod: { name: 'a' }, outcome: 'scheduled' },
    { pod: { name: 'b' }, outcome: 'unschedulable' },
  ]);
  expect(decisionsOf(dry)).toEqual([{ pod: { name: 'b' }, outcome: 'unschedulable' }]);
  expect(cluster.pods.edges).toMatchObject([
    { node: { name: 'a', decisions: { edges: [{ node: { run: { uid: first } } }] }, bound: { edges: [{}] } } },
    {
      node: {
        name: 'b',
        decisions: { edges: [{ node: { run: { uid: second } } }, { node: { run: { uid: first } } }] },
        bound: { edges: [] },
      },
    },
  ]);
  const then = await api.data(`{ cluster(name: "fields", at: "revision:1") { pod(namespace: "default", name: "a") {
    decisions { edges { cursor } } } } }`);
  expect(then.cluster.pod.decisions.edges).toEqual([]);
});

test('a decision leads to its cluster, to the moment before it, and to what it was about, now and then', async () => {
  const query = `query ($id: ID!, $at: String) { decision(id: $id) { cluster { name } revision part moment
    podObject { name nodeName } podThen: podObject(at: $at) { name nodeName } nodeObject { name } } }`;
  const { decision } = await api.data(query, { id: `${first}.0` });
  expect(decision).toEqual({
    cluster: { name: 'fields' },
    revision: '2',
    part: 0,
    moment: 'revision:1',
    podObject: { name: 'a', nodeName: 'n1' },
    podThen: { name: 'a', nodeName: 'n1' },
    nodeObject: { name: 'n1' },
  });
  const before = await api.data(query, { id: `${first}.0`, at: decision.moment });
  expect(before.decision.podThen).toEqual({ name: 'a', nodeName: null });
  const dry = (await api.scheduled({ clusterId: 'fields', dryRun: true })).run.uid as string;
  expect((await api.data(query, { id: `${dry}.0` })).decision).toMatchObject({
    revision: null,
    part: null,
    moment: expect.stringMatching(/^revision:\d+$/),
    podObject: { name: 'b' },
    nodeObject: null,
  });
});

test('the pod of a decision is not another pod of its name', async () => {
  await api.cluster('again', [node('n1'), pod('a')]);
  const { run } = await api.scheduled({ clusterId: 'again' });
  await api.data('mutation ($input: DeleteObjectInput!) { deleteObject(input: $input) { refusals { code } } }', {
    input: { clusterId: 'again', kind: 'Pod', name: 'a' },
  });
  await api.imported({ clusterId: 'again', manifests: JSON.stringify(pod('a')) });
  const { decision } = await api.data(
    'query ($id: ID!) { decision(id: $id) { podObject { name } podThen: podObject(at: "revision:2") { name } } }',
    { id: `${run.uid}.0` },
  );
  expect(decision).toEqual({ podObject: null, podThen: { name: 'a' } });
});

test('runs are listed by how far they are, by being dry and by time', async () => {
  const dry = (await api.scheduled({ clusterId: 'fields', dryRun: true })).run as { uid: string; createdAt: string };
  const uids = async (args: string): Promise<string[]> => {
    const { cluster } = await api.data(`{ cluster(name: "fields") { runs(${args}) { edges { node { uid } } } } }`);
    return cluster.runs.edges.map((edge: { node: { uid: string } }) => edge.node.uid) as string[];
  };
  expect(await uids('dryRun: false')).toEqual([second, first]);
  expect(await uids('dryRun: true')).toContain(dry.uid);
  expect(await uids('state: running')).toEqual([]);
  expect(await uids(`since: "${dry.createdAt}"`)).toEqual([dry.uid]);
  const rest = await fetch(`${api.url}/v1/clusters/fields/runs?dryRun=false&state=complete`);
  expect(((await rest.json()) as { items: { id: string }[] }).items.map(({ id }) => id)).toEqual([second, first]);
  expect((await fetch(`${api.url}/v1/clusters/fields/runs?state=done`)).status).toBe(400);
});

test('a run that ended is not cancelled, and one that is not there is not found', async () => {
  const { cancelRun } = await api.data(
    `mutation ($input: CancelRunInput!) { cancelRun(input: $input) { run { uid } refusals { code message
      ... on RunEnded { run state } } } }`,
    { input: { clusterId: uid, runId: first } },
  );
  expect(cancelRun).toEqual({
    run: null,
    refusals: [{ code: 'RUN_ENDED', message: `run ${first} has ended: it is complete`, run: first, state: 'complete' }],
  });
  const post = (run: string): Promise<Response> =>
    fetch(`${api.url}/v1/clusters/fields/runs/${run}/cancel`, { method: 'POST' });
  const ended = await post(first);
  expect([ended.status, ((await ended.json()) as { code: string }).code]).toEqual([409, 'RUN_ENDED']);
  expect((await post('nothing')).status).toBe(404);
});
