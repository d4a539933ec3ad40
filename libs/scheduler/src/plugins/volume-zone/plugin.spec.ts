import type { Pod } from '../../objects/objects.js';
import { definePlugin } from '../../plugin.js';
import {
  makeClaim,
  makeNode,
  makePod,
  makeSnapshot,
  makeStorageClass,
  makeVolume,
  runPlugin,
  type PodBuilder,
} from '../../testing/index.js';
import type { PersistentVolume } from '../../volumes/index.js';
import { volumeZone } from './plugin.js';
import { volumeTopology } from './volume-topology.js';

const ZONE = 'topology.kubernetes.io/zone';
const REGION = 'topology.kubernetes.io/region';
const BETA_ZONE = 'failure-domain.beta.kubernetes.io/zone';
const BETA_REGION = 'failure-domain.beta.kubernetes.io/region';
const CONFLICT = 'UnschedulableAndUnresolvable: node(s) had no available volume zone';

const nodes = [
  makeNode('bare').labels({ disk: 'ssd' }),
  makeNode('a').labels({ [ZONE]: 'a', [REGION]: 'r' }),
  makeNode('b').labels({ [ZONE]: 'b', [REGION]: 'r' }),
  makeNode('old').labels({ [BETA_ZONE]: 'a', [BETA_REGION]: 'r' }),
  makeNode('regional').labels({ [REGION]: 's' }),
];
const but = (...fitting: string[]): Record<string, string> =>
  Object.fromEntries(
    nodes
      .map(({ metadata }) => metadata.name ?? '')
      .filter((name) => !fitting.includes(name))
      .map((name) => [name, CONFLICT]),
  );

describe('a volume with labels', () => {
  const cases: [name: string, labels: Record<string, string>, filter: Record<string, string>][] = [
    ['of a zone', { [ZONE]: 'a' }, but('bare', 'a')],
    ['of a set of zones', { [ZONE]: 'a__b' }, but('bare', 'a', 'b')],
    ['of a set with blanks', { [ZONE]: ' a __ c ' }, but('bare', 'a')],
    ['of a region', { [REGION]: 'r' }, but('bare', 'a', 'b')],
    ['of a zone and a region', { [ZONE]: 'a', [REGION]: 's' }, but('bare')],
    ['of a zone by its old name', { [BETA_ZONE]: 'a' }, but('bare', 'a', 'old')],
    ['of a region by its old name', { [BETA_REGION]: 's' }, but('bare', 'regional')],
    ['of an empty set beside a region', { [ZONE]: 'a__', [REGION]: 'r' }, but('bare', 'a', 'b')],
  ];
  test.each(cases)('%s', (_name, labels, filter) => {
    const objects = {
      persistentVolumeClaims: [makeClaim('c').boundTo('v')],
      persistentVolumes: [makeVolume('v').labels(labels)],
    };
    const answers = runPlugin(volumeZone, {
      pod: makePod('p').claims('c'),
      snapshot: makeSnapshot(nodes, [], objects),
    });
    expect([answers.preFilter, answers.filter]).toEqual([{ code: 'Success', reasons: [] }, filter]);
  });

  test('all volumes of the pod count', () => {
    const objects = {
      persistentVolumeClaims: [makeClaim('c').boundTo('v'), makeClaim('d').boundTo('w')],
      persistentVolumes: [makeVolume('v').labels({ [REGION]: 'r' }), makeVolume('w').labels({ [ZONE]: 'b' })],
    };
    expect(
      runPlugin(volumeZone, { pod: makePod('p').claims('c', 'd'), snapshot: makeSnapshot(nodes, [], objects) }).filter,
    ).toEqual(but('bare', 'b'));
  });
});

describe('the topology of a volume', () => {
  const need = (key: string, newKey: string, ...values: string[]) => ({ key, newKey, values: new Set(values) });
  const cases: [name: string, volume: PersistentVolume, want: readonly unknown[]][] = [
    ['without metadata', {}, []],
    ['without labels', makeVolume('v'), []],
    ['with blanks', makeVolume('v').labels({ [ZONE]: ' a __b ' }), [need(ZONE, ZONE, 'a', 'b')]],
    ['of a blank', makeVolume('v').labels({ [ZONE]: ' ' }), []],
    [
      'of all names, the old ones first',
      makeVolume('v').labels({ [REGION]: 'r', [ZONE]: 'a', [BETA_REGION]: 's', [BETA_ZONE]: 'b' }),
      [need(BETA_ZONE, ZONE, 'b'), need(BETA_REGION, REGION, 's'), need(ZONE, ZONE, 'a'), need(REGION, REGION, 'r')],
    ],
  ];
  test.each(cases)('%s', (_name, volume, want) => expect(volumeTopology(volume)).toEqual(want));
});

