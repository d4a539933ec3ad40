import { gunzipSync } from 'node:zlib';
import { Maintenance } from '../../apps/api/src/boot/maintenance.js';
import { LongWork, type ShownOperation } from './long-work.js';

let work: LongWork;
beforeAll(async () => {
  work = await LongWork.start();
});
afterAll(() => work.stop());

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
    await work.api.app
      .get(Maintenance)
      .works.find(({ task }) => task === 'maintenance-tidy')
      ?.does();
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
