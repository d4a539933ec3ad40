import { CALLER, chunksOf, manifest, node, pod, scheduleAll, TestServices, valueOf } from '#test-services';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const text = (cluster: string, manifests: string, onError: 'abort' | 'skip' = 'abort') =>
  services.imports.import(CALLER, { cluster, onError, manifests: chunksOf(manifests, 4096) });

test('one wrong object among good ones: with abort nothing is written, with skip the others are', async () => {
  const cluster = await services.clusterOf();
  const objects = [node('a'), pod('p', { cpu: '12Qi' }), node('b')];
  const wrong = {
    index: 1,
    apiVersion: 'v1',
    kind: 'Pod',
    namespace: 'default',
    name: 'p',
    field: 'spec.containers[0].resources.requests[cpu]',
  };
  expect(await services.import(cluster, objects)).toMatchObject({
    refused: true,
    refusal: { kind: 'ImportRejected', rejected: [wrong] },
  });
  expect(valueOf(await services.clusters.get(CALLER, cluster))).toMatchObject({
    revision: '0',
    counts: { nodes: 0, pods: 0 },
  });
  const { created, rejected } = valueOf(await services.import(cluster, objects, 'skip'));
  expect([created, rejected]).toEqual([
    2,
    [expect.objectContaining({ ...wrong, message: expect.stringContaining('12Qi') })],
  ]);
  expect(valueOf(await services.clusters.get(CALLER, cluster))).toMatchObject({
    revision: '1',
    counts: { nodes: 2, pods: 0 },
  });
});

test('of 10,000 objects the three that are wrong are named, and nothing else', async () => {
  const cluster = await services.clusterOf();
  const objects = range(10_000).map((index) =>
    index % 4000 === 1234
      ? pod(`p${index}`, { memory: '-1' })
      : index % 100 === 0
        ? node(`n${index}`)
        : pod(`p${index}`),
  );
  const outcome = await services.import(cluster, objects);
  if (!outcome.refused || outcome.refusal.kind !== 'ImportRejected') throw new Error('it was not rejected');
  expect(outcome.refusal.rejected.map(({ index, name, field }) => [index, name, field])).toEqual(
    [1234, 5234, 9234].map((index) => [index, `p${index}`, 'spec.containers[0].resources.requests[memory]']),
  );
  expect(await services.position(cluster)).toBe('0');
  expect(valueOf(await services.import(cluster, objects, 'skip'))).toMatchObject({ created: 9_997 });
});

test('everything that is wrong with an object is said at once', async () => {
  const cluster = await services.clusterOf();
  const outcome = await services.import(cluster, [
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'Upper Case' }, spec: { containers: [] } },
    { kind: 'Pod' },
    {},
  ]);
  if (!outcome.refused || outcome.refusal.kind !== 'ImportRejected') throw new Error('it was not rejected');
  expect(outcome.refusal.rejected.map(({ index, field }) => [index, field])).toEqual(
    expect.arrayContaining([
      [0, 'metadata.name'],
      [0, 'spec.containers'],
      [1, 'apiVersion'],
      [2, 'apiVersion'],
      [2, 'kind'],
    ]),
  );
});

test.each<[string, string, RegExp, number]>([
  ['malformed YAML', 'apiVersion: v1\nkind: Node\nmetadata:\n  name: a\n   uid: [\n', /invalid YAML/, 5],
  ['malformed JSON', '{"apiVersion":"v1",\n"kind":"Node",\n"metadata":{"name":a}}', /invalid JSON/, 3],
  ['JSON that stops', '{"apiVersion":"v1",\n"kind":"List","items":[', /end of JSON/, 2],
  ['a text', '"text"', /must be an object/, 1],
])('%s is refused with its line', async (_, manifests, message, line) => {
  const cluster = await services.clusterOf();
  for (const onError of ['abort', 'skip'] as const) {
    expect(await text(cluster, manifests, onError)).toMatchObject({
      refused: true,
      refusal: { kind: 'ManifestsUnreadable', message: expect.stringMatching(message), line },
    });
  }
  expect(await services.position(cluster)).toBe('0');
});