describe('VolumeZone before filtering', () => {
  const objects = {
    persistentVolumeClaims: [
      makeClaim('unlabelled').boundTo('v'),
      makeClaim('half').names('v'),
      makeClaim('classless'),
      makeClaim('unknown').of('unknown'),
      makeClaim('modeless').of('modeless'),
      makeClaim('waiting').of('waiting'),
      makeClaim('immediate').of('immediate'),
      makeClaim('homeless').boundTo('gone'),
      makeClaim('zonal').boundTo('zonal'),
      makeClaim('beta').of('immediate').annotated('volume.beta.kubernetes.io/storage-class', 'waiting'),
      makeClaim('p-e').boundTo('zonal'),
      { metadata: { name: 'bare', namespace: 'default' } },
    ],
    persistentVolumes: [makeVolume('v').labels({ [ZONE]: '' }), makeVolume('zonal').labels({ [ZONE]: 'a' })],
    storageClasses: [
      makeStorageClass('modeless', { volumeBindingMode: null }),
      makeStorageClass('waiting'),
      makeStorageClass('immediate', { volumeBindingMode: 'Immediate' }),
    ],
  };
  const rejection = (reason: string) => ({ code: 'UnschedulableAndUnresolvable', reasons: [reason] });
  const skip = { code: 'Skip', reasons: [] };
  const cases: [name: string, pod: Pod, want: unknown][] = [
    ['no spec', { metadata: { name: 'p' } }, skip],
    ['no volume', makePod('p'), skip],
    ['an ephemeral volume is not looked at', makePod('p').volume({ name: 'e', ephemeral: {} }), skip],
    ['a volume without zones', makePod('p').claims('unlabelled', 'half'), skip],
    ['a claim that waits for the node', makePod('p').claims('waiting', 'beta'), skip],
    [
      'a claim without a name',
      makePod('p').volume({ persistentVolumeClaim: {} }),
      rejection('PersistentVolumeClaim had no name'),
    ],
    ['a claim that is not there', makePod('p').claims('gone'), rejection('persistentvolumeclaim "gone" not found')],
    [
      'a claim that says nothing',
      makePod('p').claims('bare'),
      rejection('PersistentVolumeClaim had no pv name and storageClass name'),
    ],
    [
      'a claim without volume and class',
      makePod('p').claims('classless'),
      rejection('PersistentVolumeClaim had no pv name and storageClass name'),
    ],
    [
      'a class that is not there',
      makePod('p').claims('unknown'),
      rejection('storageclass.storage.k8s.io "unknown" not found'),
    ],
    [
      'a class without binding mode',
      makePod('p').claims('modeless'),
      rejection('VolumeBindingMode not set for StorageClass "modeless"'),
    ],
    ['a claim that should be bound', makePod('p').claims('immediate'), rejection('PersistentVolume had no name')],
    ['a volume that is not there', makePod('p').claims('homeless'), rejection('persistentvolume "gone" not found')],
    [
      'the first claim that is wrong',
      makePod('p').claims('waiting', 'zonal', 'homeless', 'gone'),
      rejection('persistentvolume "gone" not found'),
    ],
    [
      'a volume of a zone behind a claim that waits',
      makePod('p').claims('waiting', 'zonal'),
      { code: 'Success', reasons: [] },
    ],
  ];
  test.each(cases)('%s', (_name, pod, want) =>
    expect(runPlugin(volumeZone, { pod, snapshot: makeSnapshot(nodes, [], objects) }).preFilter).toEqual(want),
  );

  describe('and without its PreFilter', () => {
    const { preFilter: _preFilter, ...rest } = volumeZone;
    const alone = definePlugin(rest);
    const all = (verdict: string) =>
      Object.fromEntries(nodes.map(({ metadata }) => [metadata.name, `UnschedulableAndUnresolvable: ${verdict}`]));
    const filters: [name: string, pod: PodBuilder, want: unknown][] = [
      ['no volume', makePod('p'), {}],
      ['a volume of a zone', makePod('p').claims('zonal'), but('bare', 'a')],
      ['a claim that is not there', makePod('p').claims('gone'), all('persistentvolumeclaim "gone" not found')],
    ];
    test.each(filters)('%s', (_name, pod, want) =>
      expect(runPlugin(alone, { pod, snapshot: makeSnapshot(nodes, [], objects) }).filter).toEqual(want),
    );
  });
});
