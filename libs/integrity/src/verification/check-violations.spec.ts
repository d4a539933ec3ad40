import type { TamperedDatabase } from '#test-services';
import type { Violation } from '../auditors/index.js';
import { BOUND, fillHistory, PARTED, type FilledHistory } from '../testing/filled-history.js';
import { CHECKS } from './index.js';

let history: FilledHistory;
let tampered: TamperedDatabase;
let forked: TamperedDatabase;
let cluster: string;
let fork: string;

beforeAll(async () => {
  history = await fillHistory();
  ({ tampered, forked, cluster, fork } = history);
}, 60_000);
afterAll(() => history.drop());

describe('what each check says', () => {
  const only = (found: Record<string, readonly Violation[]>, check: keyof typeof CHECKS): readonly Violation[] =>
    found[CHECKS[check]] ?? [];

  test('a binding made twice', async () => {
    const again = `INSERT INTO changes SELECT cluster_id, (SELECT max(position) + 1 FROM changes
      WHERE cluster_id = '${cluster}'), revision, at, op, api_version, kind, namespace, name, uid, body
      FROM changes WHERE cluster_id = '${cluster}' AND op = 'bind' AND name = ${BOUND}`;
    expect(only(await tampered.after(again), 'boundOnce')).toMatchObject([
      {
        cluster,
        table: 'changes',
        message: expect.stringMatching(/^Pod default\/\w+ binds a pod that is on node n\d+ already$/),
      },
      { table: 'pods', message: expect.stringContaining('its resource_version is') },
    ]);
  });

  test('a binding without a decision, and a decision without a binding', async () => {
    const found = only(
      await tampered.after(
        `UPDATE changes SET uid = 'other' WHERE cluster_id = '${cluster}' AND op = 'bind' AND name = ${BOUND}`,
      ),
      'decidedOnce',
    );
    expect(found.map(({ table, message }) => [table, message.replace(/[0-9a-f-]{36}/, 'UID')])).toEqual([
      ['decisions', 'scheduled pod UID, which its revision does not bind'],
      ['changes', 'binds pod other, which no decision of its revision scheduled'],
    ]);
  });

  test('an eviction that names another victim, and a victim that was not evicted', async () => {
    const found = only(
      await tampered.after(
        `UPDATE changes SET uid = 'other' WHERE cluster_id = '${cluster}' AND position = (SELECT min(position)
         FROM changes WHERE cluster_id = '${cluster}' AND op = 'evict')`,
      ),
      'decidedOnce',
    );
    expect(found.map(({ table, message }) => [table, message.replace(/[0-9a-f-]{36}/, 'UID')])).toEqual([
      ['decisions', 'names victim UID, which its revision does not evict for the pod'],
      ['changes', 'evicts pod other, which is no victim of a decision of its revision'],
    ]);
  });

  test('more on a node than it has: which binding, and of what', async () => {
    const smaller = `UPDATE changes SET body = convert_to(replace(convert_from(body, 'UTF8'), '"cpu":"9"',
        '"cpu":"300m"'), 'UTF8') WHERE cluster_id = '${cluster}' AND name = 'n0' AND op = 'update'`;
    const [first] = only(await tampered.after(smaller), 'withinCapacity');
    expect(first).toMatchObject({
      cluster,
      table: 'changes',
      position: expect.stringMatching(/^\d+$/),
      revision: expect.stringMatching(/^\d+$/),
    });
    expect(first?.message).toMatch(/^the binding takes \d+ of 300 cpu \(thousandths\) of node n0$/);
  });

  test('a tail that is gone, consistent in itself: what was signed for is elsewhere too', async () => {
    const last = `(SELECT max(revision) FROM kept.revisions WHERE cluster_id = '${cluster}')`;
    const found = await tampered.after(
      `UPDATE cluster_heads h SET revision = r.revision - 1, hash = r.prev_hash, position = r.first_position - 1,
         at = (SELECT p.at FROM revisions p WHERE p.cluster_id = r.cluster_id AND p.revision = r.revision - 1)
       FROM revisions r WHERE h.cluster_id = '${cluster}' AND r.cluster_id = h.cluster_id AND r.revision = ${last}`,
      `DELETE FROM changes WHERE cluster_id = '${cluster}' AND revision = ${last}`,
      `DELETE FROM checkpoints WHERE cluster_id = '${cluster}' AND revision = ${last}`,
      `DELETE FROM revisions WHERE cluster_id = '${cluster}' AND revision = ${last}`,
    );
    expect(only(found, 'chainIntact').map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^\d+ revisions were signed for at .* the database was rolled back$/),
    );
  });

  test('a note that another key signed in our name, and subtrees that nobody made', async () => {
    const forged = `UPDATE checkpoints SET note = overlay(note placing 'AAAA' from length(note) - 40)
      WHERE cluster_id = '${cluster}' AND size = 5`;
    expect(only(await tampered.after(forged), 'chainIntact')).toEqual([
      { cluster, revision: '5', table: 'checkpoints', message: 'the checkpoint at 5 has a signature that is not its' },
    ]);
    const node = `INSERT INTO merkle_nodes SELECT '${cluster}', 8, 0, hash FROM revisions
      WHERE cluster_id = '${cluster}' AND revision = 1`;
    expect(only(await tampered.after(node), 'chainIntact')).toMatchObject([{ cluster, table: 'merkle_nodes' }]);
  });

  test.each<readonly [string, string, string]>([
    ['origin_revision', 'origin_revision + 1', 'says another origin than the first entry of its log'],
    ['origin_position', 'origin_position - 1', 'says another origin than the first entry of its log'],
    ['origin_hash', `'\\x00'`, 'says another origin than the first entry of its log'],
    ['origin_cluster_id', 'id', 'says another origin than the first entry of its log'],
  ])('a fork whose row says another origin: %s', async (column, value, message) => {
    const found = await forked.after(`UPDATE clusters SET ${column} = ${value} WHERE id = '${fork}'`);
    expect(only(found, 'chainIntact')).toContainEqual({ cluster: fork, table: 'clusters', message });
  });

  test('a fork that goes on from another state, consistent in itself', async () => {
    const other = `(SELECT max(position) FROM snapshots WHERE cluster_id = '${cluster}')`;
    const found = await forked.after(
      `UPDATE snapshots f SET digest = s.digest, objects = s.objects FROM snapshots s WHERE f.cluster_id = '${fork}'
         AND s.cluster_id = '${cluster}' AND s.position = ${other}`,
      `UPDATE snapshot_chunks f SET body = s.body FROM snapshot_chunks s WHERE f.cluster_id = '${fork}'
         AND s.cluster_id = '${cluster}' AND s.position = ${other}`,
    );
    expect(only(found, 'boundOnce')).toContainEqual(
      expect.objectContaining({
        cluster: fork,
        table: 'snapshots',
        message: 'the snapshot that the log goes on from is not what was written',
      }),
    );
  });

  test('a snapshot that is consistent in itself, and not what the log leads to', async () => {
    const [first, last] = ['min', 'max'].map(
      (which) => `(SELECT ${which}(position) FROM kept.snapshots WHERE cluster_id = '${cluster}')`,
    );
    const found = only(
      await tampered.after(
        `UPDATE snapshots f SET digest = s.digest, objects = s.objects FROM snapshots s
         WHERE f.cluster_id = s.cluster_id AND f.cluster_id = '${cluster}' AND f.position = ${last}
           AND s.position = ${first}`,
        `UPDATE snapshot_chunks f SET body = s.body FROM snapshot_chunks s WHERE f.cluster_id = s.cluster_id
           AND f.cluster_id = '${cluster}' AND f.position = ${last} AND s.position = ${first}`,
      ),
      'boundOnce',
    );
    expect(new Set(found.map(({ table }) => table))).toContain('snapshot_chunks');
  });

  test('a trace that is not what its decision was made on', async () => {
    const swapped = `UPDATE trace_chunks t SET body = (SELECT body FROM trace_chunks o WHERE o.cluster_id = t.cluster_id
        AND o.run_id = t.run_id AND o.chunk = 1)
      WHERE cluster_id = '${cluster}' AND chunk = 0 AND run_id = ${PARTED}`;
    const found = only(await tampered.after(swapped), 'decisionsKept');
    expect(found.map(({ table, message }) => [table, message])).toContainEqual([
      'trace_chunks',
      'its trace is not what its digest was made of',
    ]);
  });

  test.each<readonly [string, string, string]>([
    ['counts', `counts = jsonb_set(counts, '{scheduled}', '99')`, 'says that 99 pods were scheduled'],
    ['selected', `counts = jsonb_set(counts, '{selected}', '99')`, 'says that 99 pods were selected'],
    ['parts', 'parts = parts + 1', 'parts, and has'],
    ['revision', 'revision = revision + 1', 'says that it ended with revision'],
  ])('a run that says otherwise: %s', async (_, set, message) => {
    const found = only(
      await tampered.after(`UPDATE runs SET ${set} WHERE cluster_id = '${cluster}' AND run_id = ${PARTED}`),
      'decisionsKept',
    );
    expect(found).toMatchObject([{ cluster, table: 'runs', message: expect.stringContaining(message) }]);
  });

  test('a run that is gone leaves its evidence behind', async () => {
    const found = only(
      await tampered.after(`DELETE FROM runs WHERE cluster_id = '${cluster}' AND run_id = ${PARTED}`),
      'decisionsKept',
    );
    expect(found.map(({ table, message }) => [table, message])).toEqual([
      ['run_parts', '4 rows are of a run that is not there'],
      ['decisions', '61 rows are of a run that is not there'],
      ['trace_chunks', '4 rows are of a run that is not there'],
    ]);
  });

  test.each<readonly [string, string, string, string]>([
    [
      'schedule',
      'one-',
      `outcome = jsonb_set(outcome::jsonb, '{counts,scheduled}', '7')::json`,
      'otherwise than it is: scheduled',
    ],
    [
      'schedule',
      'one-',
      `outcome = jsonb_set(outcome::jsonb, '{id}', '"00000000-0000-7000-8000-00000000ffff"')::json`,
      'which is not there',
    ],
    [
      'createCluster',
      'make-filled',
      `outcome = jsonb_set(outcome::jsonb, '{id}', '"00000000-0000-7000-8000-00000000ffff"')::json`,
      'which is not there as it says',
    ],
    [
      'createObject',
      'create-',
      `outcome = jsonb_set(outcome::jsonb, '{metadata,resourceVersion}', '"2"')::json`,
      'which no change made',
    ],
    ['createProfile', 'profile-', `outcome = jsonb_set(outcome::jsonb, '{version}', '7')::json`, 'which is not there'],
    ['import', 'import-', `outcome = jsonb_set(outcome::jsonb, '{revision}', '"1"')::json`, 'which is not there'],
    ['import', 'import-', `created_at = created_at + interval '1 second'`, 'expires at another time'],
    ['import', 'import-', `request_hash = ''`, 'has no hash of its request'],
  ])('a key of %s that answers what is not so (%s %s)', async (operation, key, set, message) => {
    const found = only(
      await tampered.after(
        `UPDATE idempotency_keys SET ${set} WHERE operation = '${operation}' AND key LIKE '${key}%'
           AND key IN (SELECT key FROM kept.idempotency_keys WHERE key LIKE '%${cluster}' OR key = 'make-filled')`,
      ),
      'keysAgree',
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatchObject({ table: 'idempotency_keys', message: expect.stringContaining(message) });
  });
});
