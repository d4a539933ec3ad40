import type pg from 'pg';
import { ClockService } from '#scheduling';
import { CALLER, node, pod, TamperedDatabase, TestServices, valueOf } from '#test-services';
import { CHECKS } from './index.js';

let services: TestServices;
let client: pg.Client;
let tampered: TamperedDatabase;
let cluster: string;

const TAINTLESS = { conditions: [{ type: 'Ready', status: 'True' }] };
/** A node that takes pods, once its taints are looked at. */
const ready = (name: string): object => {
  const made = node(name) as { readonly status: object };
  return { ...made, status: { ...made.status, ...TAINTLESS } };
};
const asking = (name: string, cpu: string): object => ({
  ...pod(name),
  spec: { containers: [{ name: 'c', image: 'i', resources: { requests: { cpu } } }] },
});

beforeAll(async () => {
  services = await TestServices.create();
  const clocks = new ClockService(services.database);
  const clock = { now: '2026-01-05T00:00:00Z', seed: '7', kubelet: { settings: { 'start-after': '2s' }, rules: [] } };
  cluster = valueOf(await services.clusters.create(CALLER, { name: 'living', clock })).id;
  // Runs of several parts, a pod that is tried several times, and one that room is made for.
  valueOf(await services.import(cluster, [ready('n1'), asking('p', '1'), asking('q', '1'), asking('huge', '1000')]));
  valueOf(await clocks.move(CALLER, cluster, { advance: '20m' }));
  valueOf(await services.import(cluster, [ready('n2'), asking('r', '1'), asking('s', '1')]));
  valueOf(await clocks.move(CALLER, cluster, { advance: '10s' }));
  client = await services.client();
  tampered = await TamperedDatabase.of(services, client, { cluster, signing: {} });
}, 60_000);
afterAll(async () => {
  await client.end();
  await services.drop();
});

const found = async (check: keyof typeof CHECKS, ...edits: readonly string[]): Promise<string[]> => {
  const violations = (await tampered.after(...edits))[CHECKS[check]] ?? [];
  return violations.map(({ table, message }) => `${table}: ${message.replaceAll(/[0-9a-f-]{36}/g, 'UID')}`);
};
const BINDING = `(SELECT min(position) FROM kept.changes WHERE op = 'bind')`;
/** As the first release wrote what places a pod: as the update that it is. */
const AS_UPDATE = `UPDATE changes SET op = 'update', body = (
    SELECT u.body FROM kept.changes u JOIN kept.changes b ON u.uid = b.uid AND b.position = ${BINDING}
    WHERE u.op = 'update' AND u.position > b.position ORDER BY u.position LIMIT 1)
  WHERE position = ${BINDING}`;
const PLACED = `pod_uid = (SELECT uid FROM kept.changes WHERE position = ${BINDING})`;

test('what was written while time passed holds, and has bindings as runs write them', async () => {
  expect(await tampered.violations()).toEqual({});
  const rows = await services.rows<{ readonly by: string; readonly body: object }>(
    `SELECT cause::json->>'by' AS by, convert_from(body, 'UTF8')::json AS body FROM changes WHERE op = 'bind'`,
  );
  expect(rows).toHaveLength(4);
  for (const { by, body } of rows) {
    expect(by).toBe('default-scheduler');
    expect(body).toEqual({ spec: { nodeName: expect.any(String) }, status: { conditions: [expect.anything()] } });
  }
  const [{ runs, parts, attempts }] = (await services.rows<Record<string, number>>(
    `SELECT count(DISTINCT run_id)::int AS runs, count(*)::int AS parts, sum(count)::int AS attempts FROM run_parts`,
  )) as [Record<string, number>];
  expect(runs).toBe(2);
  expect(parts).toBeGreaterThan(6);
  expect(attempts).toBeGreaterThan(8);
});

test('a binding of another pod, and a binding that no decision is of', async () => {
  expect(await found('decidedOnce', `UPDATE changes SET uid = 'other' WHERE position = ${BINDING}`)).toEqual([
    'decisions: scheduled pod UID, which its revision does not bind',
    'changes: binds pod other, which no decision of its revision scheduled',
    'changes: places pod UID, which no decision of its revision scheduled',
  ]);
});

test('logs whose bindings are updates hold, and an update that places a pod without a decision does not', async () => {
  expect(await found('decidedOnce', AS_UPDATE)).toEqual([]);
  expect(await found('boundOnce', AS_UPDATE)).toEqual([]);
  expect(await found('decidedOnce', AS_UPDATE, `DELETE FROM decisions WHERE ${PLACED}`)).toEqual([
    'changes: places pod UID, which no decision of its revision scheduled',
  ]);
  const elsewhere = `UPDATE decisions SET node_name = 'n9' WHERE ${PLACED}`;
  expect(await found('decidedOnce', AS_UPDATE, elsewhere)).toEqual([
    'decisions: scheduled pod UID to n9, and it was bound to n1',
  ]);
});

test.each([-1, 1, 2, 5])('a part whose base is %i off', async (by) => {
  const parts = await services.rows<{ readonly run_id: string; readonly part: number }>(
    'SELECT run_id, part FROM run_parts ORDER BY run_id, part',
  );
  for (const { run_id: run, part } of parts) {
    const edit = `UPDATE run_parts SET base_position = base_position + ${by}
      WHERE run_id = '${run}' AND part = ${part}`;
    expect(String(await found('decisionsKept', edit))).toMatch(/run_parts: /);
  }
});

test('attempts that are numbered otherwise', async () => {
  const run = '(SELECT max(run_id::text)::uuid FROM kept.run_parts)';
  const moved = ['run_parts SET first_ordinal = first_ordinal + 3', 'decisions SET ordinal = ordinal + 3'];
  const edits = moved.map((edit) => `UPDATE ${edit} WHERE run_id = ${run}`);
  expect(await found('decisionsKept', ...edits)).toContainEqual(
    expect.stringMatching(/^decisions: is attempt \d+, and attempt \d+ comes next$/),
  );
});
