import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Schemas } from '#client';
import { berth, type Ran } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

type Report = Schemas['MirrorReport'];
type Event = readonly [type: string, object: object];

let made = 0;
/** A new cluster without controllers. */
async function plain(): Promise<string> {
  const name = `plain-${(made += 1)}`;
  await api.client.post('/v1/clusters', { body: { name, controllers: 'none' } });
  return name;
}

/** Sends a batch as a mirror does: an event on each line. */
function send(cluster: string, query: Readonly<Record<string, string>>, events: readonly Event[] = [], key = api.key) {
  const lines = events.map(([type, object]) => `${JSON.stringify({ type, object })}\n`);
  return api
    .post(`/v1/clusters/${cluster}/mirror`)
    .query(query)
    .set('authorization', `Bearer ${key}`)
    .set('content-type', 'application/x-ndjson')
    .send(lines.join(''));
}

/** A cluster that follows, whose stream `s` has begun. */
async function following(...events: readonly Event[]): Promise<string> {
  const cluster = await plain();
  await send(cluster, { stream: 's', sequence: '0', source: 'a real one' }, events).expect(200);
  return cluster;
}

/** As an API server shows it. */
function real(object: object, uid: string, more: object = {}): object {
  const { metadata, ...rest } = object as { readonly metadata: object };
  return { ...rest, metadata: { ...metadata, uid, resourceVersion: '7', ...more } };
}

