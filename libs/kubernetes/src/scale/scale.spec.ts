import { scaleColumns } from './scale-columns.js';
import { scaleOf, scaleProblems, selectorText } from './scale.js';

test.each([
  [undefined, ''],
  [{}, ''],
  [{ app: 'd', a: 'x' }, 'a=x,app=d'],
  [{ matchLabels: { app: 'd' } }, 'app=d'],
  [
    {
      matchLabels: { zone: 'z' },
      matchExpressions: [
        { key: 'tier', operator: 'In', values: ['b', 'a'] },
        { key: 'old', operator: 'DoesNotExist' },
        { key: 'app', operator: 'Exists' },
        { key: 'env', operator: 'NotIn', values: ['dev'] },
      ],
    },
    'app,env notin (dev),!old,tier in (a,b),zone=z',
  ],
])('the selector %j is %s', (selector, text) => {
  expect(selectorText(selector)).toBe(text);
});

test('a scale has the identity of its object, and no zero that is omitted', () => {
  const metadata = {
    name: 'web',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '7',
    creationTimestamp: '2026-01-01T00:00:00Z',
  };
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { ...metadata, labels: { a: 'b' }, generation: 3 },
  };
  expect(scaleOf({ ...object, spec: { replicas: 0, selector: { matchLabels: { app: 'd' } } } })).toEqual({
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec: {},
    status: { replicas: 0, selector: 'app=d' },
  });
  expect(scaleOf({ ...object, spec: { replicas: 2 }, status: { replicas: 1 } })).toMatchObject({
    spec: { replicas: 2 },
    status: { replicas: 1 },
  });
});

test.each([
  ['0 replicas', {}, 0, []],
  [
    'less than none',
    {},
    -1,
    [
      {
        field: 'spec.replicas',
        reason: 'FieldValueInvalid',
        message: 'Invalid value: -1: must be greater than or equal to 0',
      },
    ],
  ],
  ['a label that is none', { labels: { 'a b': 'c' } }, 1, [expect.objectContaining({ field: 'metadata.labels' })]],
])('a scale of %s', (_, metadata, replicas, problems) => {
  const named = { name: 'web', namespace: 'shop', ...metadata };
  expect(scaleProblems({ apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: named, spec: { replicas } })).toEqual(
    problems,
  );
});

test('a scale in a table has what is wanted and what there is', () => {
  const now = Date.parse('2026-01-01T00:00:10Z');
  const metadata = { name: 'web', namespace: 'shop', creationTimestamp: '2026-01-01T00:00:00Z' };
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata, spec: {}, status: { replicas: 2 } };
  expect(scaleColumns.cells(scale, now)).toEqual(['web', 0, 2, '10s']);
});
