import { decidePods } from '../../decide-pods.js';
import { IncomingPod } from '../../incoming-pod.js';
import type { ClusterObjects, Pod } from '../../objects.js';
import { definePlugin, type ObjectPatch } from '../../plugin.js';
import { cycleFor } from '../../plugin-cycle.js';
import { defaultProfile, readProfile } from '../../profile/index.js';
import { StatusTable } from '../../statuses.js';
import {
  makeClaim,
  makeNode,
  makePod,
  makeSnapshot,
  makeStorageClass,
  makeVolume,
  runPlugin,
  type ClaimBuilder,
  type PodBuilder,
  type VolumeBuilder,
} from '../../testing/index.js';
import type { PersistentVolumeClaim, TopologySelectorTerm } from '../../volumes/index.js';
import { volumeBinding } from './plugin.js';

const NODE = "node(s) didn't match PersistentVolume's node affinity";
const BIND = "node(s) didn't find available persistent volumes to bind";
const SPACE = 'node(s) did not have enough free storage';
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';
const LOCAL = 'kubernetes.io/no-provisioner';

const nodes = () => [makeNode('a').labels({ zone: 'a' }), makeNode('b').labels({ zone: 'b' })];
const classes = [
  makeStorageClass('local', { provisioner: LOCAL }),
  makeStorageClass('made'),
  makeStorageClass('pooled'),
  makeStorageClass('immediate', { volumeBindingMode: 'Immediate' }),
  makeStorageClass('modeless', { volumeBindingMode: null }),
];
const claiming = (name: string, ...names: string[]): PodBuilder => makePod(name).claims(...names);
const storage = (
  claims: PersistentVolumeClaim[],
  volumes: VolumeBuilder[] = [],
  more: ClusterObjects = {},
): ClusterObjects => ({ persistentVolumeClaims: claims, persistentVolumes: volumes, storageClasses: classes, ...more });
const run = (pod: Pod, objects: ClusterObjects) =>
  runPlugin(volumeBinding, { pod, snapshot: makeSnapshot(nodes(), [], objects) });
const verdicts = (a: string[], b: string[]): Record<string, string> =>
  Object.fromEntries(
    [['a', a] as const, ['b', b] as const]
      .filter(([, reasons]) => reasons.length > 0)
      .map(([node, reasons]) => [node, `UnschedulableAndUnresolvable: ${reasons.join(', ')}`]),
  );

