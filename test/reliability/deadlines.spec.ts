import { CALLER, kindNamed, manifest, node, pod, TestServices } from '#test-services';
import { ObjectService } from '#cluster';
import { Busy, idempotently, ok, Deadline, underMutex, untilWon, write } from '#requests';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const deadlock = (): Error => Object.assign(new Error('deadlock detected'), { code: '40P01' });

test('who waits too long leaves the line, and those behind keep their places', async () => {
  const owner = {};
  let end = (): void => undefined;
  const first = underMutex(owner, 'k', () => new Promise<void>((resolve) => (end = resolve)));
  const order: string[] = [];
  const impatient = underMutex(owner, 'k', () => Promise.resolve(order.push('impatient')), {
    deadline: new Deadline(2),
  });
  const patient = underMutex(owner, 'k', () => Promise.resolve(order.push('patient')));
  await expect(impatient).rejects.toBeInstanceOf(Busy);
  expect(order).toEqual([]);
  end();
  await Promise.all([first, patient]);
  expect(order).toEqual(['patient']);
});

test('what is lost is done again, a bounded number of times; what fails is not', async () => {
  let tries = 0;
  const losing = (): Promise<never> => {
    tries++;
    return Promise.reject(deadlock());
  };
  await expect(untilWon(new Deadline(), losing)).rejects.toBeInstanceOf(Busy);
  expect(tries).toBe(10);
  await expect(untilWon(new Deadline(), () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
});

test('a write that loses is done again, and has its effect once', async () => {
  const cluster = await services.clusterOf(node('a'));
  let tries = 0;
  const outcome = await idempotently<number>(services.database, CALLER, {
    key: 'again',
    operation: 'spec',
    request: {},
    run: (keep, deadline) =>
      write(
        services.database,
        CALLER,
        async (tx) => {
          await keep(tx, ok(tries));
          if (tries++ < 3) throw deadlock();
          return ok(tries);
        },
        { deadline },
      ),
  });
  expect([outcome, tries]).toEqual([ok(4), 4]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('one that loses for ever is refused as busy, and its key may be used again', async () => {
  const call = (run: () => Promise<ReturnType<typeof ok<string>>>) =>
    idempotently<string>(services.database, CALLER, { key: 'busy', operation: 'spec', request: {}, run });
  expect(await call(() => untilWon(new Deadline(), () => Promise.reject(deadlock())))).toEqual({
    refused: true,
    refusal: { kind: 'ClusterBusy', retryAfterSeconds: 2 },
  });
  expect(await call(() => Promise.resolve(ok('then')))).toEqual(ok('then'));
});

test('a key that was used is refused for another request in another process, whoever of the two is first', async () => {
  const cluster = await services.clusterOf(node('a'));
  const others = [services.anotherProcess(), services.anotherProcess()];
  const target = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.all(
      others.map(({ database }, index) => {
        const name = `p-${round}-${index}`;
        const idempotency = { key: `two-${round}`, operation: 'createObject', request: { name } };
        const objects = new ObjectService(database, services.moments);
        return objects.create(CALLER, target, manifest(pod(name)), { idempotency });
      }),
    );
    expect(outcomes.filter(({ refused }) => !refused)).toHaveLength(1);
    expect(outcomes.find(({ refused }) => refused)).toMatchObject({ refusal: { kind: 'IdempotencyKeyReused' } });
  }
  await Promise.all(others.map((other) => other.close()));
});
