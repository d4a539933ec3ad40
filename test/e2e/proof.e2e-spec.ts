import { createPublicKey, verify } from 'node:crypto';
import {
  createLedgerVerifier,
  fromHex,
  leafHash,
  noteKeyId,
  openCheckpoint,
  type NoteVerifier,
  verifyInclusion,
} from '#ledger';
import { sha256 } from '../../apps/cli/src/sha256.js';
import { node, pod, TestApi } from './test-api.js';

let api: TestApi;
let cluster: string;
let key: NoteVerifier;
beforeAll(async () => {
  api = await TestApi.ofTeam();
  cluster = await api.cluster(node('n1'), pod('p1'), pod('p2', '64'));
  await api.post(`/v1/clusters/${cluster}/runs`).expect(201);
  key = noteVerifier((await api.get('/v1/signing-key').set('accept', 'text/plain').expect(200)).text);
});
afterAll(() => api.stop());

function noteVerifier(pem: string): NoteVerifier {
  const publicKey = createPublicKey(pem);
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    name: 'berth',
    id: noteKeyId(sha256, 'berth', raw),
    verify: (message, signature) => verify(null, message, publicKey, signature),
  };
}

test('the public key in all its forms', async () => {
  const { body, headers } = await api.get('/v1/signing-key').expect(200);
  expect(headers['content-type']).toContain('application/json');
  expect(body).toMatchObject({
    algorithm: 'Ed25519',
    name: 'berth',
    id: Buffer.from(key.id).toString('hex'),
    publicKeyPem: expect.stringMatching(/^-----BEGIN PUBLIC KEY-----\n/),
  });
  expect(body.verifierKey).toMatch(new RegExp(`^berth\\+${body.id}\\+[A-Za-z0-9+/=]{44}$`));
  await api.get('/v1/signing-key').set('accept', 'image/png').expect(406);
});

test('a checkpoint is made, found and listed, and is a note as text', async () => {
  const { body: made, headers } = await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
  expect(headers['location']).toBe(`/v1/clusters/${made.cluster}/checkpoints/${made.size}`);
  expect(openCheckpoint(made.note, key)).toMatchObject({ cluster: made.cluster, size: Number(made.size), at: made.at });
  expect((await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201)).body).toEqual(made);
  expect((await api.get(`/v1/clusters/${cluster}/checkpoints/latest`).expect(200)).body).toEqual(made);
  const asText = () => api.get(`/v1/clusters/${cluster}/checkpoints/${made.size}`).set('accept', 'text/plain');
  const text = await asText().expect(200);
  expect([text.headers['content-type'], text.text]).toEqual(['text/plain; charset=utf-8', made.note]);
  await asText().set('if-none-match', String(text.headers['etag'])).expect(304);
  await api.post(`/v1/clusters/${cluster}/import`).send(node('n2')).expect(200);
  await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
  const page = (await api.get(`/v1/clusters/${cluster}/checkpoints?pageSize=1`).expect(200)).body;
  const next = (
    await api.get(`/v1/clusters/${cluster}/checkpoints?pageSize=1&pageToken=${page.nextPageToken}`).expect(200)
  ).body;
  expect([page.items[0].size, next]).toEqual([String(Number(made.size) + 1), { items: [made] }]);
});

test('a decision is proved to be in the history', async () => {
  const {
    items: [decision],
  } = (await api.get(`/v1/clusters/${cluster}/decisions`).expect(200)).body;
  const { body } = await api.get(`/v1/clusters/${cluster}/proofs/inclusion?decision=${decision.id}`).expect(200);
  expect(body.entry).toMatchObject({ run: decision.run, ordinal: decision.ordinal, outcome: decision.outcome });
  const { leafIndex, treeSize, path } = body.revisionProof as { leafIndex: string; treeSize: string; path: string[] };
  const hashes = path.map((text) => fromHex(text) ?? new Uint8Array(0));
  const root = openCheckpoint(body.checkpoint.note, key)?.root ?? new Uint8Array(0);
  const leaf = leafHash(sha256, fromHex(body.revisionHash) ?? new Uint8Array(0));
  expect(
    verifyInclusion(sha256, { leafIndex: Number(leafIndex), treeSize: Number(treeSize), path: hashes }, { leaf, root }),
  ).toBe(true);
});

test('one history is proved to start with another', async () => {
  const { body: first } = await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
  await api.post(`/v1/clusters/${cluster}/import`).send(node('n3')).expect(200);
  const { body: second } = await api.post(`/v1/clusters/${cluster}/checkpoints`).expect(201);
  const { body } = await api
    .get(`/v1/clusters/${cluster}/proofs/consistency?from=${first.size}&to=${second.size}`)
    .expect(200);
  expect(body).toMatchObject({ from: first, to: second });
  expect(body.path.length).toBeGreaterThan(0);
});

