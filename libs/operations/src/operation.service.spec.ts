import { randomUUID } from 'node:crypto';
import { ok, refuse } from '#requests';
import { Lease, type Caller } from '#database';
import { CALLER, TestServices, valueOf } from '#test-services';
import { OperationService, type Operation, type Task } from './index.js';
import type { Queue } from './queue.js';

let services: TestServices;
let failures: unknown[];
let operations: OperationService;
beforeAll(async () => {
  services = await TestServices.create();
});
beforeEach(() => {
  failures = [];
  operations = serviceOf(services.lease);
});
afterEach(() => operations.interrupt('all'));
afterAll(() => services.drop());

/** A queue in which nobody waits. */
const AT_ONCE: Queue = { enter: () => ({ run: (work) => work(), leave: () => undefined }) };

function serviceOf(lease: Pick<Lease, 'holder'>): OperationService {
  return new OperationService(services.database, {
    lease,
    queue: AT_ONCE,
    caller: CALLER,
    onFailure: (error) => failures.push(error),
  });
}

type Work = Task<object>['work'];

const begin = async (work: Work, of = operations): Promise<Operation> =>
  valueOf(await of.begin(CALLER, { kind: 'export', cluster: null, request: {}, total: 9, unit: 'things', work }));

/** Work that ends when it is aborted. */
const FOREVER: Work = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

const read = async (id: string) => valueOf(await operations.get(CALLER, id));

async function ended(id: string) {
  for (;;) {
    const found = await read(id);
    if (found.finishedAt !== null) return found;
  }
}

test('what work comes to, and what it is refused', async () => {
  const { id } = await begin(() => Promise.resolve(ok({ answer: 42, text: 'a\0b' })));
  expect(await ended(id)).toMatchObject({
    state: 'succeeded',
    result: { answer: 42, text: 'a\0b' },
    failure: null,
    progress: { done: 9, total: 9, unit: 'things' },
  });
  const refusal = { kind: 'RunNotFound', run: 'r' } as const;
  const refused = await begin(() => Promise.resolve(refuse(refusal)));
  expect(await ended(refused.id)).toMatchObject({ state: 'failed', result: null, failure: { refusal } });
  expect(failures).toEqual([]);
});

test('work that breaks has failed, and whoever runs the service hears of it', async () => {
  const { id } = await begin(() => Promise.reject(new Error('broken')));
  expect(await ended(id)).toMatchObject({ state: 'failed', failure: { fault: 'internal' } });
  expect(failures).toEqual([new Error('broken')]);
});

test('progress is noted now and then, never beyond the end', async () => {
  const { id } = await begin((control) => {
    for (let done = 0; done < 1_000; done++) control.tell({ done, message: `the ${done}th` });
    return FOREVER(control);
  });
  const { progress } = await read(id);
  expect(progress).toEqual({ done: 0, total: 9, unit: 'things', message: '' });
  for (;;) {
    const found = await read(id);
    if (found.progress.done === 0) continue;
    expect(found.progress).toEqual({ done: 9, total: 9, unit: 'things', message: 'the 999th' });
    break;
  }
});

test('operations of a process without a lease have failed; those of a living one go on', async () => {
  const other = new Lease(services.url, randomUUID());
  await other.acquire();
  const dead = serviceOf({ holder: randomUUID() });
  const alive = serviceOf(other);
  const [lost, own, others] = [await begin(FOREVER, dead), await begin(FOREVER), await begin(FOREVER, alive)];
  expect((await operations.tidy(CALLER)).interrupted).toEqual([lost.id]);
  expect(await read(lost.id)).toMatchObject({
    state: 'failed',
    failure: { refusal: { kind: 'OperationInterrupted', operation: lost.id } },
  });
  expect([(await read(own.id)).finishedAt, (await read(others.id)).finishedAt]).toEqual([null, null]);
  // Who was taken for dead notices it.
  await dead.interrupt('all');
  expect(await read(lost.id)).toMatchObject({ state: 'failed' });
  await alive.interrupt('all');
  await other.release();
});

test('what ended a day ago is forgotten', async () => {
  const { id } = await begin(() => Promise.resolve(ok({})));
  await ended(id);
  await services.rows(`UPDATE operations SET expires_at = now() - interval '1 second' WHERE id = '${id}'`);
  expect(await operations.get(CALLER, id)).toEqual(refuse({ kind: 'OperationNotFound', operation: id }));
  expect((await operations.tidy(CALLER)).expired).toContain(id);
  expect(await services.rows(`SELECT id FROM operations WHERE id = '${id}'`)).toEqual([]);
});

test('other teams have none of it', async () => {
  const { id } = await begin(() => Promise.resolve(ok({})));
  await ended(id);
  const stranger = { ...CALLER, team: randomUUID() };
  expect(await operations.get(stranger, id)).toMatchObject({ refused: true });
  expect(await operations.cancel(stranger, id)).toMatchObject({ refused: true });
  expect(valueOf(await operations.list(stranger, {}, { pageSize: 5 })).items).toEqual([]);
});

test('what was asked of a cluster is for who sees all of it, and for whoever asked, not for namesakes', async () => {
  const cluster = await services.clusterOf();
  const other = await services.clusterOf();
  const third = randomUUID();
  await services.connected(async (client) => {
    await client.query('INSERT INTO teams (id, name, created_at) VALUES ($1, $2, now())', [third, `t-${third}`]);
    await client.query(
      `INSERT INTO namespace_teams (cluster_id, namespace, team_id, created_at, created_by)
       VALUES ($1, 'theirs', $2, now(), 'spec')`,
      [cluster, third],
    );
  });
  const task = { kind: 'export', request: {}, total: 1, unit: 'files', work: () => Promise.resolve(ok({})) } as const;
  const { id } = valueOf(await operations.begin(CALLER, { ...task, cluster }));
  const { id: ofTeam } = valueOf(await operations.begin(CALLER, { ...task, cluster: null }));
  const editor: Caller = { ...CALLER, roles: ['editor'], principal: 'a namesake' };
  const elsewhere: Caller = { ...CALLER, principal: 'a key', only: { cluster: other } };
  for (const [caller, want] of [
    [CALLER, [ofTeam, id]],
    [{ ...CALLER, principal: 'another admin' }, [ofTeam, id]],
    [editor, [ofTeam]],
    [elsewhere, []],
  ] as const) {
    const { items } = valueOf(await operations.list(caller, {}, { pageSize: 9 }));
    const found = await operations.getMany(caller, [id, ofTeam]);
    expect(items.map((item) => item.id).filter((one) => one === id || one === ofTeam)).toEqual(want);
    expect([...found.keys()].sort()).toEqual([...want].sort());
  }
  const own = valueOf(await operations.begin(editor, { ...task, cluster }));
  expect(await operations.get(editor, own.id)).toMatchObject({ refused: false });
});