describe('VolumeBinding before filtering', () => {
  const success = { code: 'Success', reasons: [] };
  const rejection = (reason: string) => ({ code: 'UnschedulableAndUnresolvable', reasons: [reason] });
  const immediate = rejection('pod has unbound immediate PersistentVolumeClaims');
  const owned = (claim: ClaimBuilder): ClaimBuilder => claim.ownedBy('p');
  const ephemeral = makePod('p').volume({ name: 'v', ephemeral: {} });
  const bare = { metadata: { name: 'bare', namespace: 'default' } };
  const nameless = { spec: { volumes: [{ persistentVolumeClaim: {} }] } };
  const cases: [name: string, pod: Pod, claims: PersistentVolumeClaim[], want: unknown][] = [
    ['no spec', { metadata: { name: 'p' } }, [], { code: 'Skip', reasons: [] }],
    ['no claim', makePod('p').volume({ name: 'tmp' }), [], { code: 'Skip', reasons: [] }],
    ['a bound claim', claiming('p', 'c'), [makeClaim('c').boundTo('v')], success],
    ['a claim of a class that waits', claiming('p', 'c'), [makeClaim('c').of('local')], success],
    [
      'a claim that is not there',
      claiming('p', 'c', 'd'),
      [makeClaim('c').of('local')],
      rejection('persistentvolumeclaim "d" not found'),
    ],
    [
      'a claim of another namespace',
      claiming('p', 'c'),
      [makeClaim('c').namespace('other').of('local')],
      rejection('persistentvolumeclaim "c" not found'),
    ],
    [
      'a claim that lost its volume',
      claiming('p', 'c'),
      [makeClaim('c').boundTo('v').lost().terminating()],
      rejection('persistentvolumeclaim "c" bound to non-existent persistentvolume "v"'),
    ],
    [
      'a claim that lost a volume without a name',
      claiming('p', 'c'),
      [makeClaim('c').lost()],
      rejection('persistentvolumeclaim "c" bound to non-existent persistentvolume ""'),
    ],
    [
      'a lost claim that says nothing else',
      claiming('p', 'bare'),
      [{ ...bare, status: { phase: 'Lost' } }],
      rejection('persistentvolumeclaim "bare" bound to non-existent persistentvolume ""'),
    ],
    [
      'a claim that is going',
      claiming('p', 'c'),
      [makeClaim('c').boundTo('v').terminating()],
      rejection('persistentvolumeclaim "c" is being deleted'),
    ],
    [
      'a claim that is not going',
      claiming('p', 'c'),
      [makeClaim('c').boundTo('v').meta({ deletionTimestamp: null })],
      success,
    ],
    ['an ephemeral claim', ephemeral, [owned(makeClaim('p-v').of('local'))], success],
    [
      'an ephemeral claim that is not there',
      ephemeral,
      [],
      rejection('waiting for ephemeral volume controller to create the persistentvolumeclaim "p-v"'),
    ],
    [
      'an ephemeral claim of a pod without name',
      { spec: { volumes: [{ name: 'v', ephemeral: {} }] } },
      [],
      rejection('waiting for ephemeral volume controller to create the persistentvolumeclaim "-v"'),
    ],
    ['a claim that says nothing', claiming('p', 'bare'), [bare], immediate],
    ['a claim without name that says nothing', nameless, [{}], immediate],
    ['a claim without metadata that names its volume', nameless, [{ spec: { volumeName: 'v' } }], immediate],
    [
      'an ephemeral claim of another pod',
      ephemeral,
      [makeClaim('p-v').of('local').ownedBy('q')],
      rejection('PVC default/p-v was not created for pod default/p (pod is not owner)'),
    ],
    [
      'an ephemeral claim of another pod that is going',
      ephemeral,
      [makeClaim('p-v').ownedBy('q').terminating()],
      rejection('persistentvolumeclaim "p-v" is being deleted'),
    ],
    ['a claim of the pod that it did not make', claiming('p', 'c'), [makeClaim('c').of('local').ownedBy('q')], success],
    ['a claim without class', claiming('p', 'c'), [makeClaim('c')], immediate],
    ['a claim of a class that is not there', claiming('p', 'c'), [makeClaim('c').of('gone')], immediate],
    ['a claim of a class that does not wait', claiming('p', 'c'), [makeClaim('c').of('immediate')], immediate],
    [
      'a claim that names its volume without being bound',
      claiming('p', 'c'),
      [makeClaim('c').of('local').names('v')],
      immediate,
    ],
    [
      'a claim that says it is bound and names no volume',
      claiming('p', 'c'),
      [makeClaim('c').of('local').annotated('pv.kubernetes.io/bind-completed', 'yes')],
      success,
    ],
    [
      'the first claim that is wrong',
      claiming('p', 'c', 'd'),
      [makeClaim('c').of('immediate'), makeClaim('d').terminating()],
      rejection('persistentvolumeclaim "d" is being deleted'),
    ],
    [
      'a bound claim of a class without binding mode',
      claiming('p', 'c'),
      [makeClaim('c').of('modeless').boundTo('v')],
      success,
    ],
  ];
  test.each(cases)('%s', (_name, pod, claims, want) =>
    expect(run(pod, storage(claims, [makeVolume('v')])).preFilter).toEqual(want),
  );

  test('an unbound claim of a class without binding mode ends the attempt', () => {
    expect(() =>
      run(claiming('p', 'i', 'c'), storage([makeClaim('i').of('immediate'), makeClaim('c').of('modeless')])),
    ).toThrow('running PreFilter plugin "VolumeBinding": VolumeBindingMode not set for StorageClass "modeless"');
  });
  test('a pod that is turned down fails on every node', () => {
    expect(run(claiming('p', 'c'), storage([makeClaim('c')])).filter).toEqual(
      verdicts(immediate.reasons, immediate.reasons),
    );
  });
});

