import { ok, refuse, write, type Outcome } from '../outcome/index.js';
import { CALLER, TestServices } from '#test-services';
import type { Caller } from '#database';
import { idempotently, removeExpiredKeys } from './index.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

interface Call {
  readonly key: string;
  readonly caller?: Caller;
  readonly request?: unknown;
  readonly answer?: Outcome<string>;
  readonly failing?: boolean;
}

let ran = 0;
/** A write that has the name of its key as its effect. */
function call({
  key,
  caller = CALLER,
  request = {},
  answer = ok(key),
  failing = false,
}: Call): Promise<Outcome<string>> {
  return idempotently<string>(services.database, caller, {
    key,
    operation: 'spec',
    request,
    run: (keep) =>
      write(services.database, CALLER, async (tx) => {
        ran++;
        await keep(tx, answer);
        if (failing) throw new Error('after it was kept');
        return answer;
      }),
  });
}

test('the same key and request run once, whatever the order of the fields', async () => {
  ran = 0;
  expect(await call({ key: 'a', request: { x: 1, y: [2] } })).toEqual(ok('a'));
  expect(await call({ key: 'a', request: { y: [2], x: 1 }, answer: ok('other') })).toEqual(ok('a'));
  expect(ran).toBe(1);
});

test('the same key with another request is refused', async () => {
  await call({ key: 'b', request: 1 });
  expect(await call({ key: 'b', request: 2 })).toEqual(refuse({ kind: 'IdempotencyKeyReused', key: 'b' }));
});

test('a failure and a refusal are not remembered', async () => {
  ran = 0;
  await expect(call({ key: 'c', failing: true })).rejects.toThrow('after it was kept');
  expect(await call({ key: 'c', answer: refuse({ kind: 'RunNotFound', run: 'r' }) })).toMatchObject({ refused: true });
  expect(await call({ key: 'c' })).toEqual(ok('c'));
  expect(ran).toBe(3);
});

test('one that fails does not hold up those that wait behind it', async () => {
  const calls = [call({ key: 'd', failing: true }), call({ key: 'd', answer: ok('second') }), call({ key: 'd' })];
  expect(await Promise.allSettled(calls)).toMatchObject([
    { status: 'rejected' },
    { value: ok('second') },
    { value: ok('second') },
  ]);
});

test('a key that expired is as good as new, and is removed in time', async () => {
  await call({ key: 'e', request: 1 });
  await services.rows("UPDATE idempotency_keys SET expires_at = now() - interval '1 second'");
  expect(await call({ key: 'e', request: 2, answer: ok('again') })).toEqual(ok('again'));
  expect(await services.database.transaction(CALLER, removeExpiredKeys)).toBeGreaterThan(0);
  expect(await services.rows('SELECT key FROM idempotency_keys')).toEqual([{ key: 'e' }]);
});

test('what one of a team was answered is answered to another who may do the same, and to nobody else', async () => {
  await call({ key: 'f' });
  expect(await call({ key: 'f', caller: { ...CALLER, principal: 'another', actor: 'bob' } })).toEqual(ok('f'));
  for (const rights of [{ roles: ['viewer' as const] }, { only: { cluster: 'c' } }])
    expect(await call({ key: 'f', caller: { ...CALLER, ...rights } })).toEqual(
      refuse({ kind: 'IdempotencyKeyReused', key: 'f' }),
    );
});
