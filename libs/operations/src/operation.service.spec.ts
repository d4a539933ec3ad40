import { randomUUID } from 'node:crypto';
import { Unauthenticated, type Authenticator } from '#access';
import { ok, refuse } from '#requests';
import { Lease, type Caller } from '#database';
import { CALLER, TestServices, valueOf } from '#test-services';
import {
  Conductor,
  OperationJobs,
  OperationService,
  requeue,
  type Operation,
  type OperationWorks,
  type Task,
} from './index.js';
import type { Queue } from './queue.js';

let services: TestServices;
let failures: unknown[];
let own: Process;
beforeAll(async () => {
  services = await TestServices.create();
});
beforeEach(() => {
  failures = [];
  works.clear();
  own = processOf(services.lease);
});
afterEach(async () => {
  await own.conductor.interrupt('all');
  await services.rows(
    "UPDATE operations SET state = 'cancelled', finished_at = now() WHERE state IN ('queued', 'running')",
  );
});
afterAll(() => services.drop());

/** A queue in which nobody waits. */
const AT_ONCE: Queue = { enter: () => ({ run: (work) => work(), leave: () => undefined }) };
const MOST_QUEUED = 20;

/** What a process has of operations. */
interface Process {
  readonly conductor: Conductor;
  readonly operations: OperationService;
  readonly jobs: OperationJobs;
}

type Work = Task<object>['work'];
/** What the operations of this spec do, by what was asked for. */
const works = new Map<string, Work>();

function processOf(lease: Pick<Lease, 'holder'>, remaining = rolesRemain): Process {
  const { database } = services;
  const onFailure = (error: unknown): void => void failures.push(error);
  const conductor = new Conductor(database, { lease, caller: CALLER, onFailure, requeue });
  const queue = AT_ONCE;
  const operations = new OperationService(database, {
    ...{ conductor, queue, caller: CALLER },
    mostQueued: MOST_QUEUED,
  });
  const taskOf: OperationWorks['taskOf'] = (_, { request }) => {
    const work = works.get((request as { work: string }).work);
    if (work === undefined) throw new Error('nothing was asked for');
    return Promise.resolve(ok({ work }));
  };
  const jobs = new OperationJobs(database, {
    ...{ conductor, works: { taskOf }, onFailure, system: CALLER },
    authenticator: { remaining },
  });
  return { conductor, operations, jobs };
}

const rolesRemain: Authenticator['remaining'] = (_, roles) => Promise.resolve(roles);

/** Asks for work. */
async function ask(work: Work): Promise<Operation> {
  const name = randomUUID();
  works.set(name, work);
  const request = { work: name };
  return valueOf(
    await own.operations.begin(CALLER, { kind: 'export', cluster: null, request, total: 9, unit: 'things' }),
  );
}

/** A process does the job of an operation. */
const perform = (operation: string, by = own): Promise<void> =>
  by.jobs.tasks['operation']?.({ operation }, { attempt: 1, isLast: false, signal: undefined }) ?? Promise.resolve();

/** Asks for work, which this process does at once. */
async function begin(work: Work): Promise<Operation> {
  const operation = await ask(work);
  void perform(operation.id);
  return operation;
}

/** Work that ends when it is aborted. */
const FOREVER: Work = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

const read = async (id: string) => valueOf(await own.operations.get(CALLER, id));

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

/** When it is being done. */
function running(): { readonly work: Work; readonly begun: Promise<void> } {
  let begin = (): void => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work: Work = (control) => {
    begin();
    return FOREVER(control);
  };
  return { work, begun };
}

test('a job of a process without a lease is begun again by another one, which alone ends it', async () => {
  const dead = processOf({ holder: randomUUID() });
  const { work, begun } = running();
  let beginnings = 0;
  const { id } = await ask((control) => {
    beginnings += 1;
    return beginnings === 1 ? work(control) : Promise.resolve(ok({ beginnings }));
  });
  const lost = perform(id, dead);
  await begun;
  await perform(id);
  expect(await read(id)).toMatchObject({ state: 'succeeded', result: { beginnings: 2 } });
  // It was taken for dead, and notices.
  await dead.conductor.interrupt('all');
  await lost;
  expect(await read(id)).toMatchObject({ state: 'succeeded', result: { beginnings: 2 } });
});

test('a job of a living process is begun by no other one', async () => {
  const other = new Lease(services.url, randomUUID());
  await other.acquire();
  const alive = processOf(other);
  const { work, begun } = running();
  const { id } = await ask(work);
  const going = perform(id, alive);
  await begun;
  await perform(id);
  expect(await read(id)).toMatchObject({ state: 'running', finishedAt: null });
  await own.operations.cancel(CALLER, id);
  await going;
  expect(await read(id)).toMatchObject({ state: 'cancelled' });
  await other.release();
});

test('a job of a process that is stopped waits again, with what it kept', async () => {
  const { begun, work } = running();
  const { id } = await ask(async (control) => {
    if (control.kept !== null) return ok({ kept: control.kept });
    await control.keep({ step: 1 });
    return work(control);
  });
  const going = perform(id);
  await begun;
  await own.conductor.interrupt('jobs');
  await going;
  expect(await read(id)).toMatchObject({ state: 'queued', place: 1 });
  await perform(id);
  expect(await read(id)).toMatchObject({ state: 'succeeded', result: { kept: { step: 1 } } });
});

