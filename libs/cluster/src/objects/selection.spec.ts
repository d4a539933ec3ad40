import { compileRequirements, type LabelOperator, type LabelRequirement } from '#apimachinery';
import { matchesFields, type FieldRequirement, type KubernetesObject } from '#kubernetes';
import fc from 'fast-check';
import { cases } from '#test-cases';
import { CALLER, kindNamed, manifest, node, pod, TestServices, valueOf } from '#test-services';
import { selectableFields } from '../../../kubernetes/src/field-selector/index.js';
import type { ListPosition } from './object-reading.js';

let services: TestServices;
beforeAll(async () => {
  services = await TestServices.create();
});
afterAll(() => services.drop());

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const KEYS = ['app', 'size', 'example.com/zone', 'constructor'];
const VALUES = ['a', 'b', '', '7', '07', '9223372036854775807', '9000000000000000000', '9223372036854775808', '1e3'];
const PODS = range(40).map((index) => ({
  ...pod(
    `p${index}`,
    {},
    {
      ...(index % 3 === 0 ? { nodeName: `n${index % 2}` } : {}),
      ...(index % 5 === 0 ? { hostNetwork: true } : {}),
      schedulerName: index % 7 === 0 ? 'other' : 'default-scheduler',
    },
  ),
  metadata: {
    name: `p${index}`,
    namespace: index % 2 === 0 ? 'default' : 'other',
    ...(index % 4 === 0 ? {} : { labels: labelsOf(index) }),
  },
  status: {
    phase: index % 6 === 0 ? 'Succeeded' : 'Running',
    ...(index % 8 === 0 ? { podIP: `10.0.0.${index}` } : {}),
  },
}));

function labelsOf(index: number): Record<string, string> {
  return Object.fromEntries(
    KEYS.filter((_, bit) => (index >> bit) % 2 === 1).map((key, at) => [
      key,
      VALUES[(index * 3 + at) % VALUES.length] ?? '',
    ]),
  );
}

const value = fc.constantFrom('-3', ...VALUES);
const requirement: fc.Arbitrary<LabelRequirement> = fc
  .tuple(
    fc.constantFrom(...KEYS),
    fc.constantFrom<LabelOperator[]>('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'),
    fc.uniqueArray(value, { minLength: 1, maxLength: 3 }),
  )
  .map(([key, operator, values]) => ({
    key,
    operator,
    values:
      operator.endsWith('t') && operator.length === 2 ? values.slice(0, 1) : operator.includes('Exist') ? [] : values,
  }));

describe('what SQL selects is what the pure matchers select', () => {
  let cluster: string;
  let all: readonly KubernetesObject[];
  const list = async (selection: object) =>
    valueOf(await services.objects.list(CALLER, { cluster, kind: kindNamed('Pod'), namespace: '' }, selection)).items;
  beforeAll(async () => {
    cluster = await services.clusterOf(node('n0'), node('n1'), ...PODS);
    all = await list({});
    expect(all).toHaveLength(PODS.length);
  });

  test('by labels', () =>
    fc.assert(
      fc.asyncProperty(fc.array(requirement, { maxLength: 3 }), async (labels) => {
        const matches = compileRequirements(labels);
        expect(await list({ labels })).toEqual(all.filter(({ metadata }) => matches(metadata.labels)));
      }),
      { numRuns: cases(300) },
    ));

  test('by fields', () => {
    const text = fc.constantFrom(
      'p3',
      'default',
      'n1',
      '',
      'other',
      'Running',
      'Succeeded',
      'true',
      'false',
      'Always',
      '10.0.0.8',
      'a\0b',
      '0',
    );
    const term: fc.Arbitrary<FieldRequirement> = fc.record({
      field: fc.constantFrom(...selectableFields('Pod')),
      operator: fc.constantFrom('=' as const, '!=' as const),
      value: text,
    });
    return fc.assert(
      fc.asyncProperty(fc.array(term, { maxLength: 3 }), async (fields) => {
        expect(await list({ fields })).toEqual(all.filter((object) => matchesFields(fields, object)));
      }),
      { numRuns: cases(300) },
    );
  });
});

test.each([
  ['Node', 'metadata.namespace', '', 1],
  ['Node', 'spec.unschedulable', 'false', 1],
  ['Node', 'metadata.name', 'n', 1],
  ['Namespace', 'status.phase', 'Active', 1],
  ['Namespace', 'metadata.namespace', 'x', 0],
  ['ReplicaSet', 'status.replicas', '0', 1],
  ['ReplicaSet', 'metadata.namespace', 'default', 1],
  ['StorageClass', 'metadata.namespace', '', 1],
  ['Pod', 'status.podIPs', '', 1],
] as const)('%s by %s=%s: %i', async (kind, field, text, count) => {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
  const cluster = await services.clusterOf(
    node('n'),
    {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'r', namespace: 'default' },
      spec: { selector: { matchLabels: { a: 'b' } }, template },
    },
    { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 's' }, provisioner: 'p' },
    { ...pod('p'), status: { podIP: '10.0.0.1' } },
  );
  const found = valueOf(
    await services.objects.list(
      CALLER,
      { cluster, kind: kindNamed(kind), namespace: '' },
      { fields: [{ field, operator: '=', value: text }] },
    ),
  );
  expect(found.items).toHaveLength(count);
});

test('pages show each untouched object exactly once while others come and go', async () => {
  const names = range(60).map((index) => `p${String(index).padStart(2, '0')}`);
  const cluster = await services.clusterOf(...names.map((name) => pod(name)));
  const pods = { cluster, kind: kindNamed('Pod'), namespace: 'default' };
  const seen: string[] = [];
  let after: ListPosition | undefined;
  for (let page = 0; ; page++) {
    const { items, next } = valueOf(
      await services.objects.list(CALLER, pods, { limit: 7, ...(after === undefined ? {} : { after }) }),
    );
    seen.push(...items.map(({ metadata }) => metadata.name));
    if (next === null) break;
    after = next;
    // Before, at and after the place where the list goes on.
    valueOf(await services.objects.delete(CALLER, pods, { name: after.name }));
    for (const name of [`a${page}`, `${after.name}-x`, `z${page}`])
      valueOf(await services.objects.create(CALLER, pods, manifest(pod(name))));
  }
  expect(seen.filter((name) => /^p\d\d$/.test(name))).toEqual(names);
  expect(new Set(seen).size).toBe(seen.length);
});
