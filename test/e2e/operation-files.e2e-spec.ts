import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { Maintenance } from '../../apps/api/src/boot/maintenance.js';
import { Storages } from '../../apps/api/src/boot/storages.js';
import { berth } from './berth-command.js';
import { LongWork, type ShownOperation } from './long-work.js';
import { node, pod } from './test-api.js';

let work: LongWork;
beforeAll(async () => {
  work = await LongWork.start();
});
afterAll(() => work.stop());

const tidy = () =>
  work.api.app
    .get(Maintenance)
    .works.find(({ task }) => task === 'maintenance-tidy')
    ?.does();

describe('an export into a file', () => {
  const exporting = (body: object): Promise<ShownOperation> => work.begin(`/v1/clusters/${work.cluster}/exports`, body);
  /** How many files the database has of an export: one, with rows of its content. */
  const stored = async (id: string): Promise<number> => {
    const rows = await work.sql(
      'SELECT DISTINCT f.id FROM stored_files f JOIN stored_file_chunks c ON c.file_id = f.id WHERE f.name = $1',
      [`exports/${id}.gz`],
    );
    return rows.length;
  };
  const download = (id: string): Promise<Response> => fetch(`${work.api.url}/v1/operations/${id}/file`);

  test.each([
    ['manifests', {}, 'export', '.json.gz'],
    ['manifests', { kinds: ['Node'], at: 'revision:1' }, 'export?kinds=Node&at=revision:1', '.json.gz'],
    ['ledger', {}, 'ledger', '.ndjson.gz'],
    ['ledger', { fromRevision: '2', toRevision: '2' }, 'ledger?fromRevision=2&toRevision=2', '.ndjson.gz'],
  ])('of %s %j has what is streamed', async (what, asked, streamed, suffix) => {
    const { id } = await exporting({ what, ...asked });
    const { result } = await work.when(id, 'succeeded');
    const answer = await download(id);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get('content-disposition'), result]).toEqual([
      200,
      `attachment; filename="${work.cluster}${suffix}"`,
      {
        name: work.cluster + suffix,
        type: expect.any(String),
        bytes: String(bytes.length),
        sha256: expect.any(String),
        visibility: expect.any(String),
      },
    ]);
    const stream = await fetch(`${work.api.url}/v1/clusters/${work.cluster}/${streamed}`);
    expect(gunzipSync(bytes).toString()).toBe(await stream.text());
  });

  test('goes when its operation does', async () => {
    const { id } = await exporting({});
    await work.when(id, 'succeeded');
    expect(await stored(id)).toBe(1);
    await work.sql("UPDATE operations SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    await tidy();
    expect(await stored(id)).toBe(0);
    expect((await download(id)).status).toBe(404);
  });

  test.each([
    [{ what: 'ledger', kinds: ['Pod'] }, '/kinds', 'is for manifests, not for ledger'],
    [{ fromRevision: '1' }, '/fromRevision', 'is for ledger, not for manifests'],
    [{ what: 'all' }, '/what', 'must be one of manifests, ledger'],
    [{ wait: true }, '/wait', 'there is no such field'],
  ])('of %j is refused', async (body, pointer, detail) => {
    const answer = await work.api.post(`/v1/clusters/${work.cluster}/exports`).send(body).expect(400);
    expect(answer.body.errors).toMatchObject([{ pointer, detail }]);
  });

  test('that is none, or is not there, has no file', async () => {
    const replay = await work.when((await work.replaying()).id, 'succeeded');
    const refused = await download(replay.id);
    expect([refused.status, await refused.json()]).toMatchObject([
      404,
      { code: 'OPERATION_FILE_NOT_FOUND', detail: `operation ${replay.id} has no file: it is a replay` },
    ]);
    const lost = await work.when((await exporting({})).id, 'succeeded');
    await work.sql('DELETE FROM stored_files WHERE name = $1', [`exports/${lost.id}.gz`]);
    expect(await (await download(lost.id)).json()).toMatchObject({
      detail: expect.stringMatching(/not stored any more$/),
    });
    const none = await work.api.post('/v1/clusters/none/exports').send({}).expect(404);
    expect(none.body.code).toBe('CLUSTER_NOT_FOUND');
    const failed = await exporting({ what: 'ledger', fromRevision: '99' });
    expect(await work.when(failed.id, 'failed')).toMatchObject({ problem: { code: 'REVISION_NOT_FOUND' } });
  });
});