test('an operation whose job was given up gets another one, once', async () => {
  const { id } = await ask(FOREVER);
  expect((await own.operations.tidy(CALLER)).requeued).toEqual([]);
  await services.rows(
    `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE payload->>'operation' = '${id}'`,
  );
  expect((await own.operations.tidy(CALLER)).requeued).toEqual([id]);
  expect((await own.operations.tidy(CALLER)).requeued).toEqual([]);
  await own.operations.cancel(CALLER, id);
});

test('one that ends every process that begins it fails', async () => {
  const { id } = await ask(() => Promise.resolve(ok({})));
  await services.rows(`UPDATE operations SET attempt = 20 WHERE id = '${id}'`);
  await perform(id);
  expect(await read(id)).toMatchObject({ state: 'failed', failure: { fault: 'internal' } });
  expect(failures).toEqual([new Error('it was begun 20 times, and did not end')]);
});

test('a job acts with the roles that its caller still holds, or not at all', async () => {
  const { id } = await ask(() => Promise.resolve(ok({})));
  const revoked = processOf(services.lease, () => Promise.reject(new Unauthenticated('the key was revoked')));
  await perform(id, revoked);
  const refusal = {
    kind: 'OperationCallerRefused',
    operation: id,
    caller: CALLER.actor,
    reason: 'the key was revoked',
  };
  expect(await read(id)).toMatchObject({ state: 'failed', failure: { refusal } });
});

test('a caller has half of the queue of their team', async () => {
  const asked = [];
  for (let count = 0; count < MOST_QUEUED / 2; count += 1) asked.push(await ask(FOREVER));
  await expect(ask(FOREVER)).rejects.toThrow('too many');
  for (const { id } of asked) await own.operations.cancel(CALLER, id);
});

test('what a caller waits for in a process that died is cancelled', async () => {
  const dead = processOf({ holder: randomUUID() });
  const { work, begun } = running();
  const task: Task<object> = { kind: 'replay', cluster: null, request: {}, total: 1, unit: 'things', work };
  const { operation, ended: over } = valueOf(await dead.operations.await(CALLER, task, undefined));
  await begun;
  expect((await own.operations.tidy(CALLER)).disconnected).toEqual([operation.id]);
  expect(await read(operation.id)).toMatchObject({
    state: 'cancelled',
    failure: { refusal: { kind: 'OperationCancelled', operation: operation.id } },
  });
  await dead.conductor.interrupt('all');
  expect(await over).toMatchObject({ refused: true, refusal: { kind: 'OperationCancelled' } });
});

test('what ended a day ago is forgotten', async () => {
  const { id } = await begin(() => Promise.resolve(ok({})));
  await ended(id);
  await services.rows(`UPDATE operations SET expires_at = now() - interval '1 second' WHERE id = '${id}'`);
  expect(await own.operations.get(CALLER, id)).toEqual(refuse({ kind: 'OperationNotFound', operation: id }));
  expect((await own.operations.tidy(CALLER)).expired).toContain(id);
  expect(await services.rows(`SELECT id FROM operations WHERE id = '${id}'`)).toEqual([]);
});

test('other teams have none of it', async () => {
  const { id } = await begin(() => Promise.resolve(ok({})));
  await ended(id);
  const stranger = { ...CALLER, team: randomUUID() };
  expect(await own.operations.get(stranger, id)).toMatchObject({ refused: true });
  expect(await own.operations.cancel(stranger, id)).toMatchObject({ refused: true });
  expect(valueOf(await own.operations.list(stranger, {}, { pageSize: 5 })).items).toEqual([]);
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
  const task = { kind: 'export', request: {}, total: 1, unit: 'files' } as const;
  const { id } = valueOf(await own.operations.begin(CALLER, { ...task, cluster }));
  const { id: ofTeam } = valueOf(await own.operations.begin(CALLER, { ...task, cluster: null }));
  const editor: Caller = { ...CALLER, roles: ['editor'], principal: 'a namesake' };
  const elsewhere: Caller = { ...CALLER, principal: 'a key', only: { cluster: other } };
  for (const [caller, want] of [
    [CALLER, [ofTeam, id]],
    [{ ...CALLER, principal: 'another admin' }, [ofTeam, id]],
    [editor, [ofTeam]],
    [elsewhere, []],
  ] as const) {
    const { items } = valueOf(await own.operations.list(caller, {}, { pageSize: 9 }));
    const found = await own.operations.getMany(caller, [id, ofTeam]);
    expect(items.map((item) => item.id).filter((one) => one === id || one === ofTeam)).toEqual(want);
    expect([...found.keys()].sort()).toEqual([...want].sort());
  }
  const ofEditor = valueOf(await own.operations.begin(editor, { ...task, cluster }));
  expect(await own.operations.get(editor, ofEditor.id)).toMatchObject({ refused: false });
});
