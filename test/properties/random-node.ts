import fc from 'fast-check';
import type { Node } from '#scheduler';
import { HOSTNAME, rarely, seldom, ZONE, zone } from './random-selector.js';

/** What a node has; `hostname` null: no such label, a text: one that other nodes may have, too. */
export const nodeShape = fc.record({
  cpu: fc.constantFrom(16_000, 16_000, 4000, 1500),
  memory: fc.constantFrom(64, 64, 8, 0),
  pods: fc.constantFrom(30, 30, 30, 4),
  gpu: fc.constantFrom(2, 2, 1, 0),
  zone: fc.option(zone, { nil: undefined, freq: 6 }),
  disk: fc.option(fc.constantFrom('ssd', 'hdd'), { nil: undefined, freq: 3 }),
  unschedulable: seldom(fc.constant(true)),
  taint: rarely(fc.constantFrom('NoSchedule', 'PreferNoSchedule', 'NoExecute')),
  image: rarely(fc.integer({ min: 1, max: 900 })),
  condition: rarely(fc.constantFrom('Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure')),
  avoids: rarely(fc.constantFrom('rs', 'other')),
  hostname: fc.option(fc.constantFrom(null, 'shared'), { nil: undefined, freq: 6 }),
});
export type NodeShape = typeof nodeShape extends fc.Arbitrary<infer T> ? T : never;

export function nodeObject(shape: NodeShape, index: number): Node {
  const name = `n${index}`;
  const hostname = shape.hostname === undefined ? name : shape.hostname;
  return {
    metadata: {
      name,
      annotations: shape.avoids ? { 'scheduler.alpha.kubernetes.io/preferAvoidPods': avoiding(shape.avoids) } : {},
      labels: {
        ...(hostname !== null && { [HOSTNAME]: hostname }),
        ...(shape.zone !== undefined && { [ZONE]: shape.zone }),
        ...(shape.disk && { disk: shape.disk }),
      },
    },
    spec: {
      unschedulable: shape.unschedulable ?? false,
      taints: shape.taint ? [{ key: 'dedicated', value: 'x', effect: shape.taint }] : [],
    },
    status: {
      allocatable: { cpu: `${shape.cpu}m`, memory: `${shape.memory}Gi`, pods: shape.pods, 'nvidia.com/gpu': shape.gpu },
      conditions: shape.condition
        ? [{ type: shape.condition, status: shape.condition === 'Ready' ? 'False' : 'True' }]
        : [],
      images: shape.image ? [{ names: ['app:1'], sizeBytes: shape.image * 2 ** 20 }] : [],
    },
  };
}

/** The annotation that names a controller whose pods a node would rather not have. */
function avoiding(uid: string): string {
  return JSON.stringify({ preferAvoidPods: [{ podSignature: { podController: { kind: 'ReplicaSet', uid } } }] });
}