describe('bound claims', () => {
  const [far, near] = [makeVolume('far').inZones('b'), makeVolume('near').inZones('a')];
  const cases: [name: string, names: string[], filter: Record<string, string>][] = [
    ['of a volume that all reach', ['any'], {}],
    ['of a volume that one reaches', ['far'], verdicts([NODE], [])],
    ['of volumes that no node reaches both', ['far', 'near'], verdicts([NODE], [NODE])],
    ['of a volume that is not there', ['any', 'gone'], verdicts([GONE], [GONE])],
    ['the first that fails decides', ['far', 'gone'], verdicts([NODE], [GONE])],
    ['the first that is not there decides', ['gone', 'far'], verdicts([GONE], [GONE])],
  ];
  const objects = storage(
    ['any', 'far', 'near', 'gone'].map((name) => makeClaim(name).boundTo(name)),
    [makeVolume('any'), far, near],
  );
  test.each(cases)('%s', (_name, names, filter) =>
    expect(run(claiming('p', ...names), objects).filter).toEqual(filter),
  );

  test('of an in-tree volume, by the topology of the driver on the node', () => {
    const csiNodes = ['a', 'b'].map((name) => ({
      metadata: {
        name,
        annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': name === 'a' ? 'kubernetes.io/aws-ebs' : '' },
      },
    }));
    const volume = makeVolume('v')
      .with({ awsElasticBlockStore: { volumeID: 'vol-1' } })
      .labels({ 'topology.kubernetes.io/zone': 'z' });
    expect(run(claiming('p', 'c'), storage([makeClaim('c').boundTo('v')], [volume], { csiNodes })).filter).toEqual(
      verdicts([NODE], []),
    );
    const broken = makeVolume('v').with({ azureDisk: { kind: 'Shared' } });
    const azure = csiNodes.map(({ metadata }) => ({
      metadata: {
        ...metadata,
        annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': 'kubernetes.io/azure-disk' },
      },
    }));
    expect(() =>
      run(claiming('p', 'c'), storage([makeClaim('c').boundTo('v')], [broken], { csiNodes: azure })),
    ).toThrow(
      'running "VolumeBinding" filter plugin: could not translate pv: kind(Shared) is not supported in csi migration',
    );
  });
});

describe('claims that wait for their node', () => {
  const local = (name: string, size: string, zone: string): VolumeBuilder =>
    makeVolume(name).of('local').has(size).inZones(zone);
  const open = (name: string, size = '1Gi'): ClaimBuilder => makeClaim(name).of('local').asks(size);
  const cases: [name: string, claims: ClaimBuilder[], volumes: VolumeBuilder[], filter: Record<string, string>][] = [
    ['find a volume where there is one', [open('c')], [local('v', '1Gi', 'a')], verdicts([], [BIND])],
    [
      'find one where they say that they are bound and name none',
      [open('c').annotated('pv.kubernetes.io/bind-completed', 'yes')],
      [local('v', '1Gi', 'a')],
      verdicts([], [BIND]),
    ],
    [
      'find one each',
      [open('c'), open('d')],
      [local('v', '1Gi', 'a'), local('w', '1Gi', 'a'), local('x', '1Gi', 'b')],
      verdicts([], [BIND]),
    ],
    [
      'the smaller claim chooses first',
      [open('large', '2Gi'), open('small')],
      [local('v', '2Gi', 'a'), local('w', '1Gi', 'a'), local('x', '2Gi', 'b'), local('y', '2Gi', 'b')],
      {},
    ],
    [
      'the smaller claim may take what the larger needs',
      [open('large', '2Gi'), open('small')],
      [local('v', '2Gi', 'a'), local('w', '512Mi', 'a'), local('x', '1Gi', 'b'), local('y', '3Gi', 'b')],
      verdicts([BIND], []),
    ],
    [
      'a claim that does not say is the smallest',
      [open('large', '2Gi'), makeClaim('c').of('local')],
      [local('v', '2Gi', 'a'), local('x', '1', 'b'), local('y', '3Gi', 'b')],
      verdicts([BIND], []),
    ],
    ['keep to the node that is selected', [makeClaim('c').of('made').selectedFor('b')], [], verdicts([BIND], [])],
    ['keep to a node without a name', [makeClaim('c').of('made').selectedFor('')], [], verdicts([BIND], [BIND])],
    [
      'cannot keep to two nodes',
      [makeClaim('c').of('made').selectedFor('a'), makeClaim('d').of('made').selectedFor('b')],
      [],
      verdicts([BIND], [BIND]),
    ],
    [
      'are not matched once a node is selected',
      [open('c').selectedFor('a')],
      [local('v', '1Gi', 'a')],
      verdicts([BIND], [BIND]),
    ],
    [
      'are matched beside one whose node is selected',
      [makeClaim('c').of('made').selectedFor('a'), open('d')],
      [local('v', '1Gi', 'a'), local('w', '1Gi', 'b')],
      verdicts([], [BIND]),
    ],
    [
      'are made where no volume matches',
      [makeClaim('c').of('made').asks('1Gi')],
      [makeVolume('v').of('made').has('1Mi')],
      {},
    ],
    [
      'are told of beside a bound claim out of reach',
      [makeClaim('far').boundTo('far'), open('c')],
      [makeVolume('far').inZones('b'), local('v', '1Gi', 'b')],
      verdicts([NODE, BIND], []),
    ],
    [
      'are told of before a volume that is not there',
      [makeClaim('gone').boundTo('gone'), open('c')],
      [local('v', '1Gi', 'a')],
      verdicts([GONE], [BIND, GONE]),
    ],
  ];
  test.each(cases)('%s', (_name, claims, volumes, filter) => {
    expect(
      run(claiming('p', ...claims.map(({ metadata }) => metadata.name ?? '')), storage(claims, volumes)).filter,
    ).toEqual(filter);
  });

  test('with a selector that cannot be read are an error, but for nodes that are out already', () => {
    const unreadable = open('c').selects({ matchExpressions: [{ key: 'a', operator: 'Near' }] });
    const message =
      'error creating internal label selector for claim: default/c: "Near" is not a valid label selector operator';
    expect(() => run(claiming('p', 'c'), storage([unreadable]))).toThrow(
      `running "VolumeBinding" filter plugin: ${message}`,
    );
    const selected = makeClaim('s').of('made').selectedFor('elsewhere');
    expect(run(claiming('p', 'c', 's'), storage([unreadable, selected])).filter).toEqual(verdicts([BIND], [BIND]));
  });
});

