import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Caller } from '#database';
import { ok, type Outcome } from '#requests';
import { CALLER, kindNamed, node, pod, TestServices, valueOf } from '#test-services';
import { writeCluster } from './write-cluster.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

type Write = (cluster: string, caller: Caller) => Promise<Outcome<unknown>>;

const NAMESPACES = ['default', 'other'];
const name = fc.constantFrom('a', 'b', 'c');
const namespace = fc.constantFrom(...NAMESPACES);

const create = (kind: string, object: Readonly<Record<string, unknown>>): Write => {
  const { apiVersion } = kindNamed(kind);
  return (cluster, caller) => {
    const { metadata } = object as { readonly metadata: { readonly name: string; readonly namespace?: string } };
    const collection = { cluster, kind: kindNamed(kind), namespace: metadata.namespace ?? '' };
    return services.objects.create(caller, collection, { apiVersion, kind, ...object, metadata });
  };
};
const place = fc.record({ name, namespace });
const created = fc.oneof(
  { weight: 4, arbitrary: place.map((metadata) => create('Pod', podIn(metadata))) },
  { weight: 2, arbitrary: place.map((metadata) => create('ConfigMap', { metadata, data: { a: 'b' } })) },
  { weight: 1, arbitrary: place.map((metadata) => create('Secret', { metadata, stringData: { key: 'value' } })) },
  {
    weight: 2,
    arbitrary: place.map((metadata) =>
      create('PodDisruptionBudget', { metadata, spec: { minAvailable: 1, selector: {} } }),
    ),
  },
  {
    weight: 2,
    arbitrary: place.map((metadata) => create('ResourceQuota', { metadata, spec: { hard: { pods: '2' } } })),
  },
  { weight: 1, arbitrary: fc.constant(create('Namespace', { metadata: { name: 'other' } })) },
);
const bound = place.map(
  (one): Write =>
    (cluster, caller) =>
      services.bindings.bind(caller, { cluster, ...one, node: 'n' }),
);
const changed = fc.tuple(fc.constantFrom('Pod', 'ConfigMap', 'Secret'), place, name).map(
  ([kind, one, value]): Write =>
    (cluster, caller) =>
      services.objects.patch(
        caller,
        { cluster, kind: kindNamed(kind), namespace: one.namespace },
        { name: one.name, patch: { type: 'merge', patch: { metadata: { labels: { value } } } } },
      ),
);
const said = fc.tuple(place, fc.constantFrom('Running', 'Succeeded')).map(
  ([one, phase]): Write =>
    (cluster, caller) =>
      services.objects.patch(
        caller,
        { cluster, kind: kindNamed('Pod'), namespace: one.namespace },
        { name: one.name, subresource: 'status', patch: { type: 'merge', patch: { status: { phase } } } },
      ),
);
const removed = fc
  .tuple(fc.constantFrom('Pod', 'ConfigMap', 'Secret', 'PodDisruptionBudget', 'ResourceQuota', 'Namespace'), place)
  .map(([kind, one]): Write => (cluster, caller) => {
    const collection = { cluster, kind: kindNamed(kind), namespace: kindNamed(kind).namespaced ? one.namespace : '' };
    return services.objects.delete(caller, collection, { name: kind === 'Namespace' ? one.namespace : one.name });
  });
const writes = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: created },
    { weight: 3, arbitrary: bound },
    { weight: 2, arbitrary: changed },
    { weight: 2, arbitrary: said },
    { weight: 2, arbitrary: removed },
  ),
  { minLength: 4, maxLength: 24 },
);

function podIn(metadata: { readonly name: string; readonly namespace: string }): Readonly<Record<string, unknown>> {
  return { metadata, spec: { containers: [{ name: 'c', image: 'app:1' }] } };
}

async function clusterWith(controllers: 'none' | 'instant'): Promise<string> {
  const { id } = valueOf(
    await services.clusters.create(CALLER, { name: `c-${randomUUID().slice(0, 8)}`, controllers }),
  );
  const pods = ['a', 'b'].map((called) => ({ ...pod(called), metadata: { name: called, namespace: 'default' } }));
  valueOf(await services.import(id, [node('n'), ...pods]));
  return id;
}

const called = (index: number): Caller => ({ ...CALLER, actor: `actor-${index % 3}`, requestId: `request-${index}` });

/** Ids, addresses and times are of each cluster; a digest of a Secret is of its cluster. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one));
  return JSON.parse(
    text
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'uid')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
      // `hmac-` in Base64.
      .replace(/aG1hYy[\w+/=]*/g, 'digest'),
  ) as unknown;
}

async function logOf(cluster: string): Promise<unknown> {
  return services.rows(
    `SELECT r.revision, r.actor, r.request_id, c.position, c.op, c.kind, c.namespace, c.name,
       convert_from(c.body, 'UTF8')::jsonb #- '{data}' AS body
     FROM revisions r JOIN changes c USING (cluster_id, revision) WHERE r.cluster_id = $1 ORDER BY c.position`,
    [cluster],
  );
}

