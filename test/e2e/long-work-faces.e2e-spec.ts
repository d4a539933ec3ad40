import { once } from 'node:events';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startProgram } from '#test-programs';
import { berth as command, type Ran } from './berth-command.js';
import { LongWork, type ShownOperation } from './long-work.js';

const MAIN = resolve('dist/apps/cli/src/main.js');

let work: LongWork;
beforeAll(async () => {
  work = await LongWork.start();
});
afterAll(async () => {
  await work.stop();
});

function berth(line: string, more: Parameters<typeof command>[1] = {}): Promise<Ran> {
  return command(line, { environment: { BERTH_URL: work.api.url }, ...more });
}

test('berth operations lists, shows and cancels them', async () => {
  const done = await work.when((await work.replaying()).id, 'succeeded');
  const listed = await berth(`operations --cluster ${work.cluster} --kind replay -o csv`);
  expect([listed.code, listed.out]).toEqual([0, expect.stringContaining(`${done.id},replay,succeeded,ann`)]);
  const shown = await berth(`operations show ${done.id} -o json`);
  expect(JSON.parse(shown.out)).toMatchObject({ id: done.id, result: { identical: 3 } });
  await work.whileHeld(async () => {
    const { id } = await work.verifying();
    expect(await berth(`operations cancel ${id}`)).toMatchObject({ code: 0, out: `verification ${id} is cancelled` });
  });
  expect(await berth(`operations cancel ${done.id}`)).toMatchObject({
    code: 3,
    err: `berth: operation ${done.id} has ended: it succeeded`,
  });
});

test('berth verify says how far it is, and Ctrl-C cancels it', async () => {
  const said: string[] = [];
  let interrupt: (() => Promise<void>) | undefined;
  await work.whileHeld(async () => {
    const ran = berth('verify --all', {
      status: (line) => void said.push(line),
      onInterrupt: (cancel) => {
        interrupt = cancel;
        return () => undefined;
      },
    });
    const last = /^2 of 3 stages: cluster 1 of 1 \(.*\): state; \d+ changes and 3 decisions so far$/;
    while (!said.some((line) => last.test(line))) await setTimeout(10);
    await interrupt?.();
    expect(await ran).toMatchObject({ code: 4, err: expect.stringMatching(/was cancelled: by anonymous$/) });
    await work.waiting(0);
  });
});

test('Ctrl-C at a terminal ends the command when the service has heard it', async () => {
  await work.whileHeld(async () => {
    const child = startProgram(process.execPath, [MAIN, 'verify', '--all'], { env: { BERTH_URL: work.api.url } });
    const said: string[] = [];
    child.stderr.on('data', (piece: Buffer) => void said.push(piece.toString()));
    await work.waiting(1);
    const { id } = await work.running();
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
    expect(said.join('')).toContain(`verification ${id} is cancelled`);
    expect(await work.read(id)).toMatchObject({ state: 'cancelled' });
  });
});

describe('GraphQL', () => {
  const FIELDS = `id uid kind state caller place progress { done total unit message } request problem { code message }
    result createdAt startedAt finishedAt expiresAt cluster { name } verification { holds } replay { identical }`;

  async function ask<T>(query: string, variables: object = {}): Promise<T> {
    const { body } = await work.api.post('/graphql').send({ query, variables });
    expect(body.errors).toBeUndefined();
    return (body as { data: T }).data;
  }

  const start = async (name: string, input: object): Promise<ShownOperation & { uid: string; refusals: object[] }> => {
    const type = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}Input`;
    const inputType = name === 'startReplay' ? 'ReplayInput' : type;
    const data = await ask<
      Record<string, { operation: (ShownOperation & { uid: string }) | null; refusals: object[] }>
    >(`mutation ($input: ${inputType}!) { ${name}(input: $input) { operation { ${FIELDS} } refusals { code } } }`, {
      input,
    });
    const { operation, refusals } = data[name] ?? { operation: null, refusals: [] };
    return { ...(operation as ShownOperation & { uid: string }), refusals };
  };

  test('starts them, and says what they came to', async () => {
    const replay = await start('startReplay', { clusterId: work.cluster });
    expect(replay).toMatchObject({ kind: 'replay', cluster: { name: work.cluster }, refusals: [] });
    await work.when(replay.uid, 'succeeded');
    const verification = await start('startVerification', {});
    await work.when(verification.uid, 'succeeded');
    const asked = await ask<{ operation: object; node: object; operations: { edges: { node: ShownOperation }[] } }>(
      `query ($id: ID!, $replay: ID!) { operation(id: $id) { ${FIELDS} }
        node(id: $replay) { ... on Operation { ${FIELDS} } }
        operations(first: 1, kind: verification, state: succeeded) { edges { node { id result } } } }`,
      { id: verification.uid, replay: replay.id },
    );
    expect(asked).toMatchObject({
      operation: { cluster: null, verification: { holds: true }, replay: null, result: { holds: true } },
      node: { id: replay.id, state: 'succeeded', replay: { identical: 3 }, verification: null },
      operations: { edges: [{ node: { id: verification.id, result: { holds: true } } }] },
    });
  });

  test('the same key is the same operation', async () => {
    const input = { clusterId: work.cluster, idempotencyKey: 'once' };
    const [one, again] = [await start('startReplay', input), await start('startReplay', input)];
    expect(again.uid).toBe(one.uid);
    await work.when(one.uid, 'succeeded');
    expect((await work.when((await work.verifying({ cluster: work.cluster })).id, 'succeeded')).result).toMatchObject({
      holds: true,
    });
  });

  test('cancels them, and refuses what it cannot', async () => {
    const cancel = `mutation ($id: ID!) { cancelOperation(input: {operationId: $id}) {
      operation { state problem { code } } refusals { __typename code } } }`;
    await work.whileHeld(async () => {
      const { id } = await start('startVerification', { clusterId: work.cluster });
      expect(await ask(cancel, { id })).toEqual({
        cancelOperation: { operation: { state: 'cancelled', problem: { code: 'OPERATION_CANCELLED' } }, refusals: [] },
      });
    });
    expect(await ask(cancel, { id: 'none' })).toEqual({
      cancelOperation: {
        operation: null,
        refusals: [{ __typename: 'OperationNotFound', code: 'OPERATION_NOT_FOUND' }],
      },
    });
    expect(await start('startVerification', { clusterId: 'none' })).toEqual({
      refusals: [{ code: 'CLUSTER_NOT_FOUND' }],
    });
    expect(await ask('{ operation(id: "none") { id } }')).toEqual({ operation: null });
  });
});
