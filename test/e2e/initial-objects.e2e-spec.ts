import { apis, core } from './kubernetes-paths.js';
import { pod, TestApi } from './test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.ofTeam();
});
afterAll(() => api.stop());

interface Listed {
  readonly metadata: { readonly continue?: string; readonly remainingItemCount?: number };
  readonly items: readonly { readonly metadata: { readonly name: string; readonly namespace?: string } }[];
}

async function clusterOf(name: string, controllers = 'instant'): Promise<string> {
  await api.post('/v1/clusters').send({ name, controllers }).expect(201);
  return name;
}

async function names(path: string): Promise<string[]> {
  const { items } = (await api.get(path).expect(200)).body as Listed;
  return items.map(({ metadata: { namespace, name } }) => (namespace === undefined ? name : `${namespace}/${name}`));
}

const NAMESPACES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

test.each(['instant', 'none'])('a new cluster has what every cluster has: controllers %s', async (controllers) => {
  const cluster = await clusterOf(`new-${controllers}`, controllers);
  expect(await names(core(cluster, 'namespaces'))).toEqual(NAMESPACES);
  expect(await names(core(cluster, 'services'))).toEqual(['default/kubernetes']);
  expect(await names(apis(cluster, 'discovery.k8s.io/v1/endpointslices'))).toEqual(['default/kubernetes']);
  expect(await names(apis(cluster, 'scheduling.k8s.io/v1/priorityclasses'))).toEqual([
    'system-cluster-critical',
    'system-node-critical',
  ]);
  const inAll = (name: string): string[] =>
    controllers === 'none' ? [] : NAMESPACES.map((namespace) => `${namespace}/${name}`);
  expect(await names(core(cluster, 'serviceaccounts'))).toEqual(inAll('default'));
  expect(await names(core(cluster, 'configmaps'))).toEqual(inAll('kube-root-ca.crt'));
  // Nothing of it is in the log.
  const { body } = await api.get(`/v1/clusters/${cluster}`).expect(200);
  expect(body).toMatchObject({ revision: '0', position: '0' });
  expect((await api.get(`/v1/clusters/${cluster}/export`).expect(200)).body.items).toEqual([]);
});

test('they are selected, and come on pages, like any others', async () => {
  const cluster = await clusterOf('paged');
  await api
    .post(core(cluster, 'namespaces'))
    .send({ metadata: { name: 'kube-o', labels: { a: 'b' } } })
    .expect(201);
  const namespaces = core(cluster, 'namespaces');
  expect(await names(`${namespaces}?labelSelector=kubernetes.io/metadata.name=kube-public`)).toEqual(['kube-public']);
  expect(await names(`${namespaces}?labelSelector=a=b`)).toEqual(['kube-o']);
  expect(await names(`${namespaces}?fieldSelector=metadata.name!=default`)).not.toContain('default');
  const found: string[] = [];
  for (let token = ''; ;) {
    const { body } = await api.get(`${namespaces}?limit=2&continue=${token}`).expect(200);
    const { items, metadata } = body as Listed;
    found.push(...items.map((item) => item.metadata.name));
    if (metadata.continue === undefined) break;
    expect(metadata.remainingItemCount).toBe(5 - found.length);
    token = encodeURIComponent(metadata.continue);
  }
  expect(found).toEqual(['default', 'kube-node-lease', 'kube-o', 'kube-public', 'kube-system']);
});

test('a namespace brings an account and a map along, and takes them with it', async () => {
  const cluster = await clusterOf('brought');
  await api
    .post(core(cluster, 'namespaces'))
    .send({ metadata: { name: 'shop' } })
    .expect(201);
  const accounts = core(cluster, 'namespaces/shop/serviceaccounts');
  const account = (await api.get(`${accounts}/default`).expect(200)).body;
  expect(account.metadata).toMatchObject({ name: 'default', namespace: 'shop', resourceVersion: '1' });
  await api
    .post(accounts)
    .send({ metadata: { name: 'default' } })
    .expect(409);
  await api.delete(core(cluster, 'namespaces/shop')).expect(200);
  await api.get(`${accounts}/default`).expect(404);
});

test('a write makes one an object of the log, and it is there again when that is gone', async () => {
  const cluster = await clusterOf('written');
  const service = core(cluster, 'namespaces/default/services/kubernetes');
  const before = (await api.get(service).expect(200)).body;
  const changed = await api
    .patch(service)
    .set('content-type', 'application/merge-patch+json')
    .send({ metadata: { labels: { a: 'b' } } })
    .expect(200);
  expect(changed.body.metadata).toMatchObject({ uid: before.metadata.uid, labels: { a: 'b', component: 'apiserver' } });
  // The namespace, the service as it was, and as it is.
  expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision: '1', position: '3' });
  await api.delete(service).expect(200);
  expect((await api.get(service).expect(200)).body).toEqual(before);
  const { revision } = (await api.get(`/v1/clusters/${cluster}`)).body as { readonly revision: string };
  await api.delete(service).expect(200);
  expect((await api.get(service).expect(200)).body).toEqual(before);
  expect((await api.get(`/v1/clusters/${cluster}`)).body).toMatchObject({ revision });
});

test('an object in such a namespace finds it, and an import brings its own', async () => {
  const cluster = await clusterOf('inhabited');
  const { uid } = (await api.get(core(cluster, 'namespaces/kube-system')).expect(200)).body.metadata;
  await api
    .post(core(cluster, 'namespaces/kube-system/pods'))
    .send({ ...pod('p'), metadata: { name: 'p' } })
    .expect(201);
  expect((await api.get(core(cluster, 'namespaces/kube-system')).expect(200)).body.metadata.uid).toBe(uid);
  const own = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-public', uid: 'of-its-own' } };
  expect((await api.post(`/v1/clusters/${cluster}/import`).send(own).expect(200)).body).toMatchObject({ created: 1 });
  expect((await api.get(core(cluster, 'namespaces/kube-public')).expect(200)).body.metadata.uid).toBe('of-its-own');
  expect(await names(core(cluster, 'namespaces'))).toEqual(NAMESPACES);
});

test('a watch begins with them, and follows what becomes of them', async () => {
  const cluster = await clusterOf('followed');
  const gone = new AbortController();
  const answer = await fetch(`${api.url}${core(cluster, 'serviceaccounts?watch=true')}`, { signal: gone.signal });
  const seen: string[] = [];
  const account = core(cluster, 'namespaces/shop/serviceaccounts/default');
  const steps: Readonly<Record<number, () => Promise<unknown>>> = {
    4: () =>
      api
        .post(core(cluster, 'namespaces'))
        .send({ metadata: { name: 'shop' } })
        .expect(201),
    5: () =>
      api
        .patch(account)
        .set('content-type', 'application/merge-patch+json')
        .send({ automountServiceAccountToken: false })
        .expect(200),
    7: () => api.delete(core(cluster, 'namespaces/shop')).expect(200),
  };
  for await (const text of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    for (const line of text.split('\n').filter(Boolean)) {
      const { type, object } = JSON.parse(line) as { type: string; object: Listed['items'][number] };
      seen.push(`${type} ${object.metadata.namespace}`);
      await steps[seen.length]?.();
    }
    if (seen.length >= 8) break;
  }
  gone.abort();
  expect(seen.slice(0, 5)).toEqual([...NAMESPACES, 'shop'].map((name) => `ADDED ${name}`));
  // It is in the log first as it was, and then as it is.
  expect(seen.slice(5)).toEqual(['MODIFIED shop', 'MODIFIED shop', 'DELETED shop']);
});
