import { apis, core } from './kubernetes-paths.js';
import { bearer, keyOfTeam } from './team-key.js';
import { TestApi } from './test-api.js';

let api: TestApi;
let viewer: Readonly<Record<string, string>>;
const CLUSTER = 'reviewed';
beforeAll(async () => {
  api = await TestApi.start();
  await api.post('/v1/clusters').send({ name: CLUSTER }).expect(201);
  viewer = bearer(await keyOfTeam(api, { team: 'default', roles: ['viewer'] }));
});
afterAll(() => api.stop());

const AUTHORIZATION = 'authorization.k8s.io/v1';
const authorization = (rest: string): string => apis(CLUSTER, `${AUTHORIZATION}/${rest}`);
const own = (resourceAttributes: object, headers = viewer) =>
  api
    .post(authorization('selfsubjectaccessreviews'))
    .set(headers)
    .send({ apiVersion: AUTHORIZATION, kind: 'SelfSubjectAccessReview', spec: { resourceAttributes } })
    .expect(201);

test('what the caller may do is answered by their roles, and so it is', async () => {
  const create = { verb: 'create', resource: 'configmaps', namespace: 'default' };
  const editor = { authorization: `Bearer ${api.key}` };
  expect((await own(create)).body).toMatchObject({
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes: create },
    status: { allowed: false },
  });
  expect((await own(create, editor)).body.status.allowed).toBe(true);
  expect((await own({ verb: 'list', resource: 'pods' })).body.status.allowed).toBe(true);
  const path = core(CLUSTER, 'namespaces/default/configmaps');
  await api
    .post(path)
    .set(viewer)
    .send({ metadata: { name: 'a' } })
    .expect(403);
  await api
    .post(path)
    .set(editor)
    .send({ metadata: { name: 'a' } })
    .expect(201);
  const { revision } = (await api.get(`/v1/clusters/${CLUSTER}`)).body as { readonly revision: string };
  expect(revision).toBe('1');
});

test('rules, paths and the caller are answered as well', async () => {
  const rules = await api
    .post(authorization('selfsubjectrulesreviews'))
    .set(viewer)
    .send({ spec: { namespace: 'default' } })
    .expect(201);
  expect(rules.body.status).toMatchObject({
    resourceRules: [{ verbs: ['get', 'list', 'watch'], apiGroups: ['*'], resources: ['*'] }],
    incomplete: false,
  });
  await api.post(authorization('selfsubjectrulesreviews')).set(viewer).send({ spec: {} }).expect(400);
  const paths = await api
    .post(authorization('selfsubjectaccessreviews'))
    .set(viewer)
    .send({ spec: { nonResourceAttributes: { verb: 'get', path: '/version' } } })
    .expect(201);
  expect(paths.body.status.allowed).toBe(true);
  const who = await api
    .post(apis(CLUSTER, 'authentication.k8s.io/v1/selfsubjectreviews'))
    .set(viewer)
    .send({})
    .expect(201);
  expect(who.body.status.userInfo.groups).toEqual(['berth:team:default', 'berth:role:viewer', 'system:authenticated']);
});

test('of subjects the caller alone is reviewed', async () => {
  const who = await api
    .post(apis(CLUSTER, 'authentication.k8s.io/v1/selfsubjectreviews'))
    .set(viewer)
    .send({})
    .expect(201);
  const { username } = who.body.status.userInfo as { readonly username: string };
  const resourceAttributes = { verb: 'get', resource: 'pods', namespace: 'default' };
  const review = (user: string) =>
    api
      .post(authorization('namespaces/default/localsubjectaccessreviews'))
      .set(viewer)
      .send({ spec: { user, resourceAttributes } })
      .expect(201);
  expect((await review(username)).body.status.allowed).toBe(true);
  expect((await review('other')).body.status).toMatchObject({ allowed: false, evaluationError: expect.any(String) });
  await api
    .post(authorization('namespaces/shop/localsubjectaccessreviews'))
    .set(viewer)
    .send({ spec: { user: username, resourceAttributes } })
    .expect(422);
});

test('a review asks exactly one thing', async () => {
  const { body } = await api.post(authorization('selfsubjectaccessreviews')).set(viewer).send({ spec: {} }).expect(422);
  expect(body.details.causes).toMatchObject([{ field: 'spec.resourceAttributes' }]);
});

test.each([
  [{ 'impersonate-user': 'jane' }, { name: 'jane', kind: 'users' }, 'users "jane" is forbidden: User '],
  [
    { 'impersonate-user': 'system:serviceaccount:shop:default' },
    { name: 'default', kind: 'serviceaccounts' },
    'cannot impersonate resource "serviceaccounts" in API group "" in the namespace "shop"',
  ],
  [
    { 'impersonate-group': 'admins' },
    { name: 'admins', kind: 'groups' },
    'cannot impersonate resource "groups" in API group "" at the cluster scope',
  ],
  [
    { 'impersonate-uid': 'u-1' },
    { name: 'u-1', group: 'authentication.k8s.io', kind: 'uids' },
    'cannot impersonate resource "uids" in API group "authentication.k8s.io" at the cluster scope',
  ],
])('a request to act as another is refused: %j', async (headers, details, message) => {
  for (const path of [core(CLUSTER, 'pods'), apis(CLUSTER, 'apps/v1')]) {
    const { body } = await api.get(path).set(headers).expect(403);
    expect(body).toMatchObject({ kind: 'Status', reason: 'Forbidden', details });
    expect(body.message).toContain(message);
  }
});

describe('a token of a service account', () => {
  const token = (name: string): string => core(CLUSTER, `namespaces/default/serviceaccounts/${name}/token`);

  test('lives as long as is asked, and opens nothing', async () => {
    const { body } = await api
      .post(token('default'))
      .send({ spec: { expirationSeconds: 600 } })
      .expect(201);
    expect(body).toMatchObject({
      kind: 'TokenRequest',
      metadata: { name: 'default', namespace: 'default' },
      spec: { audiences: ['https://kubernetes.default.svc.cluster.local'], expirationSeconds: 600 },
    });
    const lives = Date.parse(body.status.expirationTimestamp as string) - Date.parse(body.metadata.creationTimestamp);
    expect(lives).toBe(600_000);
    const url = `${api.url}${core(CLUSTER, 'pods')}`;
    expect((await fetch(url, { headers: { authorization: `Bearer ${body.status.token}` } })).status).toBe(401);
  });

  test('is for those who may write the account', () => api.post(token('default')).set(viewer).send({}).expect(403));

  test.each([
    ['default', { spec: { expirationSeconds: 1 } }, 422, 'may not specify a duration less than 10 minutes'],
    ['default', { spec: { expirationSeconds: 2 ** 33 } }, 422, 'may not specify a duration larger than 2^32 seconds'],
    ['default', { spec: { boundObjectRef: { kind: 'Node', apiVersion: 'v2' } } }, 400, 'of type /v2, Kind=Node'],
    ['default', { metadata: { name: 'other' } }, 400, 'does not match the name on the URL (default)'],
    ['none', {}, 404, 'serviceaccounts "none" not found'],
  ])('of %s for %j is refused with %i', async (name, body, code, message) => {
    const answer = await api.post(token(name)).send(body).expect(code);
    expect(answer.body.message).toContain(message);
  });
});
