import { randomUUID } from 'node:crypto';
import { CALLER, chunksOf, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const freshName = (): string => `c-${randomUUID().slice(0, 8)}`;

test('a new cluster is empty, and is found by its id and by its name', async () => {
  const name = freshName();
  const created = valueOf(await services.clusters.create(CALLER, { name }));
  expect(created).toMatchObject({
    name,
    team: 'default',
    revision: '0',
    position: '0',
    origin: null,
    counts: { nodes: 0, pods: 0, pendingPods: 0 },
  });
  expect(valueOf(await services.clusters.get(CALLER, created.id))).toEqual(created);
  expect(valueOf(await services.clusters.get(CALLER, name))).toEqual(created);
});

test.each(['', 'Prod', 'a.b', '-a', 'a'.repeat(64)])('%j is no name for a cluster', async (name) => {
  expect(await services.clusters.create(CALLER, { name })).toMatchObject({
    refused: true,
    refusal: { kind: 'InvalidRequest', problems: [{ field: 'name', reason: 'FieldValueInvalid' }] },
  });
});

test('a name is given once, however many ask for it at the same time', async () => {
  const name = freshName();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => services.clusters.create(CALLER, { name })));
  expect(outcomes.filter(({ refused }) => !refused)).toHaveLength(1);
  expect(outcomes.filter(({ refused }) => refused)).toEqual(
    Array(7).fill({ refused: true, refusal: { kind: 'ClusterNameTaken', name } }),
  );
});

test('a rename keeps everything else, and is refused where the name is taken', async () => {
  const [one, other] = [
    valueOf(await services.clusters.create(CALLER, { name: freshName() })),
    valueOf(await services.clusters.create(CALLER, { name: freshName() })),
  ];
  const name = freshName();
  expect(valueOf(await services.clusters.update(CALLER, one.name, { name }))).toEqual({ ...one, name });
  expect(await services.clusters.update(CALLER, name, { name: other.name })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNameTaken', name: other.name },
  });
  expect(await services.clusters.update(CALLER, one.name, { name: freshName() })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: one.name },
  });
});

test('pages by name show every cluster once', async () => {
  const names = [freshName(), freshName(), freshName()];
  for (const name of names) valueOf(await services.clusters.create(CALLER, { name }));
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null;) {
    const page: { items: readonly { name: string }[]; next: string | null } = await services.clusters.list(CALLER, {
      after,
      pageSize: 2,
    });
    seen.push(...page.items.map(({ name }) => name));
    after = page.next;
  }
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(seen).toEqual(expect.arrayContaining(names));
});

test('a deleted cluster frees its name; its log stays, ends with the deletion, and stays whole', async () => {
  const cluster = await services.clusterOf(node('a'), pod('p'));
  valueOf(await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true }));
  const deleted = valueOf(await services.clusters.delete(CALLER, cluster));
  expect(await services.clusters.get(CALLER, cluster)).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster },
  });
  expect(valueOf(await services.clusters.create(CALLER, { name: deleted.name })).id).not.toBe(cluster);
  expect(
    await services.rows('SELECT revision, count FROM revisions WHERE cluster_id = $1 ORDER BY revision', [cluster]),
  ).toEqual([
    { revision: '1', count: 3 },
    { revision: '2', count: 1 },
    { revision: '3', count: 0 },
  ]);
  expect(await services.violations(cluster)).toEqual([]);
});

test('the same key in two processes makes one cluster, and both are answered with it', async () => {
  const name = freshName();
  const other = services.anotherProcess();
  const idempotency = { key: 'make', operation: 'createCluster', request: { name } };
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 === 0 ? services : other).clusters.create(CALLER, { name }, { idempotency }),
    ),
  );
  await other.close();
  expect(new Set(outcomes.map((outcome) => valueOf(outcome).id)).size).toBe(1);
});

test('what arrives while its cluster is deleted is refused, and leaves nothing behind', async () => {
  const id = await services.clusterOf();
  async function* slow(): AsyncIterable<string> {
    yield* chunksOf(JSON.stringify(node('late')));
    valueOf(await services.clusters.delete(CALLER, id));
  }
  const outcome = await services.imports.import(CALLER, { cluster: id, onError: 'abort', manifests: slow() });
  expect(outcome).toEqual({ refused: true, refusal: { kind: 'ClusterNotFound', cluster: id } });
  expect(await services.rows('SELECT FROM nodes WHERE cluster_id = $1', [id])).toEqual([]);
});

describe('the counts of a cluster', () => {
  const countsOf = async (id: string): Promise<object> => valueOf(await services.clusters.get(CALLER, id)).counts;
  /** As a writer leaves it that does not count. */
  const miscount = (id: string): Promise<unknown> =>
    services.rows('UPDATE cluster_heads SET pods = 70, nodes = 70, counted = counted - 1 WHERE cluster_id = $1', [id]);

  test('are in its head: of imports, runs that evict, deletions and forks', async () => {
    const id = await services.clusterOf(node('a', { cpu: '1' }), pod('one', { cpu: '1' }), pod('two', { cpu: '1' }));
    valueOf(await services.scheduling.schedule(CALLER, scheduleAll(id), { wait: true }));
    expect(await countsOf(id)).toEqual({ nodes: 1, pods: 2, pendingPods: 1 });
    valueOf(await services.import(id, [node('b'), pod('high', { cpu: '1' }, { priority: 10 })]));
    valueOf(await services.import(id, [node('b', { cpu: '500m' })]));
    valueOf(await services.scheduling.schedule(CALLER, { ...scheduleAll(id), preemption: 'evict' }, { wait: true }));
    const evicted = { nodes: 2, pods: 2, pendingPods: 1 };
    expect(await countsOf(id)).toEqual(evicted);
    const fork = valueOf(await services.forks.fork(CALLER, { cluster: id, name: freshName() }));
    expect(fork.counts).toEqual(evicted);
    valueOf(await services.clusters.delete(CALLER, id));
    expect(
      await services.rows('SELECT nodes, pods, counted = position AS whole FROM cluster_heads WHERE cluster_id = $1', [
        fork.id,
      ]),
    ).toEqual([{ nodes: 2, pods: 2, whole: true }]);
    expect(await services.violations(fork.id)).toEqual([]);
  });

  test('are those of the rows where an older version has written to it, until they are counted', async () => {
    const id = await services.clusterOf(node('a'), pod('one', { cpu: '1' }));
    const counts = { nodes: 1, pods: 1, pendingPods: 1 };
    await miscount(id);
    expect(await countsOf(id)).toEqual(counts);
    expect(await services.violations(id)).toEqual([]);
    await services.clusters.countHeads(CALLER);
    expect(await services.rows('SELECT nodes, pods FROM cluster_heads WHERE cluster_id = $1', [id])).toEqual([
      { nodes: 1, pods: 1 },
    ]);
    valueOf(await services.import(id, [pod('two', { cpu: '1' })]));
    expect(await countsOf(id)).toEqual({ ...counts, pods: 2, pendingPods: 2 });
  });
});
