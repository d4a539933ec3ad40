import { makeNode, type NodeBuilder } from './make-node.js';
import { makePod, type PodBuilder } from './make-pod.js';
import { STORAGE_HOLDER, STORAGE_PODS } from './storage-cluster.js';

/** A little of everything that plugins look at. */
export const contractNodes = (): NodeBuilder[] => [
  makeNode('plain'),
  makeNode('cordoned').cordoned(),
  makeNode('tainted').taint('t', 'NoSchedule', 'v').taint('s', 'PreferNoSchedule'),
  makeNode('soft').taint('s', 'PreferNoSchedule').labels({ zone: 'a', 'topology.kubernetes.io/zone': 'a' }),
  makeNode('full').allocatable({ pods: '0' }),
  makeNode('small').allocatable({ cpu: '100m', memory: '64Mi' }).labels({ zone: 'b' }),
  makeNode('busy').allocatable({ 'nvidia.com/gpu': 1 }).image('app:1', 700),
  ['Ready', 'OutOfDisk', 'NetworkUnavailable', 'MemoryPressure', 'DiskPressure', 'PIDPressure'].reduce(
    (node, type) => node.condition(type, type === 'Ready' ? 'False' : 'True'),
    makeNode('sick').taint('t', 'NoExecute', 'v').labels({ tape: '', zone: 'a' }),
  ),
  makeNode('diskless')
    .allocatable(
      Object.fromEntries(
        ['aws-ebs', 'gce-pd', 'azure-disk', 'cinder'].map((disk) => [`attachable-volumes-${disk}`, 0]),
      ),
    )
    .labels({ 'topology.kubernetes.io/zone': 'c' }),
];
const lonely = { topologyKey: 'zone', labelSelector: { matchLabels: { app: 'lonely' } } };
const near = { requiredDuringSchedulingIgnoredDuringExecution: [lonely] };
const unreadable = {
  requiredDuringSchedulingIgnoredDuringExecution: [
    { ...lonely, labelSelector: { matchExpressions: [{ key: 'app', operator: 'Near' }] } },
  ],
};
/** Pods that are on them. */
export const contractBound = (): PodBuilder[] => [
  makePod('e').onNode('busy').requests({ cpu: 3, 'nvidia.com/gpu': 1 }).hostPort(80),
  makePod('peer').onNode('soft').labels({ app: 'x' }),
  makePod('l').onNode('soft').labels({ app: 'lonely' }).affinity({ podAntiAffinity: near }),
  STORAGE_HOLDER.onNode('plain'),
];
const zone = (...values: string[]) => ({ matchExpressions: [{ key: 'zone', operator: 'In', values }] });
const named = (value: string) => ({ key: 'metadata.name', operator: 'In', values: [value] });
const spread = (whenUnsatisfiable: string) => ({
  maxSkew: 1,
  topologyKey: 'zone',
  whenUnsatisfiable,
  labelSelector: { matchLabels: { app: 'x' } },
});
/** Pods that meet every verdict somewhere. */
export const CONTRACT_PODS: readonly PodBuilder[] = [
  makePod('idle'),
  makePod('big').requests({ cpu: 2, memory: '1Gi', 'nvidia.com/gpu': 1 }),
  makePod('port').hostPort(80),
  makePod('picky')
    .requires(zone('a', 'b'))
    .prefers([3, zone('a')])
    .nodeSelector({ zone: 'a' }),
  makePod('named').onNode('plain'),
  makePod('torn').requires({ matchFields: [named('plain'), named('small')] }),
  makePod('tolerant').tolerates({ operator: 'Exists' }),
  makePod('gated').gates('g', 'h'),
  makePod('near').affinity({ podAffinity: near }),
  makePod('apart').affinity({ podAntiAffinity: near }),
  makePod('kept away').labels({ app: 'lonely' }),
  makePod('unreadable').affinity({ podAffinity: unreadable }),
  ...['DoNotSchedule', 'ScheduleAnyway'].map((action) =>
    makePod(action)
      .labels({ app: 'x' })
      .with({ topologySpreadConstraints: [spread(action)] }),
  ),
  makePod('azure').volume({ name: 'd', azureDisk: { diskName: 'd' } }),
  makePod('cinder').volume({ name: 'd', cinder: { volumeID: 'd' } }),
  makePod('ebs').volume({ name: 'd', awsElasticBlockStore: { volumeID: 'd' } }),
  makePod('placed').nodeSelector({ disk: 'tape' }),
  ...STORAGE_PODS,
];