async function podsOf(
  cluster: string,
): Promise<{ metadata: Record<string, unknown>; spec: Record<string, unknown> }[]> {
  const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/pods`).expect(200);
  return body.items;
}

describe('batches', () => {
  test('are taken once and in order', async () => {
    const cluster = await following();
    const first = await send(cluster, { stream: 's', sequence: '1' }, [['ADDED', real(pod('p'), 'u1')]]).expect(200);
    expect(first.body).toMatchObject({ revision: '1', counts: { created: 1 }, warnings: [] });
    const again = await send(cluster, { stream: 's', sequence: '1' }, [['ADDED', real(pod('p'), 'u1')]]).expect(200);
    expect(again.body).toEqual(first.body);
    expect((await send(cluster, { stream: 's', sequence: '1' }, [['ADDED', real(pod('q'), 'u2')]])).body).toMatchObject(
      { code: 'IDEMPOTENCY_KEY_REUSED' },
    );
    expect((await send(cluster, { stream: 's', sequence: '3' })).body).toMatchObject({
      status: 409,
      code: 'MIRROR_SEQUENCE',
      detail: 'batch 3 of stream "s" is not the next one, which is 2',
    });
    expect(await podsOf(cluster)).toHaveLength(1);
  });

  test('of another stream are refused while one is alive, unless it takes over or the other has ended', async () => {
    const cluster = await following();
    const other = { stream: 't', sequence: '0' };
    expect((await send(cluster, other)).body).toMatchObject({ status: 409, code: 'MIRROR_ALIVE' });
    await send(cluster, { ...other, takeOver: 'true' }).expect(200);
    expect((await send(cluster, { stream: 's', sequence: '1' })).body).toMatchObject({ code: 'MIRROR_SEQUENCE' });
    await send(cluster, { stream: 't', sequence: '1', ends: 'true' }).expect(200);
    await send(cluster, { stream: 'u', sequence: '0' }).expect(200);
  });

  test('are for clusters without controllers', async () => {
    const cluster = await api.cluster();
    expect((await send(cluster, { stream: 's', sequence: '0' })).body).toMatchObject({
      status: 409,
      code: 'CLUSTER_HAS_CONTROLLERS',
    });
  });

  test('change what they say, with the versions of the source', async () => {
    const cluster = await following(
      ['ADDED', real(node('n'), 'n')],
      ['ADDED', real(pod('p'), 'u1')],
      ['MODIFIED', real({ ...pod('p'), spec: { ...podSpec(), nodeName: 'n' } }, 'u1', { resourceVersion: '8' })],
      ['DELETED', real(pod('gone'), 'u9')],
      ['BOOKMARK', { apiVersion: 'v1', kind: 'Pod', metadata: { resourceVersion: '9' } }],
    );
    expect(await podsOf(cluster)).toMatchObject([{ metadata: { uid: 'u1' }, spec: { nodeName: 'n' } }]);
    const { body } = await api.get(`/v1/clusters/${cluster}/changes`).query({ kinds: 'Pod' }).expect(200);
    expect(body.items).toMatchObject([
      { op: 'create', revision: '1', cause: { by: 'mirror', source: { resourceVersion: '7' } } },
      { op: 'update', revision: '1', cause: { by: 'mirror', source: { resourceVersion: '8' } } },
    ]);
    await send(cluster, { stream: 's', sequence: '1' }, [
      ['DELETED', real(pod('p'), 'another')],
      ['ADDED', real(pod('p'), 'u2')],
    ]).expect(200);
    expect(await podsOf(cluster)).toMatchObject([{ metadata: { uid: 'u2' } }]);
  });

  test('with a list delete what it does not name, however it is cut', async () => {
    const cluster = await following(['ADDED', real(pod('old'), 'u0')], ['ADDED', real(node('n'), 'n')]);
    const kind = { apiVersion: 'v1', kind: 'Pod' };
    await send(cluster, { stream: 's', sequence: '1' }, [
      ['ADDED', real(pod('before'), 'u1')],
      ['LIST_BEGIN', kind],
      ['ADDED', real(pod('a'), 'u2')],
      ['SEEN', { ...kind, metadata: { namespace: 'default', name: 'old' } }],
    ]).expect(200);
    const { body } = await send(cluster, { stream: 's', sequence: '2' }, [
      ['ADDED', real(pod('b'), 'u3')],
      ['LIST_END', kind],
    ]).expect(200);
    expect((body as Report).counts).toMatchObject({ created: 1, deleted: 1 });
    expect((await podsOf(cluster)).map(({ metadata }) => metadata['name'])).toEqual(['a', 'b', 'old']);
    const stray = await send(cluster, { stream: 's', sequence: '3' }, [['LIST_END', kind]]).expect(200);
    expect(stray.body).toMatchObject({ counts: { deleted: 0 }, warnings: [{ index: 0, field: 'type' }] });
  });

  test('of a source that lies are kept as far as they can be read, and the stream goes on', async () => {
    const cluster = await plain();
    const labels = Object.fromEntries(Array.from({ length: 150_000 }, (_, index) => [`l${index}`, '']));
    const big = {
      ...pod('big'),
      metadata: { name: 'big', namespace: 'default', uid: 'b', annotations: { a: 'x'.repeat(10_000_000) } },
    };
    const { body } = await send(cluster, { stream: 's', sequence: '0' }, [
      [
        'ADDED',
        real({ ...pod('p'), spec: { ...podSpec(), priorityClassName: 'nothing', hostAliases: [{ ip: 'x' }] } }, 'u1'),
      ],
      ['ADDED', real(pod('twin'), 'u1')],
      ['ADDED', big],
      ['ADDED', real({ ...pod('labels'), metadata: { name: 'labels', namespace: 'default', labels } }, 'u3')],
      ['ADDED', { apiVersion: 'example.com/v1', kind: 'Thing', metadata: { name: 't' } }],
      ['ADDED', real({ apiVersion: 'v1', kind: 'Pod', metadata: { name: '../../etc', namespace: 'default' } }, 'u4')],
      ['EXPLODED', real(pod('x'), 'u5')],
      ['ADDED', real(pod('last', '2'), 'u6', { creationTimestamp: '1970-01-01T00:00:00Z' })],
    ]).expect(200);
    const { counts, warnings } = body as Report;
    expect(counts).toMatchObject({ created: 2, leftOut: 6 });
    expect((await podsOf(cluster)).map(({ metadata }) => metadata['name'])).toEqual(['last', 'p']);
    const said = warnings.map(({ index, field, message }) => `${index} ${field ?? ''}: ${message}`).join('\n');
    for (const words of [
      '0 spec.hostAliases[0].ip: Invalid value: "x"',
      '1 metadata.uid: Duplicate value: "u1": pod "default/p" has it',
      '2 : the event has more than 4194304 bytes',
      '3 : the event holds more than 100000 values',
      '4 kind: no kind "Thing" is kept',
      '5 metadata.name: Invalid value',
      '6 type: must be one of ADDED',
    ])
      expect(said).toContain(words);
    await send(cluster, { stream: 's', sequence: '1' }, [['DELETED', real(pod('p'), 'u1')]]).expect(200);
  });
});

describe('a cluster that follows', () => {
  test('says so over REST and GraphQL, and refuses other writes but forks, profiles and dry runs', async () => {
    const cluster = await following(['ADDED', real(node('n'), 'n')], ['ADDED', real(pod('p'), 'u1')]);
    const { body } = await api.get(`/v1/clusters/${cluster}`).expect(200);
    expect(body.mirror).toMatchObject({
      by: 'admin',
      source: 'a real one',
      stream: 's',
      sequence: '0',
      behindSeconds: 0,
      ...{ traces: 'all', windowMs: 2_000, unjudged: 0, unjudgedSince: null },
    });
    const fields = Object.keys(body.mirror as object).join(' ');
    const query = `{ cluster(name: "${cluster}") { mirror { ${fields} } } }`;
    expect((await api.post('/graphql').send({ query })).body.data.cluster.mirror).toEqual(body.mirror);
    expect((await berth('clusters', environment())).out).toContain('a real one, 0.0 s behind');

    const at = `/v1/clusters/${cluster}`;
    const refused = { code: 'CLUSTER_FOLLOWED' };
    expect((await api.post(`${at}/import`).send(pod('q'))).body).toMatchObject(refused);
    expect((await api.post(`${at}/runs`).send({})).body).toMatchObject(refused);
    for (const write of [
      api.post(`${at}/api/v1/namespaces/default/pods`).send(pod('q')),
      api.delete(`${at}/api/v1/nodes/n`),
      api.post(`${at}/api/v1/namespaces/default/pods/p/binding`).send(bindingTo('n')),
    ])
      expect((await write).body).toMatchObject({
        kind: 'Status',
        code: 409,
        message: expect.stringContaining('fork it') as string,
      });

    expect((await api.post(`${at}/runs`).send({ dryRun: true })).body).toMatchObject({ counts: { scheduled: 1 } });
    await api.post(`${at}/profiles`).send({ schedulerName: 'packing' }).expect(201);
    await api
      .post(`${at}/forks`)
      .send({ name: `${cluster}-fork` })
      .expect(201);
    await api.delete(`/v1/clusters/${cluster}-fork/api/v1/nodes/n`).expect(200);
    await api.delete(`${at}/mirror`).expect(204);
    await api.delete(`${at}/api/v1/nodes/n`).expect(200);
    expect((await send(cluster, { stream: 's', sequence: '1' })).body).toMatchObject({ code: 'MIRROR_SEQUENCE' });
  });

  test('is written to with the role mirror, which may do nothing else', async () => {
    const cluster = await plain();
    const params = { path: { team: api.team } };
    const { key } = await api.client.post('/v1/teams/{team}/keys', { params, body: { name: 'm', roles: ['mirror'] } });
    await send(cluster, { stream: 's', sequence: '0' }, [['ADDED', real(pod('p'), 'u1')]], key).expect(200);
    for (const path of ['', '/api/v1/pods', '/changes?after=0', '/decisions'])
      expect((await api.get(`/v1/clusters/${cluster}${path}`).set('authorization', `Bearer ${key}`)).status).toBe(403);
    const other = await api.client.post('/v1/teams/{team}/keys', { params, body: { name: 'e', roles: ['editor'] } });
    expect((await send(cluster, { stream: 's', sequence: '1' }, [], other.key)).status).toBe(403);
  });
});

describe('berth mirror', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'berth-mirror-'));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** The path of a kubeconfig of a cluster of the service. */
  function kubeconfigOf(cluster: string, user: object = { token: api.key }): string {
    const path = join(folder, cluster);
    const config = {
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: `${api.url}/v1/clusters/${cluster}` } }],
      users: [{ name: 'u', user }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    };
    writeFileSync(path, JSON.stringify(config));
    return path;
  }

  function once(source: string, cluster: string, options = ''): Promise<Ran> {
    return berth(`mirror --kubeconfig ${kubeconfigOf(source)} -c ${cluster} --once ${options}`.trim(), environment());
  }

  test('nothing that may be secret leaves the source, unless it is kept', async () => {
    const source = await plain();
    const secret = (name: string): string => `hidden-${name}`;
    const container = {
      name: 'c',
      image: 'i',
      command: [secret('command')],
      env: [{ name: 'E', value: secret('env') }],
    };
    const annotations = {
      'kubectl.kubernetes.io/last-applied-configuration': secret('applied'),
      'example.com/token': secret('annotation'),
      'node.alpha.kubernetes.io/ttl': '0',
    };
    const objects = [
      {
        ...pod('p'),
        metadata: { name: 'p', namespace: 'default', annotations, labels: { team: secret('label') } },
        spec: { containers: [container] },
      },
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 's', namespace: 'default' },
        stringData: { a: secret('secret') },
      },
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'm', namespace: 'default' },
        data: { a: secret('map') },
      },
    ];
    await api
      .post(`/v1/clusters/${source}/import`)
      .send({ apiVersion: 'v1', kind: 'List', items: objects })
      .expect(200);
    const cluster = await plain();
    const ran = await once(source, cluster, '--kinds default secrets configmaps --redact metadata.labels.team');
    expect(ran).toMatchObject({ code: 0 });
    const exported = JSON.stringify((await api.get(`/v1/clusters/${cluster}/export`).expect(200)).body);
    expect(exported).not.toContain('hidden-');
    for (const words of ['node.alpha.kubernetes.io/ttl', '"team":"redacted"', '"kind":"Secret"', '"kind":"ConfigMap"'])
      expect(exported).toContain(words);
    const keeping = await plain();
    expect(await once(source, keeping, '--keep annotations env commands')).toMatchObject({ code: 0 });
    const kept = JSON.stringify((await api.get(`/v1/clusters/${keeping}/export`).expect(200)).body);
    expect([...new Set(kept.match(/hidden-\w+/g))].sort()).toEqual(
      ['annotation', 'command', 'env', 'label'].map(secret),
    );
  });

  test('compares again: what is gone goes, and what is equal is left', async () => {
    const [source, cluster] = [await plain(), await plain()];
    await api
      .post(`/v1/clusters/${source}/import`)
      .send({ kind: 'List', apiVersion: 'v1', items: [node('a'), node('b'), pod('p')] });
    expect(await once(source, cluster)).toMatchObject({ code: 0 });
    await api.delete(`/v1/clusters/${source}/api/v1/nodes/a`).expect(200);
    expect(await once(source, cluster)).toMatchObject({ code: 0 });
    const { body } = await api.get(`/v1/clusters/${cluster}/api/v1/nodes`).expect(200);
    expect(body.items).toMatchObject([{ metadata: { name: 'b' } }]);
    expect((await podsOf(cluster)).map(({ metadata }) => metadata['name'])).toEqual(['p']);
  });

  test.each<[what: string, user: object, code: number, words: string]>([
    ['are not accepted', { token: 'wrong' }, 3, 'the API server does not accept the credentials'],
    ['cannot be read', { tokenFile: 'missing' }, 2, 'missing cannot be read'],
  ])('credentials that %s end it at once, and another mirror may go on', async (_, user, code, words) => {
    const [source, cluster] = [await plain(), await plain()];
    const ran = await berth(`mirror --kubeconfig ${kubeconfigOf(source, user)} -c ${cluster}`, environment());
    expect(ran).toMatchObject({ code, err: expect.stringContaining(words) as string });
    expect(await once(source, cluster)).toMatchObject({ code: 0 });
  });

  test('its exit codes', async () => {
    const cluster = await plain();
    expect(await berth('mirror --kubeconfig /nowhere -c x', environment())).toMatchObject({ code: 2 });
    expect(await berth('mirror --kinds pod -c x', environment())).toMatchObject({
      code: 2,
      err: expect.stringContaining('pods') as string,
    });
    await send(cluster, { stream: 's', sequence: '0' }).expect(200);
    const refused = await once(await plain(), cluster);
    expect(refused).toMatchObject({ code: 3, err: expect.stringContaining('another mirror') as string });
    const itself = await once(cluster, cluster);
    expect(itself).toMatchObject({ code: 2, err: expect.stringContaining(`is cluster ${cluster} itself`) as string });
    expect(await berth(`mirror --stop -c ${cluster}`, environment())).toMatchObject({ code: 0 });
    const role = (await berth('mirror --print-rbac --kinds pods', environment())).out;
    expect(role).toContain('- apiGroups: [""]\n  resources: [pods]\n  verbs: [get, list, watch]');
    expect(role).not.toContain('nodes');
  });
});

function environment(): { readonly environment: Record<string, string> } {
  return { environment: { BERTH_URL: api.url, BERTH_KEY: api.key } };
}

function podSpec(): object {
  return (pod('p') as { readonly spec: object }).spec;
}

function bindingTo(name: string): object {
  return { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'p' }, target: { kind: 'Node', name } };
}
