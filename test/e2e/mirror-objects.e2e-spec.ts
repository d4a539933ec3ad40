import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Schemas } from '#client';
import { ScriptedApi, status } from '../reliability/scripted-api.js';
import { berth, type Ran } from './berth-command.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let source: ScriptedApi;
let folder: string;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  source = await ScriptedApi.open();
  folder = mkdtempSync(join(tmpdir(), 'berth-mirror-'));
});
afterAll(async () => {
  await api.stop();
  await source.close();
  rmSync(folder, { recursive: true });
});

type Event = readonly [type: string, object: object];
type Report = Schemas['MirrorReport'];

let made = 0;

/** A cluster that follows what is sent to it. */
class Followed {
  #sequence = 0;

  private constructor(readonly name: string) {}

  static async create(): Promise<Followed> {
    const name = `objects-${(made += 1)}`;
    await api.client.post('/v1/clusters', { body: { name, controllers: 'none' } });
    return new Followed(name);
  }

  async send(...events: readonly Event[]): Promise<Report> {
    const lines = events.map(([type, object]) => `${JSON.stringify({ type, object })}\n`);
    const { body } = await api
      .post(`/v1/clusters/${this.name}/mirror`)
      .query({ stream: 's', sequence: String(this.#sequence++) })
      .set('content-type', 'application/x-ndjson')
      .send(lines.join(''))
      .expect(200);
    return body as Report;
  }

  async get(path: string): Promise<Record<string, unknown>> {
    const { body } = await api.get(`/v1/clusters/${this.name}${path}`).expect(200);
    return body as Record<string, unknown>;
  }

  async names(plural: string): Promise<readonly string[]> {
    const { items } = (await this.get(`/api/v1/${plural}`)) as { items: { metadata: { name: string } }[] };
    return items.map(({ metadata }) => metadata.name);
  }

  /** Where the pods would go that wait. */
  async placed(): Promise<Readonly<Record<string, string | null>>> {
    const run = await api.post(`/v1/clusters/${this.name}/runs`).send({ dryRun: true }).expect(201);
    const { id } = run.body as { id: string };
    const { items: decisions } = (await this.get(`/decisions?run=${id}`)) as {
      items: { pod: { name: string }; node: string | null }[];
    };
    return Object.fromEntries(decisions.map(({ pod: { name }, node: on }) => [name, on]));
  }
}

let version = 100;

interface Shape {
  readonly metadata: object;
  readonly spec: object;
}

/** As an API server shows it: with a uid, a version, and who manages its fields. */
function real(
  object: object,
  more: { readonly metadata?: object; readonly spec?: object; readonly status?: object } = {},
) {
  const { metadata, spec, ...rest } = object as Shape;
  const { name } = metadata as { readonly name: string };
  return {
    ...rest,
    metadata: {
      ...{ uid: `uid-${name}`, resourceVersion: String((version += 1)), creationTimestamp: '2026-11-01T00:00:00Z' },
      managedFields: [{ manager: 'kubelet', operation: 'Update', apiVersion: 'v1', time: '2026-11-01T00:00:00Z' }],
      ...metadata,
      ...more.metadata,
    },
    spec: { ...spec, ...more.spec },
    ...(more.status && { status: more.status }),
  };
}

const onNode = (name: string, nodeName: string, cpu = '1', more: { metadata?: object; status?: object } = {}): object =>
  real(pod(name, cpu), { ...more, spec: { nodeName } });

test('an object that is held already comes again, and one that is not held goes', async () => {
  const followed = await Followed.create();
  const one = real(pod('a'));
  await followed.send(['ADDED', one]);
  const { counts, warnings, revision } = await followed.send(
    ['ADDED', one],
    ['ADDED', { ...one, metadata: { ...one.metadata, resourceVersion: '9223372036854775807' } }],
    ['DELETED', real(pod('never'))],
    ['MODIFIED', real(pod('b'))],
  );
  expect({ counts, warnings, revision }).toMatchObject({
    counts: { created: 1, updated: 0, deleted: 0, unchanged: 3, leftOut: 0 },
    warnings: [],
    revision: '2',
  });
  expect(await followed.names('pods')).toEqual(['a', 'b']);
});

test('a pod may be there before its namespace, and on a node that is not there yet', async () => {
  const followed = await Followed.create();
  const far = { metadata: { namespace: 'far' }, spec: { nodeName: 'n' } };
  const { warnings } = await followed.send(['ADDED', real(pod('early', '3'), far)]);
  expect(warnings).toEqual([]);
  await followed.send(['ADDED', real(pod('waits', '2'))]);
  expect(await followed.placed()).toEqual({ waits: null });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'far' } };
  await followed.send(['ADDED', real(namespace)], ['ADDED', real(node('n', { cpu: '4' }))]);
  expect((await followed.get('/api/v1/namespaces/far'))['metadata']).toMatchObject({ uid: 'uid-far' });
  expect(await followed.names('pods')).toEqual(['waits', 'early']);
  expect(await followed.placed()).toEqual({ waits: null });
  await followed.send(['DELETED', real(pod('early', '3'), far)]);
  expect(await followed.placed()).toEqual({ waits: 'n' });
});

test('a node that is made again has another uid, and its pods stay on it', async () => {
  const followed = await Followed.create();
  await followed.send(['ADDED', real(node('n', { cpu: '4' }))], ['ADDED', onNode('a', 'n', '3')]);
  await followed.send(['DELETED', real(node('n', { cpu: '4' }))]);
  expect(await followed.names('nodes')).toEqual([]);
  expect(await followed.names('pods')).toEqual(['a']);
  await followed.send(
    ['ADDED', real(node('n', { cpu: '8' }), { metadata: { uid: 'second' } })],
    ['DELETED', real(node('n', { cpu: '4' }))],
    ['ADDED', real(pod('big', '6'))],
    ['ADDED', real(pod('fits', '5'))],
  );
  expect((await followed.get('/api/v1/nodes/n'))['metadata']).toMatchObject({ uid: 'second' });
  expect(await followed.placed()).toEqual({ big: null, fits: 'n' });
  // Without an event of its end between.
  await followed.send(['MODIFIED', real(node('n', { cpu: '16' }), { metadata: { uid: 'third' } })]);
  expect(await followed.placed()).toEqual({ big: 'n', fits: 'n' });
  const { items } = (await followed.get('/changes?kinds=Node')) as { items: { op: string }[] };
  expect(items.map(({ op }) => op)).toEqual(['create', 'delete', 'create', 'delete', 'create']);
});

test('pods of a kubelet and of a DaemonSet, pods that end and pods that have ended', async () => {
  const followed = await Followed.create();
  const owner = (kind: string, name: string) => [
    { apiVersion: 'v1', kind, name, uid: `uid-${name}`, controller: true },
  ];
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }],
      },
    },
  };
  const statics = {
    annotations: { 'kubernetes.io/config.mirror': 'x', 'kubernetes.io/config.source': 'file' },
    ownerReferences: owner('Node', 'n'),
  };
  const ending = { deletionTimestamp: '2026-11-02T00:00:00Z', deletionGracePeriodSeconds: 30 };
  const { warnings, counts } = await followed.send(
    ['ADDED', real(node('n', { cpu: '4' }))],
    ['ADDED', onNode('etcd-n', 'n', '1', { metadata: statics })],
    [
      'ADDED',
      real(pod('agent', '500m'), { metadata: { ownerReferences: owner('DaemonSet', 'agent') }, spec: { affinity } }),
    ],
    ['ADDED', onNode('ends', 'n', '1', { metadata: ending })],
    ['ADDED', onNode('ended', 'n', '2', { status: { phase: 'Succeeded' } })],
    ['ADDED', onNode('failed', 'n', '2', { status: { phase: 'Failed', reason: 'Evicted' } })],
    ['ADDED', real(pod('next', '1500m'))],
  );
  expect({ warnings, created: counts.created }).toEqual({ warnings: [], created: 7 });
  expect((await followed.get('/api/v1/namespaces/default/pods/ends'))['metadata']).toMatchObject(ending);
  expect((await followed.get('/api/v1/namespaces/default/pods/etcd-n'))['metadata']).toMatchObject(statics);
  // Those that have ended take no room, the one that ends does.
  expect(await followed.placed()).toEqual({ agent: 'n', next: 'n' });
  await followed.send(['ADDED', real(pod('more', '600m'))]);
  expect(await followed.placed()).toEqual({ agent: 'n', next: 'n', more: null });
  await followed.send(['DELETED', onNode('ends', 'n', '1', { metadata: ending })]);
  expect(await followed.placed()).toEqual({ agent: 'n', next: 'n', more: 'n' });
});