describe('an import in the background', () => {
  const list = (...items: readonly object[]) => JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const importing = (cluster: string, manifests: string, query = '') =>
    work.api.post(`/v1/clusters/${cluster}/imports?${query}`).serialize(String).type('text/plain').send(manifests);
  const begun = async (...asked: Parameters<typeof importing>): Promise<ShownOperation> => {
    const { body, headers } = await importing(...asked).expect(202);
    expect(headers['location']).toBe(`/v1/operations/${body.id}`);
    return body as ShownOperation;
  };
  const fileOf = ({ id }: Pick<ShownOperation, 'id'>) => work.api.app.get(Storages).files.open(`imports/${id}.gz`);

  test('the result is the report, over every face, and the objects are there', async () => {
    const cluster = await work.api.cluster();
    const manifests = list(node('n'), pod('p'), { apiVersion: 'x/v1', kind: 'X', metadata: { name: 'x' } });
    const { id } = await begun(cluster, manifests);
    const { result, ...operation } = await work.when(id, 'succeeded');
    expect(operation).toMatchObject({
      kind: 'import',
      request: { cluster, onError: 'abort', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      progress: { done: manifests.length, total: manifests.length, unit: 'bytes' },
    });
    const again = (
      await work.api.post(`/v1/clusters/${cluster}/import`).type('text/plain').serialize(String).send(manifests)
    ).body as object;
    expect(result).toEqual({ ...again, created: 2, unchanged: 0 });
    const query = `{ operation(id: "${id}") { kind import { created ignoredKinds { kind } } } }`;
    expect((await work.api.post('/graphql').send({ query })).body.data.operation).toEqual({
      kind: 'import',
      import: { created: 2, ignoredKinds: [{ kind: 'X' }] },
    });
  });

  test('one that is begun again after it was done is done once', async () => {
    const cluster = await work.api.cluster();
    const { id } = await begun(cluster, list(node('n')));
    const { result } = await work.when(id, 'succeeded');
    // As its process left it that died before it could note the end.
    await work.sql(
      `UPDATE operations SET state = 'queued', result = NULL, done = 0, started_at = NULL, finished_at = NULL,
       expires_at = NULL WHERE id = $1`,
      [id],
    );
    await tidy();
    expect((await work.when(id, 'succeeded')).result).toEqual(result);
    expect((await work.api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('1');
  });

  test('a key begins one operation, and is of its manifests', async () => {
    const cluster = await work.api.cluster();
    const keyed = (manifests: string) => importing(cluster, manifests).set('idempotency-key', 'one');
    const first = await keyed(list(node('n'))).expect(202);
    const second = await keyed(list(node('n'))).expect(202);
    expect([second.body.id, second.headers['idempotent-replayed']]).toEqual([first.body.id, 'true']);
    expect((await keyed(list(node('m'))).expect(422)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
    await work.when(first.body.id as string, 'succeeded');
  });

  test('what is wrong with an object is the problem of the operation, by index and field', async () => {
    const cluster = await work.api.cluster();
    const { id } = await begun(cluster, list(node('n'), { ...node('bad', { cpu: '12Qi' }) }));
    const { problem } = await work.when(id, 'failed');
    expect(problem).toMatchObject({
      code: 'IMPORT_REJECTED',
      errors: [{ index: 1, kind: 'Node', name: 'bad', pointer: '/status/capacity/cpu' }],
    });
    expect((await work.api.get(`/v1/clusters/${cluster}`)).body.revision).toBe('0');
    const skipped = await begun(cluster, list(node('n'), { ...node('bad', { cpu: '12Qi' }) }), 'onError=skip');
    expect((await work.when(skipped.id, 'succeeded')).result).toMatchObject({ created: 1, rejectedCount: 1 });
    const dry = await begun(cluster, list(pod('p')), 'dryRun=true');
    expect((await work.when(dry.id, 'succeeded')).result).toMatchObject({ dryRun: true, created: 1, revision: '1' });
    expect((await importing('none', '{}').expect(404)).body.code).toBe('CLUSTER_NOT_FOUND');
  });

  test('manifests are encrypted where they wait, and go when the operation has ended', async () => {
    const cluster = await work.api.cluster();
    const value = 'a value that is sought';
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, stringData: { value } };
    const { id } = await begun(cluster, list(secret));
    const stored = await fileOf({ id });
    if (stored === undefined) throw new Error('nothing is stored');
    // Neither the value nor the head of a gzip file.
    const bytes = await buffer(stored.content);
    expect([bytes.length > 100, bytes.includes(value), bytes.includes(Buffer.of(0x1f, 0x8b, 8, 0))]).toEqual([
      true,
      false,
      false,
    ]);
    await work.when(id, 'succeeded');
    // Manifests that were received just now have no operation yet: they go when none has come until the next look.
    await tidy();
    await tidy();
    expect(await fileOf({ id })).toBeUndefined();
  });

  test('the command ends when the manifests are received', async () => {
    const cluster = await work.api.cluster();
    const environment = { BERTH_URL: work.api.url, BERTH_CLUSTER: cluster };
    const ran = await berth('import --no-wait -', { environment, input: [list(node('n'))] });
    expect(ran).toMatchObject({ code: 0, err: '' });
    const id = /^import (\S+) of \d+ bytes: berth operations show \1$/.exec(ran.out)?.[1] ?? '';
    await work.when(id, 'succeeded');
    const json = await berth('import --no-wait -o json -', { environment, input: [list(node('n'))] });
    expect(JSON.parse(json.out)).toMatchObject({ kind: 'import', state: 'queued' });
  });
});
