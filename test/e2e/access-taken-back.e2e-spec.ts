import { berth } from './berth-command.js';
import { bearer, keyOfTeam, type TeamKey } from './team-key.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.doJobs();
});
afterAll(() => api.stop());

interface Grant {
  readonly id: string;
}

const grant = async (cluster: string, body: object): Promise<Grant> =>
  (await api.post(`/v1/clusters/${cluster}/grants`).send(body).expect(201)).body as Grant;

/** An export of a shared cluster, when it is done. */
async function exported(cluster: string, key: TeamKey): Promise<string> {
  const path = `/v1/clusters/default%2F${cluster}/exports`;
  const { body } = await api.post(path).set(bearer(key)).send({}).expect(202);
  for (;;) {
    const { body: now } = await api.get(`/v1/operations/${body.id}`).set(bearer(key)).expect(200);
    if (now.state === 'succeeded') return now.id as string;
    expect(['queued', 'running']).toContain(now.state);
  }
}

describe('an export of a shared cluster', () => {
  test('is gone with the access to the cluster', async () => {
    const cluster = await api.cluster(node('n'), pod('p'));
    const key = await keyOfTeam(api, { team: 'leavers', roles: ['viewer'] });
    const { id: given } = await grant(cluster, { team: 'leavers', role: 'viewer' });
    const id = await exported(cluster, key);
    const asked = (path: string) => api.get(path).set(bearer(key));
    await asked(`/v1/operations/${id}/file`).expect(200);
    await api.delete(`/v1/clusters/${cluster}/grants/${given}`).expect(204);
    for (const path of [`/v1/operations/${id}/file`, `/v1/operations/${id}`])
      expect((await asked(path).expect(404)).body).toMatchObject({ code: 'OPERATION_NOT_FOUND' });
    expect((await asked('/v1/operations').expect(200)).body.items).toEqual([]);
  });

  test('has no file for callers who see another part of the cluster than then', async () => {
    const cluster = await api.cluster(node('n'), pod('p'));
    const key = await keyOfTeam(api, { team: 'changers', roles: ['viewer'] });
    await grant(cluster, { team: 'changers', role: 'viewer' });
    const { id: given } = await grant(cluster, { team: 'changers', role: 'viewer', namespace: 'default' });
    const id = await exported(cluster, key);
    const file = () => api.get(`/v1/operations/${id}/file`).set(bearer(key));
    await file().expect(200);
    await api.delete(`/v1/clusters/${cluster}/grants/${given}`).expect(204);
    expect((await file().expect(404)).body).toMatchObject({ code: 'OPERATION_FILE_NOT_FOUND' });
    await api.get(`/v1/operations/${id}`).set(bearer(key)).expect(200);
  });

  test('of a cluster of its own team is there after the deletion of the cluster', async () => {
    const cluster = await api.cluster(node('n'));
    const { body } = await api.post(`/v1/clusters/${cluster}/exports`).send({}).expect(202);
    while ((await api.get(`/v1/operations/${body.id}`).expect(200)).body.state !== 'succeeded');
    await api.delete(`/v1/clusters/${cluster}`).expect(204);
    await api.get(`/v1/operations/${body.id}/file`).expect(200);
  });
});

describe('the name of a cluster', () => {
  const share = async (team: string, name: string, to: string): Promise<void> => {
    const key = await keyOfTeam(api, { team, roles: ['admin', 'editor'] });
    await api.post('/v1/clusters').set(bearer(key)).send({ name }).expect(201);
    await api.post(`/v1/clusters/${name}/grants`).set(bearer(key)).send({ team: to, role: 'editor' }).expect(201);
  };

  test('is not taken away by grants of others, and leads to none of theirs', async () => {
    const key = await keyOfTeam(api, { team: 'victims', roles: ['editor', 'viewer'] });
    const asked = (name: string) => api.get(`/v1/clusters/${name}`).set(bearer(key));
    await share('first', 'ours', 'victims');
    await asked('ours').expect(404);
    await asked('ours/').expect(404);
    const { body: shared } = await asked('first%2Fours').expect(200);
    expect(shared).toMatchObject({ name: 'ours', team: 'first' });
    await share('second', 'ours', 'victims');
    expect((await asked('first%2Fours').expect(200)).body.id).toBe(shared.id);
    expect((await asked('second%2Fours').expect(200)).body.id).not.toBe(shared.id);
    await asked(shared.id as string).expect(200);
    const { body: own } = await api.post('/v1/clusters').set(bearer(key)).send({ name: 'ours' }).expect(201);
    expect((await asked('ours').expect(200)).body.id).toBe(own.id);
    expect((await asked('victims%2Fours').expect(200)).body.id).toBe(own.id);
    for (const name of ['third%2Fours', 'first%2Fnone', 'first%2Fours%2Fmore', '%2Fours', 'first%2F'])
      expect((await asked(name).expect(404)).body).toMatchObject({ code: 'CLUSTER_NOT_FOUND' });
  });

  test('with a team is one over every face', async () => {
    const key = await keyOfTeam(api, { team: 'facing', roles: ['editor', 'viewer'] });
    await share('faces', 'shared', 'facing');
    const nodes = '/v1/clusters/faces%2Fshared/api/v1/nodes';
    await api.post(nodes).set(bearer(key)).send(node('n')).expect(201);
    expect((await api.get(nodes).set(bearer(key)).expect(200)).body.items).toHaveLength(1);
    const query =
      '{ cluster(name: "faces/shared") { name team counts { nodes } } other: cluster(name: "shared") { name } }';
    const { body } = await api.post('/graphql').set(bearer(key)).send({ query }).expect(200);
    expect(body.data).toEqual({ cluster: { name: 'shared', team: 'faces', counts: { nodes: 1 } }, other: null });
    const environment = { BERTH_URL: api.url, BERTH_KEY: key.key, BERTH_CONFIG: '/nowhere/none.yaml' };
    expect((await berth('clusters', { environment })).out).toMatch(/^faces\/shared /m);
    expect((await berth('nodes -c faces/shared', { environment })).out).toMatch(/^n /m);
    const { out } = await berth('completion candidates -- clusters delete fac', { environment });
    expect(out.trim()).toBe('faces/shared');
  });
});
