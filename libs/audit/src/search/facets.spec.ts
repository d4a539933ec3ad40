import type { Rejection } from '../decisions/index.js';
import { facetsOfSubjects } from './facets.js';
import { bucketOf, resourceOf, subjectsOf, waitOf } from '../sums/index.js';

const rejection = (
  plugin: string | null,
  reason: string,
  ...[first, any, sole, only = 0]: [first: number, any: number, sole: number, only?: number]
): Rejection => ({ plugin, code: 'Unschedulable', reason, nodes: { first, any, sole, only } });
const shown = (rejections: readonly Rejection[]) =>
  facetsOfSubjects(subjectsOf(rejections))
    .map((facet) => facet.split('\u001f').join(' '))
    .sort();

test.each<[name: string, rejections: Rejection[], wanted: string[]]>([
  ['nothing', [], []],
  [
    'one plugin, one reason: it is alone',
    [rejection('Fit', 'cpu', 1, 2, 0)],
    [
      'plugin any Fit',
      'plugin first Fit',
      'plugin alone Fit',
      'plugin there Fit',
      'reason any cpu',
      'reason first cpu',
      'reason alone cpu',
      'reason there cpu',
      'rejection any Fit cpu',
      'rejection first Fit cpu',
      'rejection alone Fit cpu',
      'rejection there Fit cpu',
    ],
  ],
  [
    'two reasons of one plugin, which alone is in the way, and once for one of them',
    [rejection('Fit', 'cpu', 0, 1, 1, 1), rejection('Fit', 'memory', 0, 0, 0)],
    [
      'plugin any Fit',
      'plugin alone Fit',
      'plugin only Fit',
      'plugin sole Fit',
      'plugin there Fit',
      'reason any cpu',
      'reason only cpu',
      'reason sole cpu',
      'reason there cpu',
      'reason there memory',
      'rejection any Fit cpu',
      'rejection only Fit cpu',
      'rejection sole Fit cpu',
      'rejection there Fit cpu',
      'rejection there Fit memory',
    ],
  ],
  [
    'a reason under two codes is one reason',
    [rejection('Fit', 'cpu', 1, 1, 0), { ...rejection('Fit', 'cpu', 0, 1, 1), code: 'UnschedulableAndUnresolvable' }],
    [
      'plugin any Fit',
      'plugin first Fit',
      'plugin alone Fit',
      'plugin sole Fit',
      'plugin there Fit',
      'reason any cpu',
      'reason first cpu',
      'reason alone cpu',
      'reason sole cpu',
      'reason there cpu',
      'rejection any Fit cpu',
      'rejection first Fit cpu',
      'rejection alone Fit cpu',
      'rejection sole Fit cpu',
      'rejection there Fit cpu',
    ],
  ],
  [
    'what no plugin says is found by its reason',
    [rejection(null, 'not listed', 1, 1, 1), rejection('Fit', 'cpu', 0, 1, 0)],
    [
      'plugin any Fit',
      'plugin there Fit',
      'reason any cpu',
      'reason any not listed',
      'reason first not listed',
      'reason sole not listed',
      'reason there cpu',
      'reason there not listed',
      'rejection any Fit cpu',
      'rejection there Fit cpu',
    ],
  ],
])('%s', (_name, rejections, wanted) => {
  expect(shown(rejections)).toEqual([...wanted].sort());
});

test.each([
  ['Insufficient cpu', 'cpu'],
  ['Insufficient nvidia.com/gpu', 'nvidia.com/gpu'],
  ['Too many pods', 'pods'],
  ['node(s) had untolerated taint {k: v}', null],
  ['Insufficient luck today', null],
  [null, null],
])('%s exhausts %s', (reason, resource) => {
  expect(resourceOf(reason)).toBe(resource);
});

test.each([0, 1, 2, 10, 999, 60_000, 86_400_000, 2_592_000_000])('a wait of %d ms is reported within 2.5 %%', (ms) => {
  expect(Math.abs(waitOf(bucketOf(ms)) - ms)).toBeLessThanOrEqual(0.025 * ms + 1);
});
