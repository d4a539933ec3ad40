import type { KubernetesObject, ObjectMeta } from '#kubernetes';
import { beginDeletion, endsWith } from './begin-deletion.js';
import { deleteOptionsProblems, type DeleteOptions } from './delete-options.js';

const NOW = '2026-05-01T10:00:00Z';
const objectOf = (kind: string, metadata: Partial<ObjectMeta> = {}, rest: object = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'a', ...metadata },
  ...rest,
});
const bound = { spec: { nodeName: 'n', terminationGracePeriodSeconds: 30 } };
const going = { deletionTimestamp: '2026-05-01T10:00:30Z', deletionGracePeriodSeconds: 30 };

test.each<readonly [string, KubernetesObject, DeleteOptions, string, Partial<ObjectMeta>]>([
  ['a pod that is not bound', objectOf('Pod', { generation: 1 }), {}, 'gone', { generation: 2 }],
  [
    'a pod on a node',
    objectOf('Pod', { generation: 1 }, bound),
    {},
    'marked',
    { deletionTimestamp: '2026-05-01T10:00:30Z', deletionGracePeriodSeconds: 30, generation: 2 },
  ],
  [
    'a pod with less time',
    objectOf('Pod', {}, bound),
    { gracePeriodSeconds: 5 },
    'marked',
    { deletionGracePeriodSeconds: 5 },
  ],
  ['a pod with no time', objectOf('Pod', {}, bound), { gracePeriodSeconds: 0 }, 'gone', {}],
  [
    'a time below zero',
    objectOf('Pod', {}, bound),
    { gracePeriodSeconds: -1 },
    'marked',
    { deletionGracePeriodSeconds: 1 },
  ],
  ['a pod that has finished', objectOf('Pod', {}, { ...bound, status: { phase: 'Failed' } }), {}, 'gone', {}],
  ['a pod that is going', objectOf('Pod', going, bound), {}, 'pending', going],
  ['a pod that is going, for longer', objectOf('Pod', going, bound), { gracePeriodSeconds: 60 }, 'pending', going],
  [
    'a pod that is going, sooner',
    objectOf('Pod', going, bound),
    { gracePeriodSeconds: 10 },
    'marked',
    { deletionTimestamp: '2026-05-01T10:00:10Z', deletionGracePeriodSeconds: 10 },
  ],
  ['what nothing holds', objectOf('Service'), {}, 'gone', {}],
  [
    'what a finalizer holds',
    objectOf('Service', { finalizers: ['a.io/b'] }),
    {},
    'marked',
    { deletionTimestamp: NOW, deletionGracePeriodSeconds: 0, finalizers: ['a.io/b'] },
  ],
  ['orphans', objectOf('ReplicaSet'), { propagationPolicy: 'Orphan' }, 'marked', { finalizers: ['orphan'] }],
  [
    'orphans, of the older option',
    objectOf('ReplicaSet'),
    { orphanDependents: true },
    'marked',
    { finalizers: ['orphan'] },
  ],
  ['orphans of a kind that leaves them', objectOf('ReplicationController'), {}, 'marked', { finalizers: ['orphan'] }],
  [
    'dependants first',
    objectOf('ReplicaSet', { generation: 3 }),
    { propagationPolicy: 'Foreground' },
    'marked',
    { finalizers: ['foregroundDeletion'], generation: 4 },
  ],
  [
    'another policy than before',
    objectOf('Job', { finalizers: ['orphan'] }),
    { propagationPolicy: 'Background' },
    'gone',
    {},
  ],
  [
    'a namespace',
    objectOf('Namespace', {}, { spec: { finalizers: ['kubernetes'] } }),
    {},
    'marked',
    { deletionTimestamp: NOW },
  ],
  [
    'a namespace that is going',
    objectOf('Namespace', { deletionTimestamp: NOW }, { spec: { finalizers: ['kubernetes'] } }),
    {},
    'pending',
    { deletionTimestamp: NOW },
  ],
])('the deletion of %s', (_name, object, options, outcome, metadata) => {
  const before = structuredClone(object);
  const deletion = beginDeletion(object, options, NOW);
  expect(deletion).toMatchObject({ outcome, object: { metadata } });
  expect(object).toEqual(before);
});

test('an object goes with its last finalizer, when its time is over', () => {
  const held = objectOf('Pod', { ...going, deletionGracePeriodSeconds: 0, finalizers: ['a.io/b'] });
  expect(endsWith(held, held)).toBe(false);
  expect(endsWith(held, objectOf('Pod', { ...going, deletionGracePeriodSeconds: 0 }))).toBe(true);
  expect(endsWith(objectOf('Pod', going), objectOf('Pod', going))).toBe(false);
  expect(endsWith(objectOf('Pod'), objectOf('Pod'))).toBe(false);
});

test.each<readonly [DeleteOptions, readonly string[]]>([
  [{ propagationPolicy: 'Orphan' }, []],
  [{ propagationPolicy: 'Odd' }, ['propagationPolicy']],
  [{ propagationPolicy: 'Orphan', orphanDependents: true }, ['propagationPolicy']],
  [{ dryRun: ['All'] }, []],
  [{ dryRun: ['Some'] }, ['dryRun']],
])('options %j', (options, fields) => {
  expect(deleteOptionsProblems(options).map(({ field }) => field)).toEqual(fields);
});
