import { readAmounts } from '#kubernetes';
import {
  addAmounts,
  anyBelowZero,
  freeAmounts,
  quantitiesOf,
  requestsOf,
  type ResourceAmounts,
} from './resource-amounts.js';

const shown = (amounts: ResourceAmounts): object =>
  Object.fromEntries(quantitiesOf(amounts).map(({ resource, quantity }) => [resource, quantity]));
const container = (requests: object, more: object = {}): object => ({ name: 'c', resources: { requests }, ...more });

test.each([
  ['a container', { containers: [container({ cpu: '1500m', memory: '64Mi' })] }, { cpu: '1500m', memory: '64Mi' }],
  [
    'several containers',
    { containers: [container({ cpu: '1' }), container({ cpu: '250m', 'nvidia.com/gpu': '2' })] },
    { cpu: '1250m', 'nvidia.com/gpu': '2' },
  ],
  [
    'a larger init container',
    { initContainers: [container({ cpu: '3' })], containers: [container({ cpu: '1', memory: '1Gi' })] },
    { cpu: '3', memory: '1Gi' },
  ],
  [
    'a sidecar',
    {
      initContainers: [container({ cpu: '500m' }, { restartPolicy: 'Always' })],
      containers: [container({ cpu: '1' })],
    },
    { cpu: '1500m' },
  ],
  [
    'overhead',
    { overhead: { cpu: '50m', memory: '1Mi' }, containers: [container({ cpu: '100m' })] },
    { cpu: '150m', memory: '1Mi' },
  ],
  ['less than a thousandth of a core', { containers: [container({ cpu: '100u' })] }, { cpu: '1m' }],
  [
    'more bytes than a double can count',
    { containers: [container({ memory: '9007199254740993' })] },
    { memory: '9007199254740993' },
  ],
  ['nothing', { containers: [container({})] }, {}],
])('requests of %s', (_what, spec, want) => {
  expect(
    shown(
      requestsOf({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec } as Parameters<typeof requestsOf>[0]),
    ),
  ).toEqual(want);
});

test.each([
  [{ cpu: '2', memory: '1Gi' }, { cpu: '500m', memory: '512Mi' }, { cpu: '1500m', memory: '512Mi' }, false],
  [{ cpu: '1' }, { cpu: '1' }, { cpu: '0' }, false],
  [{ cpu: '1' }, { cpu: '1001m' }, { cpu: '-1m' }, true],
  [{ cpu: '1' }, { 'nvidia.com/gpu': '1' }, { cpu: '1', 'nvidia.com/gpu': '-1' }, true],
])('of %j, with %j requested, %j is free', (allocatable, requested, want, overCommitted) => {
  const free = freeAmounts(readAmounts(allocatable), readAmounts(requested));
  expect([shown(free), anyBelowZero(free)]).toEqual([want, overCommitted]);
});

test('sums are exact, however often something is added', () => {
  const total: ResourceAmounts = new Map();
  addAmounts(total, readAmounts({ cpu: '100m', memory: '1Ki' }), 3);
  addAmounts(total, readAmounts({ cpu: '9007199254740993' }));
  expect(shown(total)).toEqual({ cpu: '9007199254740993300m', memory: '3Ki' });
});