async function transactionsOf(cluster: string): Promise<number> {
  const [row] = await services.rows<{ count: number }>(
    `SELECT count(DISTINCT xmin::text)::int AS count FROM revisions
     WHERE cluster_id = $1 AND actor LIKE 'actor-%'`,
    [cluster],
  );
  return row?.count ?? 0;
}

test.each(['none', 'instant'] as const)(
  'writes that come at once are answered and logged as the same one after the other, with controllers: %s',
  async (controllers) => {
    await fc.assert(
      fc.asyncProperty(writes, async (some) => {
        const apart = await clusterWith(controllers);
        const together = await clusterWith(controllers);
        const expected: Outcome<unknown>[] = [];
        for (const [index, write] of some.entries()) expected.push(await write(apart, called(index)));
        const answered = await Promise.all(some.map((write, index) => write(together, called(index))));
        expect(comparable(answered)).toEqual(comparable(expected));
        expect(comparable(await logOf(together))).toEqual(comparable(await logOf(apart)));
        expect(comparable(await services.violations(together))).toEqual(comparable(await services.violations(apart)));
        expect(await transactionsOf(together)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 8 },
    );
  },
);

test('one that fails leaves the others in place, and each is answered for itself', async () => {
  const cluster = await clusterWith('instant');
  const failing = writeCluster(services.database, { caller: called(0), cluster, isShort: true }, () =>
    Promise.reject(new Error('on its own')),
  );
  const others = ['x', 'y', 'a'].map((one, index) =>
    create('Pod', podIn({ name: one, namespace: 'default' }))(cluster, called(index + 1)),
  );
  await expect(failing).rejects.toThrow('on its own');
  expect(await Promise.all(others)).toMatchObject([
    { refused: false },
    { refused: false },
    { refused: true, refusal: { kind: 'ObjectAlreadyExists' } },
  ]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('one without the role is denied, and those beside it write', async () => {
  const cluster = await clusterWith('instant');
  const need = { roles: ['auditor' as const], in: 'cluster' as const };
  const viewed = { ...CALLER, roles: ['editor' as const] };
  const write = (caller: Caller): Promise<Outcome<unknown>> =>
    writeCluster(services.database, { caller, cluster, isShort: true }, ({ draft, cluster: { controllers } }) => {
      draft.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: `m-${caller.requestId}`, uid: randomUUID() } });
      return Promise.resolve(ok(() => controllers));
    });
  const [denied, written, alsoWritten] = await Promise.allSettled([
    write({ ...viewed, need }),
    write({ ...viewed, requestId: 'one' }),
    write({ ...viewed, requestId: 'two' }),
  ]);
  expect(denied).toMatchObject({ status: 'rejected', reason: { roles: ['auditor'] } });
  expect([written, alsoWritten]).toMatchObject([{ value: ok('instant') }, { value: ok('instant') }]);
});

test('a key of one of them is kept with its effect', async () => {
  const cluster = await clusterWith('instant');
  const collection = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  const body = (one: string) =>
    ({ apiVersion: 'v1', kind: 'Pod', ...podIn({ name: one, namespace: 'default' }) }) as never;
  const once = (): Promise<Outcome<unknown>> =>
    services.objects.create(called(1), collection, body('kept'), {
      idempotency: { key: 'k', operation: 'spec', request: 'kept' },
    });
  const [first, other] = await Promise.all([once(), services.objects.create(called(2), collection, body('beside'))]);
  expect([first.refused, other.refused]).toEqual([false, false]);
  expect(await once()).toEqual(first);
});

describe('a transaction of several that fails', () => {
  const drawn: Write = (cluster, caller) =>
    services.objects.create(caller, { cluster, kind: kindNamed('Pod'), namespace: 'default' }, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { generateName: 'drawn-', namespace: 'default' },
      spec: { containers: [{ name: 'c', image: 'app:1' }] },
    } as never);

  /** Two writes of which the transaction that they share ends with an error, before it begins or behind its end. */
  async function failing(when: 'before' | 'behind') {
    const cluster = await clusterWith('instant');
    const { database } = services;
    const transact = database.transactionFrom.bind(database);
    const calls: unknown[] = [];
    database.transactionFrom = async (caller, work) => {
      calls.push(work);
      if (calls.length > 1) return transact(caller, work);
      if (when === 'behind') await transact(caller, work);
      throw new Error('the connection was lost');
    };
    try {
      const written = await Promise.allSettled([drawn(cluster, called(0)), drawn(cluster, called(1))]);
      const [{ count } = { count: NaN }] = await services.rows<{ count: number }>(
        `SELECT count(*)::int AS count FROM pods WHERE cluster_id = $1 AND name LIKE 'drawn-%'`,
        [cluster],
      );
      return { calls: calls.length, statuses: written.map(({ status }) => status), count };
    } finally {
      Reflect.deleteProperty(database, 'transactionFrom');
    }
  }

  test('before its end: each is written alone', async () => {
    expect(await failing('before')).toEqual({ calls: 3, statuses: ['fulfilled', 'fulfilled'], count: 2 });
  });

  test('behind its end: none is written again', async () => {
    expect(await failing('behind')).toEqual({ calls: 1, statuses: ['rejected', 'rejected'], count: 2 });
  });
});