describe('volumes that are to be made', () => {
  type Terms = readonly TopologySelectorTerm[] | null;
  const inZones = (...values: string[]) => ({ matchLabelExpressions: [{ key: 'zone', values }] });
  const topologies: [name: string, allowedTopologies: Terms, filter: Record<string, string>][] = [
    ['anywhere', [], {}],
    ['anywhere, where there is null', null, {}],
    ['in one zone', [inZones('a')], verdicts([], [BIND])],
    ['in one of two zones', [inZones('a', 'b')], {}],
    ['by one of two terms', [inZones('c'), inZones('b')], verdicts([BIND], [])],
    [
      'by all of a term',
      [
        {
          matchLabelExpressions: [
            { key: 'zone', values: ['a'] },
            { key: 'disk', values: ['ssd'] },
          ],
        },
      ],
      verdicts([BIND], [BIND]),
    ],
    ['not by an empty term', [{}], verdicts([BIND], [BIND])],
    ['not by a term of null', [{ matchLabelExpressions: null }], verdicts([BIND], [BIND])],
    [
      'not by a term without values, but by the next',
      [
        { matchLabelExpressions: [{ key: 'zone' }] },
        { matchLabelExpressions: [{ key: 'zone', values: null }] },
        inZones('b'),
      ],
      verdicts([BIND], []),
    ],
    ['not by a term without key', [{ matchLabelExpressions: [{ values: ['a'] }] }], verdicts([BIND], [BIND])],
  ];
  test.each(topologies)('%s', (_name, allowedTopologies, filter) => {
    const storageClasses = [makeStorageClass('made', { allowedTopologies })];
    expect(
      run(claiming('p', 'c'), storage([makeClaim('c').of('made').asks('1Gi')], [], { storageClasses })).filter,
    ).toEqual(filter);
  });

  const provisioners: [name: string, provisioner: { provisioner?: string }, filter: Record<string, string>][] = [
    ['by a provisioner', { provisioner: 'x.csi' }, {}],
    ['not by none', { provisioner: LOCAL }, verdicts([BIND], [BIND])],
    ['not by one without a name', { provisioner: '' }, verdicts([BIND], [BIND])],
  ];
  test.each(provisioners)('%s', (_name, provisioner, filter) => {
    expect(
      run(
        claiming('p', 'c'),
        storage([makeClaim('c').of('made')], [], { storageClasses: [makeStorageClass('made', provisioner)] }),
      ).filter,
    ).toEqual(filter);
  });
  test('not by a class that does not name one', () => {
    const storageClasses = [{ metadata: { name: 'made' }, volumeBindingMode: 'WaitForFirstConsumer' }];
    expect(run(claiming('p', 'c'), storage([makeClaim('c').of('made')], [], { storageClasses })).filter).toEqual(
      verdicts([BIND], [BIND]),
    );
  });

  const driver = (storageCapacity: boolean | null) => [{ metadata: { name: 'pooled.csi' }, spec: { storageCapacity } }];
  const pool = (more: object) => ({
    metadata: { name: 'pool' },
    storageClassName: 'pooled',
    nodeTopology: {},
    ...more,
  });
  const all = verdicts([SPACE], [SPACE]);
  const pools: [
    name: string,
    csiStorageCapacities: object[],
    filter: Record<string, string>,
    options?: { csiDrivers?: object[]; asks?: string },
  ][] = [
    ['from a pool with room', [pool({ capacity: '1Gi' })], {}],
    ['from a pool that is a byte short', [pool({ capacity: 2 ** 30 - 1 })], all],
    ['from a pool that is short by less than a byte', [pool({ capacity: '1073741823500m' })], {}],
    ['of a size that is rounded up', [pool({ capacity: '1Gi' })], all, { asks: '1073741824001m' }],
    ['by the largest volume, where the pool says so', [pool({ capacity: '9Gi', maximumVolumeSize: '1Mi' })], all],
    ['by the largest volume alone', [pool({ capacity: '1Mi', maximumVolumeSize: '1Gi' })], {}],
    ['not from a pool of unknown size', [pool({}), pool({ capacity: null, maximumVolumeSize: null })], all],
    ['not where there is no pool', [], all],
    ['not from the pool of another class', [pool({ capacity: '9Gi', storageClassName: 'made' })], all],
    ['not from a pool of no class', [{ metadata: { name: 'pool' }, nodeTopology: {}, capacity: '9Gi' }], all],
    [
      'on nodes that have access',
      [pool({ capacity: '9Gi', nodeTopology: { matchLabels: { zone: 'a' } } })],
      verdicts([], [SPACE]),
    ],
    [
      'on nodes that have access to one with room',
      [
        pool({ capacity: '1Mi', nodeTopology: { matchLabels: { zone: 'a' } } }),
        pool({ capacity: '9Gi', nodeTopology: { matchLabels: { zone: 'b' } } }),
      ],
      verdicts([SPACE], []),
    ],
    ['on no node without topology', [pool({ capacity: '9Gi', nodeTopology: null })], all],
    [
      'on no node by a topology that cannot be read',
      [pool({ capacity: '9Gi', nodeTopology: { matchExpressions: [{ key: 'zone', operator: 'Near' }] } })],
      all,
    ],
    ['anywhere by a driver that does not publish its pools', [], {}, { csiDrivers: driver(false) }],
    ['anywhere by a driver that does not say', [], {}, { csiDrivers: driver(null) }],
    ['anywhere by a driver without spec', [], {}, { csiDrivers: [{ metadata: { name: 'pooled.csi' } }] }],
    ['anywhere by a driver that is not there', [], {}, { csiDrivers: [] }],
  ];
  test.each(pools)('%s', (_name, csiStorageCapacities, filter, { csiDrivers = driver(true), asks = '1Gi' } = {}) => {
    expect(
      run(
        claiming('p', 'c'),
        storage([makeClaim('c').of('pooled').asks(asks)], [], { csiDrivers, csiStorageCapacities }),
      ).filter,
    ).toEqual(filter);
  });
  test('anywhere for a claim that asks for no size', () => {
    expect(
      run(claiming('p', 'c'), storage([makeClaim('c').of('pooled')], [], { csiDrivers: driver(true) })).filter,
    ).toEqual({});
  });
  test("not from a pool of a driver's other class, where the first claim decides", () => {
    const claims = [
      makeClaim('c').of('pooled').asks('1Gi'),
      makeClaim('d').of('local').asks('2Gi'),
      makeClaim('e').of('made').asks('1Mi'),
    ];
    const objects = (order: ClaimBuilder[]) => storage(order, [], { csiDrivers: driver(true) });
    expect(run(claiming('p', 'c', 'd', 'e'), objects(claims)).filter).toEqual(all);
    expect(run(claiming('p', 'd', 'e'), objects(claims)).filter).toEqual(verdicts([BIND], [BIND]));
  });
});

