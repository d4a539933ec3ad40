import type { Volume } from '../../objects/objects.js';
import {
  makeClaim,
  makeNode,
  makePod,
  makeSnapshot,
  makeStorageClass,
  makeVolume,
  runPlugin,
  type NodeBuilder,
  type PodBuilder,
} from '../../testing/index.js';
import { azureDiskLimits, cinderLimits, ebsLimits, gcePdLimits } from './plugin.js';

const ebs = (volumeID: string): Volume => ({ name: volumeID, awsElasticBlockStore: { volumeID } });
const withDisks = (name: string, count: number): PodBuilder => {
  const pod = makePod(name);
  for (let index = 0; index < count; index += 1) pod.volume(ebs(`${name}-${index}`));
  return pod;
};
const type = (name: string, instance: string): NodeBuilder =>
  makeNode(name).labels({ 'node.kubernetes.io/instance-type': instance });
const limited = (resource: string, limit: number): NodeBuilder =>
  makeNode('n').allocatable({ [`attachable-volumes-${resource}`]: limit });

describe('EBSLimits', () => {
  const filter = (pod: PodBuilder, nodes: NodeBuilder[], bound: PodBuilder[] = [], objects = {}) =>
    Object.keys(runPlugin(ebsLimits, { pod, snapshot: makeSnapshot(nodes, bound, objects) }).filter);

  test('takes 39 disks, 25 on Nitro', () => {
    const nodes = [makeNode('any'), type('c5', 'c5.large'), type('t3', 'my-t3'), type('m4', 'm4.large')];
    expect(filter(withDisks('p', 25), nodes)).toEqual([]);
    expect(filter(withDisks('p', 26), nodes)).toEqual(['c5', 't3']);
    expect(filter(withDisks('p', 40), nodes)).toEqual(['any', 'c5', 't3', 'm4']);
  });
  test('takes what the node says, also nothing', () => {
    expect(filter(withDisks('p', 1), [limited('aws-ebs', 0)])).toEqual(['n']);
    expect(filter(withDisks('p', 60), [limited('aws-ebs', 60)])).toEqual([]);
  });
  test('counts a disk once, and pods that are there', () => {
    const there = withDisks('e', 2).onNode('n');
    expect(filter(makePod('p').volume(ebs('e-0')), [limited('aws-ebs', 2)], [there])).toEqual([]);
    expect(filter(makePod('p').volume(ebs('new')), [limited('aws-ebs', 2)], [there])).toEqual(['n']);
  });
  test('counts claims by their disks, or by what their class makes', () => {
    const objects = {
      persistentVolumeClaims: [
        makeClaim('bound').boundTo('v'),
        makeClaim('open').of('made'),
        makeClaim('csi').of('other'),
      ],
      persistentVolumes: [makeVolume('v').with({ awsElasticBlockStore: { volumeID: 'd' } })],
      storageClasses: [makeStorageClass('made', { provisioner: 'kubernetes.io/aws-ebs' }), makeStorageClass('other')],
    };
    const on = (limit: number, ...claims: string[]) =>
      filter(makePod('p').claims(...claims), [limited('aws-ebs', limit)], [], objects);
    expect([on(1, 'bound', 'open'), on(2, 'bound', 'open'), on(0, 'csi', 'missing')]).toEqual([['n'], [], []]);
  });
});

test.each([
  ['GCEPDLimits', gcePdLimits, 'gce-pd', { gcePersistentDisk: { pdName: 'd' } }],
  ['AzureDiskLimits', azureDiskLimits, 'azure-disk', { azureDisk: { diskName: 'd' } }],
  ['CinderLimits', cinderLimits, 'cinder', { cinder: { volumeID: 'd' } }],
])('%s counts its own disks', (_name, plugin, resource, disk) => {
  const snapshot = makeSnapshot([limited(resource, 0)]);
  const filter = (volume: Volume) => runPlugin(plugin, { pod: makePod('p').volume(volume), snapshot }).filter;
  expect(filter(disk)).toEqual({ n: 'Unschedulable: node(s) exceed max volume count' });
  expect(filter(ebs('d'))).toEqual({});
});
