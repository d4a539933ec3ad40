import { TestApi, node, pod } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

const POLICY = {
  kind: 'Policy',
  apiVersion: 'v1',
  predicates: [{ name: 'PodFitsResources' }, { name: 'no-tape', argument: { labelsPresence: { labels: ['tape'] } } }],
  priorities: [
    { name: 'MostRequestedPriority', weight: 3 },
    { name: 'EqualPriority', weight: 1 },
  ],
  alwaysCheckAllPredicates: true,
};
const MAPPING = [
  { from: 'PodFitsResources', to: { plugin: 'NodeResourcesFit', args: { ignoredResources: [] } } },
  { from: 'no-tape', to: { plugin: 'NodeLabel', args: { absentLabels: ['tape'] } } },
  { from: 'MostRequestedPriority', to: { plugin: 'NodeResourcesMostAllocated', weight: 3 } },
  { from: 'EqualPriority', to: null },
];
const YAML = 'kind: Policy\napiVersion: v1\npriorities: [{name: ImageLocalityPriority, weight: 1}]\n';
const MAPPED = 'name mapping { from to { plugin weight } }';

test('a Policy is a profile: made, used, explained, replayed', async () => {
  const tape = node('tape') as { metadata: object };
  const cluster = await api.cluster(
    node('a'),
    { ...tape, metadata: { ...tape.metadata, labels: { tape: '' } } },
    pod('p'),
    pod('big', '9'),
  );
  const path = `/v1/clusters/${cluster}`;
  const { body: made } = await api.post(`${path}/profiles`).send(POLICY).expect(201);
  expect(made).toMatchObject({
    name: 'default-scheduler',
    config: { source: POLICY, effective: { policy: { release: 'v1.20', alwaysCheckAllPredicates: true } } },
    mapping: MAPPING,
  });
  const { body: run } = await api.post(`${path}/runs`).send({}).expect(201);
  expect(run).toMatchObject({ state: 'complete', counts: { scheduled: 1, unschedulable: 1 } });
  const { body: decisions } = await api.get(`${path}/decisions?pod=default/big`).expect(200);
  expect(decisions.items).toMatchObject([
    {
      outcome: 'unschedulable',
      message: "0/2 nodes are available: 1 node(s) didn't have the requested labels, 2 Insufficient cpu.",
      profile: { name: 'default-scheduler', digest: made.digest },
    },
  ]);
  const { body: replay } = await api.post(`${path}/replays`).send({}).expect(200);
  expect(replay).toMatchObject({ decisions: 2, identical: 2 });
});

test('a Policy is a configuration, in YAML too, and as a text of GraphQL', async () => {
  const cluster = await api.cluster();
  const { body: report } = await api
    .post(`/v1/clusters/${cluster}/scheduler-configuration`)
    .set('content-type', 'application/yaml')
    .send(YAML)
    .expect(200);
  expect(report).toMatchObject({
    created: 1,
    profiles: [
      {
        name: 'default-scheduler',
        mapping: [{ from: 'ImageLocalityPriority', to: { plugin: 'ImageLocality', weight: 1 } }],
      },
    ],
  });
  const { body: answer } = await api
    .post('/graphql')
    .send({
      query: `mutation ($input: CreateProfileInput!) { createProfile(input: $input) { profile { ${MAPPED} } } }`,
      variables: { input: { clusterId: cluster, profile: `${YAML}schedulerName: images\n` } },
    });
  expect(answer.data.createProfile).toEqual({
    profile: {
      name: 'images',
      mapping: [{ from: 'ImageLocalityPriority', to: { plugin: 'ImageLocality', weight: 1 } }],
    },
  });
  const { body: plain } = await api
    .post(`/v1/clusters/${cluster}/profiles`)
    .send({ schedulerName: 'plain' })
    .expect(201);
  expect(plain.mapping).toBeNull();
});

test('a run may bring a Policy, and what kube-scheduler v1.20 refuses is refused at its field', async () => {
  const cluster = await api.cluster(node('a'), pod('p'));
  await api.post(`/v1/clusters/${cluster}/runs`).send({ profile: POLICY, dryRun: true }).expect(201);
  const { body } = await api
    .post(`/v1/clusters/${cluster}/profiles`)
    .send({ ...POLICY, predicates: [{ name: 'CheckNodeCondition' }] })
    .expect(422);
  expect(body).toMatchObject({
    code: 'PROFILE_INVALID',
    errors: [
      {
        pointer: '/predicates/0/name',
        detail: 'Invalid configuration: Predicate type not found for "CheckNodeCondition"',
      },
    ],
  });
});
