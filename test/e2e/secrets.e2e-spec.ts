import { Client } from 'pg';
import { core } from './kubernetes-paths.js';
import { bearer, keyOfTeam } from './team-key.js';
import { TestApi } from './test-api.js';

/** Values that are nowhere but where a test puts them, and how else they may be written. */
const PLANTED = ['planted-kernel-7351', 'planted-harvest-2294', 'planted-orchard-8862'] as const;
const FORMS = PLANTED.flatMap((value) => [value, base64(value), Buffer.from(value).toString('hex')]);

const DIGEST = /^hmac-sha256:[0-9a-f]{64}$/;
const MERGE = { 'content-type': 'application/merge-patch+json' };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
afterAll(() => api.stop());

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

function textOf(value: string): string {
  return Buffer.from(value, 'base64').toString();
}

async function clusterOf(name: string): Promise<string> {
  await api.post('/v1/clusters').send({ name }).expect(201);
  return name;
}

const secrets = (cluster: string, rest = ''): string => core(cluster, `namespaces/default/secrets${rest}`);

const manifest = (name: string, values: object, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'default' },
  stringData: values,
  ...more,
});

interface SecretBody {
  readonly data: Readonly<Record<string, string>>;
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>>; readonly resourceVersion: string };
}

async function read(
  cluster: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<SecretBody> {
  return (
    await api
      .get(secrets(cluster, `/${name}`))
      .set(headers)
      .expect(200)
  ).body as SecretBody;
}

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const client = new Client(api.database.url);
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
         WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** What of the planted values a text has, also as bytes in hexadecimal digits. */
function found(text: string): string[] {
  const inHex = FORMS.map((form) => Buffer.from(form).toString('hex'));
  return [...FORMS, ...inHex].filter((form) => text.includes(form));
}

test('values are shown on the Kubernetes paths of the present to their writers, and nowhere else', async () => {
  const cluster = await clusterOf('vault');
  const viewer = bearer(await keyOfTeam(api, { team: 'default', roles: ['viewer'] }));
  const applied = { 'kubectl.kubernetes.io/last-applied-configuration': `{"stringData":{"a":"${PLANTED[0]}"}}` };
  const named = { name: 'a', namespace: 'default', annotations: applied };
  const created = await api
    .post(secrets(cluster))
    .set('idempotency-key', 'made')
    .send(manifest('a', { a: PLANTED[0], b: 'other' }, { metadata: named }))
    .expect(201);
  expect(created.body).toMatchObject({ data: { a: base64(PLANTED[0]) }, type: 'Opaque' });
  const imported = await api
    .post(`/v1/clusters/${cluster}/import`)
    .send(manifest('b', { a: PLANTED[1] }))
    .expect(200);
  expect(imported.body).toMatchObject({ created: 1, ignored: [] });
  await api
    .patch(secrets(cluster, '/a'))
    .set(MERGE)
    .send({ data: { b: base64(PLANTED[2]) } })
    .expect(200);

  expect(await read(cluster, 'a')).toMatchObject({
    data: { a: base64(PLANTED[0]), b: base64(PLANTED[2]) },
    metadata: { annotations: applied },
  });
  expect(await read(cluster, 'b')).toMatchObject({ data: { a: base64(PLANTED[1]) } });
  const listed = (await api.get(secrets(cluster)).expect(200)).body as { readonly items: readonly SecretBody[] };
  expect(listed.items.map(({ data }) => data['a'])).toEqual([base64(PLANTED[0]), base64(PLANTED[1])]);

  const shown = await read(cluster, 'a', viewer);
  expect(Object.values(shown.data).map(textOf)).toEqual([expect.stringMatching(DIGEST), expect.stringMatching(DIGEST)]);
  expect(Object.values(shown.metadata.annotations ?? {})).toEqual([expect.stringMatching(DIGEST)]);
  // Equal values in two places do not look alike.
  await api
    .post(secrets(cluster))
    .send(manifest('c', { a: PLANTED[0], b: PLANTED[0] }))
    .expect(201);
  expect(new Set(Object.values((await read(cluster, 'c', viewer)).data)).size).toBe(2);

  const { resourceVersion } = shown.metadata;
  const elsewhere = await Promise.all(
    [
      `/v1/clusters/${cluster}/export`,
      `/v1/clusters/${cluster}/changes?after=0`,
      `/v1/clusters/${cluster}/revisions`,
      secrets(cluster, `?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`),
      secrets(cluster, '/a').replace('?', '') + '?at=3',
      `/v1/clusters/${cluster}/diff?from=1&to=4`,
    ].map(async (path) => (await api.get(path)).text),
  );
  expect(found(elsewhere.join('\n'))).toEqual([]);
  const query = `{ cluster(name: "${cluster}") { objects(kind: "Secret", first: 9) { nodes { manifest } } } }`;
  expect(found((await api.post('/graphql').send({ query })).text)).toEqual([]);
  expect(found(JSON.stringify(api.log))).toEqual([]);
  expect(found(await dump())).toEqual([]);
});

test('an answer that is given again for the same key has digests', async () => {
  const cluster = await clusterOf('kept-answers');
  const send = () =>
    api
      .post(secrets(cluster))
      .set('idempotency-key', 'again')
      .send(manifest('s', { a: PLANTED[0] }))
      .expect(201);
  expect(textOf((await send()).body.data.a)).toBe(PLANTED[0]);
  const { body, headers } = await send();
  expect(headers['idempotent-replayed']).toBe('true');
  expect(textOf(body.data.a)).toMatch(DIGEST);
});

test('digests that are sent back keep the values, and elsewhere stand for themselves', async () => {
  const cluster = await clusterOf('kept-values');
  await api
    .post(secrets(cluster))
    .send(manifest('s', { a: PLANTED[0], b: PLANTED[1] }))
    .expect(201);
  const exported = (await api.get(`/v1/clusters/${cluster}/export`).expect(200)).text;
  expect((await api.post(`/v1/clusters/${cluster}/import`).send(exported).expect(200)).body).toMatchObject({
    unchanged: 2,
  });
  const changed = exported.replace('"name":"s"', '"name":"s","labels":{"app":"x"}');
  await api.post(`/v1/clusters/${cluster}/import`).send(changed).expect(200);
  expect(await read(cluster, 's')).toMatchObject({
    metadata: { labels: { app: 'x' } },
    data: { a: base64(PLANTED[0]), b: base64(PLANTED[1]) },
  });

  const other = await clusterOf('of-an-export');
  await api.post(`/v1/clusters/${other}/import`).send(exported).expect(200);
  expect(textOf((await read(other, 's')).data['a'] ?? '')).toMatch(DIGEST);
  await api.post(`/v1/clusters/${cluster}/forks`).send({ name: 'of-a-fork' }).expect(201);
  expect(textOf((await read('of-a-fork', 's')).data['a'] ?? '')).toMatch(DIGEST);
});

test('what controllers change of a Secret leaves its values', async () => {
  const cluster = await clusterOf('collected');
  const owner = await api
    .post(core(cluster, 'namespaces/default/configmaps'))
    .send({ metadata: { name: 'owner' } })
    .expect(201);
  const { uid } = owner.body.metadata as { readonly uid: string };
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }];
  for (let index = 0; index < 20; index++) {
    const metadata = { name: `s${index}`, namespace: 'default', ownerReferences };
    await api
      .post(secrets(cluster))
      .send(manifest('', { a: `${PLANTED[0]}-${index}` }, { metadata }))
      .expect(201);
  }
  await api
    .delete(core(cluster, 'namespaces/default/configmaps/owner'))
    .send({ kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Orphan' })
    .expect(200);
  const last = await read(cluster, 's19');
  expect(last.metadata).not.toHaveProperty('ownerReferences');
  expect(textOf(last.data['a'] ?? '')).toBe(`${PLANTED[0]}-19`);
});

test('a watch shows the values of the present to a writer, and digests to a viewer', async () => {
  const cluster = await clusterOf('watched-values');
  await api
    .post(secrets(cluster))
    .send(manifest('s', { a: PLANTED[0] }))
    .expect(201);
  const viewer = bearer(await keyOfTeam(api, { team: 'default', roles: ['viewer'] }));
  const values = async (headers: Readonly<Record<string, string>>): Promise<string[]> => {
    const gone = new AbortController();
    const answer = await fetch(`${api.url}${secrets(cluster, '?watch=true')}`, { headers, signal: gone.signal });
    const seen: string[] = [];
    for await (const text of (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
      for (const line of text.split('\n').filter(Boolean))
        seen.push(textOf((JSON.parse(line) as { readonly object: SecretBody }).object.data['a'] ?? ''));
      if (seen.length === 1)
        await api
          .patch(secrets(cluster, '/s'))
          .set(MERGE)
          .send({ data: { a: base64(PLANTED[1]) } })
          .expect(200);
      if (seen.length === 2) break;
    }
    gone.abort();
    return seen;
  };
  expect(await values({ authorization: `Bearer ${api.key}` })).toEqual([PLANTED[0], PLANTED[1]]);
  await api
    .patch(secrets(cluster, '/s'))
    .set(MERGE)
    .send({ data: { a: base64(PLANTED[0]) } })
    .expect(200);
  expect(await values(viewer)).toEqual([expect.stringMatching(DIGEST), expect.stringMatching(DIGEST)]);
});
