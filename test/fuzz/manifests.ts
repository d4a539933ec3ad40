import type { Dice } from '../oracle/generator/dice.js';
import { anyJson, anyText, KNOWN } from './odd-values.js';

const KINDS = [
  ['v1', 'Node', 'nodes'],
  ['v1', 'Pod', 'pods'],
  ['v1', 'Namespace', 'namespaces'],
  ['v1', 'Service', 'services'],
  ['v1', 'PersistentVolume', 'persistentvolumes'],
  ['v1', 'PersistentVolumeClaim', 'persistentvolumeclaims'],
  ['apps/v1', 'ReplicaSet', 'replicasets'],
  ['apps/v1', 'StatefulSet', 'statefulsets'],
  ['policy/v1', 'PodDisruptionBudget', 'poddisruptionbudgets'],
  ['scheduling.k8s.io/v1', 'PriorityClass', 'priorityclasses'],
  ['storage.k8s.io/v1', 'StorageClass', 'storageclasses'],
] as const;
const OF_PODS = {
  containers: [
    { name: 'c', image: 'i', resources: { requests: { cpu: '1', memory: '1Gi' } }, ports: [{ hostPort: 80 }] },
  ],
  tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] } },
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
  nodeSelector: { disk: 'ssd' },
  nodeName: 'node-0',
  priority: 5,
  schedulerName: 'default-scheduler',
};

/** A manifest that is about right for a path of the Kubernetes API, or for an import. */
export function someManifest(path: string, dice: Dice): unknown {
  const [apiVersion, kind] = KINDS.find(([, , plural]) => path.includes(`/${plural}`)) ?? dice.pick(KINDS);
  const object = {
    apiVersion,
    kind,
    metadata: {
      name: dice.pick([...KNOWN.nodes, ...KNOWN.pods, 'new', `made-${dice.between(0, 20)}`]),
      ...dice.maybe(0.5, () => ({ namespace: 'default' })),
      ...dice.maybe(0.4, () => ({ labels: { app: 'web', [anyText(dice)]: anyText(dice) } })),
      ...dice.maybe(0.1, () => ({ resourceVersion: anyText(dice) })),
    },
    ...dice.maybe(0.8, () => ({
      spec: kind === 'Pod' ? Object.fromEntries(dice.some(Object.entries(OF_PODS), 1, 6)) : {},
    })),
    ...dice.maybe(0.3, () => ({ status: { capacity: { cpu: '4', memory: '8Gi' }, phase: 'Running' } })),
    ...dice.maybe(0.1, () => ({ [anyText(dice)]: anyJson(dice) })),
  };
  if (path.endsWith('/binding'))
    return { metadata: { name: path.split('/').at(-2) }, target: { kind: 'Node', name: dice.pick(KNOWN.nodes) } };
  return path.endsWith('/import') && dice.chance(0.5) ? { apiVersion: 'v1', kind: 'List', items: [object] } : object;
}

const POINTERS = [
  '',
  '/',
  '/metadata',
  '/metadata/labels',
  '/metadata/labels/app',
  '/spec',
  '/spec/containers/0',
  '/a~1b',
];

/** A patch in the format of its media type. */
export function patchBody(type: string, dice: Dice): unknown {
  if (!type.includes('json-patch')) return { metadata: { labels: { app: anyText(dice) } }, spec: anyJson(dice) };
  const pointer = (): string => (dice.chance(0.85) ? dice.pick(POINTERS) : anyText(dice));
  return dice.times(0, 5, () => ({
    op: dice.pick(['add', 'remove', 'replace', 'move', 'copy', 'test']),
    path: pointer(),
    ...dice.maybe(0.5, () => ({ from: pointer() })),
    ...dice.maybe(0.7, () => ({ value: anyJson(dice) })),
  }));
}