test('what was read before the broken line is not kept either', async () => {
  const cluster = await services.clusterOf();
  const documents = range(1000)
    .map((index) => `apiVersion: v1\nkind: Node\nmetadata: {name: n${index}}\n---\n`)
    .join('');
  expect(await text(cluster, `${documents}a: [\n`, 'skip')).toMatchObject({
    refused: true,
    refusal: { kind: 'ManifestsUnreadable', line: 4001 },
  });
  expect(await services.position(cluster)).toBe('0');
});

test.each([
  ['NUL', '"a":"x\\u0000y"', 'metadata.annotations.a'],
  ['a lone surrogate', '"a":"x\\ud800y"', 'metadata.annotations.a'],
  ['2^53 + 1', '"a":9007199254740993', 'metadata.annotations.a'],
])('%s cannot be kept exactly and is refused by field', async (_, annotation, field) => {
  const cluster = await services.clusterOf();
  const manifest = `{"apiVersion":"v1","kind":"Node","metadata":{"name":"a","annotations":{${annotation}}}}`;
  const outcome = await text(cluster, `${manifest}${JSON.stringify(node('b'))}`);
  expect(outcome).toMatchObject({
    refused: true,
    refusal: { kind: 'ImportRejected', rejected: [{ index: 0, kind: 'Node', name: 'a', field }] },
  });
  expect(valueOf(await text(cluster, `${manifest}${JSON.stringify(node('b'))}`, 'skip'))).toMatchObject({
    created: 1,
    rejected: [{ field }],
  });
});

test('a hundred thousand wrong objects are enough', async () => {
  const cluster = await services.clusterOf();
  const outcome = await text(cluster, '{"apiVersion":"v1","kind":"X"}\n'.repeat(100_010), 'skip');
  expect(outcome).toMatchObject({
    refused: true,
    refusal: { kind: 'ManifestsUnreadable', message: expect.stringContaining('more than 100000'), line: 100_001 },
  });
});

test('an unknown cluster is refused before anything is read', async () => {
  async function* unread(): AsyncIterable<string> {
    await Promise.reject(new Error('it was read'));
    yield '';
  }
  expect(await services.imports.import(CALLER, { cluster: 'nowhere', onError: 'abort', manifests: unread() })).toEqual({
    refused: true,
    refusal: { kind: 'ClusterNotFound', cluster: 'nowhere' },
  });
});

describe('a uid that another pod has', () => {
  const withUid = (name: string, uid: string): object => {
    const made = manifest(pod(name));
    return { ...made, metadata: { ...made.metadata, uid } };
  };
  const one = '11111111-1111-4111-8111-111111111111';
  const two = '22222222-2222-4222-8222-222222222222';
  const rejected = (index: number, name: string, owner: string): object =>
    expect.objectContaining({
      index,
      name,
      field: 'metadata.uid',
      message: `Duplicate value: "${one}": pod default/${owner} has it`,
    });

  test('is rejected: the first one of the input keeps it', async () => {
    const cluster = await services.clusterOf(node('a'));
    const outcome = await services.import(cluster, [withUid('p', one), withUid('q', one), withUid('p', one)]);
    expect(outcome).toMatchObject({ refusal: { kind: 'ImportRejected', rejected: [rejected(1, 'q', 'p')] } });
    const objects = [withUid('p', one), withUid('q', one), withUid('r', two)];
    expect(valueOf(await services.import(cluster, objects, 'skip'))).toMatchObject({
      created: 2,
      rejected: [rejected(1, 'q', 'p')],
    });
    const run = await services.scheduling.schedule(CALLER, scheduleAll(cluster), { wait: true });
    expect(valueOf(run).counts.scheduled).toBe(2);
  });

  test('is rejected when it is in the cluster, unless that pod gets another in the same input', async () => {
    const cluster = await services.clusterOf(node('a'), withUid('p', one));
    expect(await services.import(cluster, [withUid('q', one)])).toMatchObject({
      refusal: { rejected: [rejected(0, 'q', 'p')] },
    });
    const moved = valueOf(await services.import(cluster, [withUid('q', one), withUid('p', two)]));
    expect(moved).toMatchObject({ created: 1, updated: 1, rejected: [] });
    const applied = await services.objects.apply(CALLER, cluster, { object: manifest(withUid('r', two)) });
    expect(applied).toMatchObject({
      refusal: { kind: 'ObjectInvalid', problems: [{ field: 'metadata.uid', reason: 'FieldValueDuplicate' }] },
    });
  });
});