describe('VolumeBinding reserves', () => {
  const patches = (pod: PodBuilder, objects: ClusterObjects): readonly ObjectPatch[] => {
    const snapshot = makeSnapshot(nodes(), [], objects);
    const [attempt] = decidePods({
      snapshot,
      pods: [pod],
      profileOf: defaultProfile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
    });
    expect(attempt?.message).toBe('');
    return attempt?.patches ?? [];
  };
  const claimRef = (name: string, more = {}) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name,
    uid: `uid-${name}`,
    ...more,
  });
  const selected = (name: string, node: string): ObjectPatch => ({
    kind: 'PersistentVolumeClaim',
    namespace: 'default',
    name,
    patch: { metadata: { annotations: { 'volume.kubernetes.io/selected-node': node } } },
  });
  const taken = (name: string, spec: object, metadata?: object): ObjectPatch => ({
    kind: 'PersistentVolume',
    namespace: null,
    name,
    patch: { ...metadata, spec },
  });
  const byController = { metadata: { annotations: { 'pv.kubernetes.io/bound-by-controller': 'yes' } } };
  const volume = (name: string): VolumeBuilder => makeVolume(name).of('local').has('1Gi');
  const cases: [name: string, pod: PodBuilder, objects: ClusterObjects, want: readonly ObjectPatch[]][] = [
    ['nothing for no claim', makePod('p'), {}, []],
    ['nothing for bound claims', claiming('p', 'c'), storage([makeClaim('c').boundTo('v')], [volume('v')]), []],
    [
      'a volume that was free',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v')]),
      [taken('v', { claimRef: claimRef('c') }, byController)],
    ],
    [
      'with the version of the claim',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local').meta({ resourceVersion: '7' })], [volume('v')]),
      [taken('v', { claimRef: claimRef('c', { resourceVersion: '7' }) }, byController)],
    ],
    [
      'a volume that the controller had bound before',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').meta(byController.metadata)]),
      [taken('v', { claimRef: claimRef('c') })],
    ],
    [
      'what a user set aside by name',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').reservedFor({ namespace: 'default', name: 'c' })]),
      [taken('v', { claimRef: claimRef('c') })],
    ],
    [
      'nothing of what is set aside already',
      claiming('p', 'c'),
      storage([makeClaim('c').of('local')], [volume('v').reservedFor(claimRef('c'))]),
      [],
    ],
    [
      'nothing of what is set aside for a claim without uid',
      claiming('p', 'c'),
      storage(
        [makeClaim('c').of('local').meta({ uid: '' })],
        [volume('v').reservedFor({ namespace: 'default', name: 'c' })],
      ),
      [],
    ],
    ['a claim with its node', claiming('p', 'c'), storage([makeClaim('c').of('made')]), [selected('c', 'a')]],
    [
      'a claim with the node that it had',
      claiming('p', 'c'),
      storage([makeClaim('c').of('made').selectedFor('b')]),
      [selected('c', 'b')],
    ],
    [
      'volumes, then claims',
      claiming('p', 'c', 'd', 'e'),
      storage(
        [makeClaim('c').of('made'), makeClaim('d').of('local').asks('2'), makeClaim('e').of('local').asks('1')],
        [volume('v').has('2'), volume('w').has('1')],
      ),
      [
        taken('w', { claimRef: claimRef('e') }, byController),
        taken('v', { claimRef: claimRef('d') }, byController),
        selected('c', 'a'),
      ],
    ],
  ];
  test.each(cases)('%s', (_name, pod, objects, want) => expect(patches(pod, objects)).toEqual(want));

  test('what the next pod finds taken', () => {
    const claims = [makeClaim('c').of('local'), makeClaim('d').of('local'), makeClaim('e').of('made')];
    const snapshot = makeSnapshot(
      nodes(),
      [],
      storage(claims, [volume('v').inZones('a'), volume('w').inZones('b').has('2Gi')]),
    );
    const pods = [
      claiming('p', 'c'),
      claiming('q', 'd'),
      claiming('r', 'c'),
      claiming('s', 'e').nodeSelector({ zone: 'b' }),
      claiming('t', 'e'),
    ];
    const run = decidePods({
      snapshot,
      pods,
      profileOf: defaultProfile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
    });
    expect([...run].map(({ nodeName }) => nodeName)).toEqual(['a', 'b', 'a', 'b', 'b']);
    expect(snapshot.object('persistentVolumes', 'v')).toMatchObject({
      metadata: { name: 'v', ...byController.metadata },
      spec: { storageClassName: 'local', claimRef: claimRef('c') },
    });
    expect(snapshot.object('persistentVolumeClaims', 'e', 'default')?.metadata?.annotations).toEqual({
      'volume.kubernetes.io/selected-node': 'b',
    });
  });
});

