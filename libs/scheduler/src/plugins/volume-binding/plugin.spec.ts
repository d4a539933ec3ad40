import { decidePods } from '../../batch/decide-pods.js';
import type { Pod } from '../../objects/objects.js';
import { definePlugin } from '../../plugin.js';
import { readProfile } from '../../configuration/read-profile.js';
import {
  makeClaim,
  makePod,
  makeSnapshot,
  makeVolume,
  runPlugin,
  type ClaimBuilder,
  type VolumeBuilder,
} from '../../testing/index.js';
import { BIND, claiming, nodes, run, storage, verdicts } from '../../testing/volume-binding.js';
import type { PersistentVolumeClaim } from '../../volumes/index.js';
import { volumeBinding } from './plugin.js';

const NODE = "node(s) didn't match PersistentVolume's node affinity";
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

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
      'are reported beside a bound claim out of reach',
      [makeClaim('far').boundTo('far'), open('c')],
      [makeVolume('far').inZones('b'), local('v', '1Gi', 'b')],
      verdicts([NODE, BIND], []),
    ],
    [
      'are reported before a volume that is not there',
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