test('the ledger is a file that holds, whole and in part', async () => {
  for (const query of ['', '?fromRevision=2', '?toRevision=1', '?fromRevision=2&toRevision=2']) {
    const { text, headers } = await api
      .get(`/v1/clusters/${cluster}/ledger${query}`)
      .buffer(true)
      .parse((response, done) => {
        let body = '';
        response.setEncoding('utf8');
        response
          .on('data', (piece: string) => {
            body += piece;
          })
          .on('end', () => done(null, body));
      })
      .expect(200)
      .then((response) => ({ text: String(response.body), headers: response.headers }));
    const verifier = createLedgerVerifier({ hash: sha256, key });
    verifier.push(Buffer.from(text));
    expect([headers['content-type'], verifier.end()]).toMatchObject([
      'application/x-ndjson; charset=utf-8',
      { holds: true },
    ]);
  }
});

test.each([
  ['checkpoints/latest', 404, 'CHECKPOINT_NOT_FOUND'],
  ['checkpoints/7', 404, 'CHECKPOINT_NOT_FOUND'],
  ['checkpoints/first', 404, 'CHECKPOINT_NOT_FOUND'],
  ['checkpoints?pageToken=x', 400, 'INVALID_REQUEST'],
  ['proofs/inclusion', 400, 'INVALID_REQUEST'],
  ['proofs/inclusion?revision=1&position=1', 400, 'INVALID_REQUEST'],
  ['proofs/inclusion?revision=01', 400, 'INVALID_REQUEST'],
  ['proofs/inclusion?revision=1', 404, 'REVISION_NOT_FOUND'],
  ['proofs/inclusion?position=1', 404, 'CHANGE_NOT_FOUND'],
  ['proofs/inclusion?decision=1', 404, 'DECISION_NOT_FOUND'],
  ['proofs/consistency?from=1', 400, 'INVALID_REQUEST'],
  ['proofs/consistency?from=2&to=1', 400, 'INVALID_REQUEST'],
  ['proofs/consistency?from=1&to=2', 404, 'CHECKPOINT_NOT_FOUND'],
  ['ledger?fromRevision=7', 404, 'REVISION_NOT_FOUND'],
  ['ledger?toRevision=-1', 400, 'INVALID_REQUEST'],
])('of a cluster without a history %s is %i', async (path, status, code) => {
  const empty = await api.cluster();
  const { body } = await api.get(`/v1/clusters/${empty}/${path}`).expect(status);
  expect(body).toMatchObject({ status, code });
});

test('a cluster that is not there has none of it', async () => {
  for (const path of [
    'checkpoints',
    'checkpoints/1',
    'proofs/inclusion?revision=1',
    'proofs/consistency?from=1&to=1',
    'ledger',
  ]) {
    expect((await api.get(`/v1/clusters/no-such/${path}`).expect(404)).body).toMatchObject({
      code: 'CLUSTER_NOT_FOUND',
    });
  }
});

/** What a query answers that has no errors. */
async function graphql(query: string, variables: object): Promise<Record<string, never>> {
  const { body } = await api.post('/graphql').send({ query, variables }).expect(200);
  expect(body.errors).toBeUndefined();
  return body.data;
}

test('GraphQL signs and shows the same', async () => {
  const mutation = `mutation ($id: ID!) { createCheckpoint(input: {clusterId: $id}) { checkpoint { size root revision
    position hash at note } refusals { code } } }`;
  const { createCheckpoint } = (await graphql(mutation, { id: cluster })) as unknown as {
    createCheckpoint: { checkpoint: { size: string; note: string }; refusals: [] };
  };
  expect([createCheckpoint.refusals, openCheckpoint(createCheckpoint.checkpoint.note, key)?.size]).toEqual([
    [],
    Number(createCheckpoint.checkpoint.size),
  ]);
  const query = `query ($name: String!) { cluster(name: $name) { checkpoint { size root revision position hash at
    note } } signingKey { algorithm name id publicKeyPem verifierKey } }`;
  expect(await graphql(query, { name: cluster })).toEqual({
    cluster: { checkpoint: createCheckpoint.checkpoint },
    signingKey: (await api.get('/v1/signing-key').expect(200)).body,
  });
  expect(await graphql(query, { name: await api.cluster() })).toMatchObject({ cluster: { checkpoint: null } });
  expect(await graphql(mutation, { id: 'no-such' })).toEqual({
    createCheckpoint: { checkpoint: null, refusals: [{ code: 'CLUSTER_NOT_FOUND' }] },
  });
});