describe('VolumeBinding reserves nothing', () => {
  const unreadable = makeClaim('c')
    .of('local')
    .selects({ matchExpressions: [{ key: 'a', operator: 'Near' }] });
  const cases: [name: string, row: number, pod: PodBuilder, claims: ClaimBuilder[]][] = [
    ['for a pod without claims', 0, makePod('p'), []],
    ['for a pod that is turned down', 0, claiming('p', 'c'), [makeClaim('c')]],
    ['on a node that is not there', 9, claiming('p', 'c'), [makeClaim('c').of('made')]],
    ['for a claim that cannot be read', 0, claiming('p', 'c'), [unreadable]],
  ];
  test.each(cases)('%s', (_name, row, pod, claims) => {
    const scope = {
      pod: new IncomingPod(pod),
      snapshot: makeSnapshot(nodes(), [], storage(claims)),
      statuses: new StatusTable(),
    };
    const cycle = {
      ...cycleFor({ plugin: volumeBinding, args: {}, weight: 0 }, scope),
      args: { bindTimeoutSeconds: 600 },
    };
    expect(volumeBinding.reserve?.(cycle, row, { preFilter: true, filter: true })).toEqual([]);
  });
});

describe('parts of VolumeBinding alone', () => {
  const placedBy = (disabled: object) => {
    const read = readProfile({ plugins: disabled });
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    const snapshot = makeSnapshot(nodes(), [], storage([makeClaim('c').of('made')]));
    const [attempt] = decidePods({
      snapshot,
      pods: [claiming('p', 'c')],
      profileOf: () => read.profile,
      tieBreak: { rule: 'first' },
      now: '2026-01-01T00:00:00Z',
    });
    return attempt;
  };
  const disabled = { disabled: [{ name: 'VolumeBinding' }] };
  test('it reserves what its Filter found, and that is nothing where the profile does not run it', () => {
    expect(placedBy({})?.patches).toHaveLength(1);
    expect(placedBy({ filter: disabled })).toMatchObject({ outcome: 'scheduled', patches: [] });
  });
  test('it cannot reserve without its PreFilter', () => {
    expect(placedBy({ preFilter: disabled, filter: disabled })).toMatchObject({
      outcome: 'error',
      message: 'running Reserve plugin "VolumeBinding": not found',
    });
  });
  test('it has no score', () => {
    const { skipsScore, raw } = run(claiming('p', 'c'), storage([makeClaim('c').boundTo('v')], [makeVolume('v')]));
    expect({ skipsScore, raw }).toEqual({ skipsScore: true, raw: {} });
  });
  test('it scores 0 without its PreScore', () => {
    const { preScore: _preScore, ...rest } = volumeBinding;
    const answers = runPlugin(definePlugin(rest), {
      pod: claiming('p', 'c'),
      snapshot: makeSnapshot(nodes(), [], storage([makeClaim('c').boundTo('v')], [makeVolume('v')])),
    });
    expect([answers.skipsScore, answers.raw]).toEqual([false, { a: 0, b: 0 }]);
  });
  test('it fails without its PreFilter', () => {
    const { preFilter: _preFilter, ...rest } = volumeBinding;
    expect(() => runPlugin(definePlugin(rest), { pod: makePod('p'), snapshot: makeSnapshot(nodes()) })).toThrow(
      'running "VolumeBinding" filter plugin: not found',
    );
  });
});