test('fields that Berth does not know are left out and named, with the object kept', async () => {
  const followed = await Followed.create();
  const strange = real(pod('p'), { spec: { futureField: { a: 1 }, hostUsers: false } });
  const { warnings, counts } = await followed.send(['ADDED', { ...strange, futureTop: 'x' }]);
  expect(counts).toMatchObject({ created: 1, leftOut: 0 });
  expect(warnings.map(({ field }) => field).sort()).toEqual(['futureTop', 'spec.futureField']);
  const again = await followed.send(['MODIFIED', { ...strange, futureTop: 'y' }]);
  expect(again.counts).toMatchObject({ updated: 0, unchanged: 1 });
});

describe('berth mirror', () => {
  function once(cluster: string, kinds: string): Promise<Ran> {
    const path = join(folder, 'kubeconfig');
    const config = {
      'current-context': 'c',
      clusters: [{ name: 'c', cluster: { server: source.url } }],
      users: [{ name: 'u', user: { token: 't' } }],
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    };
    writeFileSync(path, JSON.stringify(config));
    const environment = { BERTH_URL: api.url, BERTH_KEY: api.key };
    return berth(`mirror --kubeconfig ${path} -c ${cluster} --once --kinds ${kinds}`, { environment });
  }
  const list = (...items: readonly object[]) => ({ body: { metadata: { resourceVersion: '5' }, items } });
  const refused = (code: number, reason: string, message: string) => ({
    status: code,
    body: status(code, reason, message),
  });

  test('goes on without a kind that is not served, and says so', async () => {
    const followed = await Followed.create();
    source.script(
      list(real(node('n'))),
      refused(404, 'NotFound', 'the server could not find the requested resource'),
      list(real(pod('p'))),
    );
    const ran = await once(followed.name, 'nodes csistoragecapacities pods');
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.err).toContain(
      'csistoragecapacities: the API server has none of version storage.k8s.io/v1; it is not followed',
    );
    expect(await followed.names('pods')).toEqual(['p']);
  });

  test('names every right that is missing, and ends', async () => {
    const followed = await Followed.create();
    const forbidden = (plural: string) =>
      refused(403, 'Forbidden', `${plural} is forbidden: User "u" cannot list resource "${plural}"`);
    source.script(list(), forbidden('csinodes'), forbidden('pods'));
    const ran = await once(followed.name, 'nodes csinodes pods');
    expect(ran).toMatchObject({ code: 3 });
    expect(ran.err).toContain(
      'the rights to get, list and watch csinodes.storage.k8s.io, pods are missing ' +
        '(/apis/storage.k8s.io/v1/csinodes: csinodes is forbidden: User "u" cannot list resource "csinodes")',
    );
  });

  test('of an API server that has none of the kinds ends', async () => {
    const followed = await Followed.create();
    const missing = refused(404, 'NotFound', '404 page not found');
    source.script(missing, missing);
    expect(await once(followed.name, 'nodes pods')).toMatchObject({
      code: 3,
      err: expect.stringContaining('has none of the kinds') as string,
    });
  });
});
