import type { NodeObject, Quantities, Taint, Toleration } from '../objects.js';
import { HOSTNAME, REGION, ZONE, ZONES, type World } from './world.js';

const TAINT_KEYS = ['dedicated', 'gpu', 'maint', 'node.kubernetes.io/unschedulable'];
const EFFECTS = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'];
export const IMAGES = ['app:1', 'app:2', 'nginx:latest', 'redis:7', 'localhost:5000/x:latest', 'init:1'];

/** A node of the cluster. */
export function generateNode(world: World, name: string): NodeObject {
  const { dice, features } = world;
  if (dice.chance(0.01)) return { metadata: { name } };
  const zone = dice.pick(ZONES);
  const amounts = allocatable(world);
  const taints = dice.chance(features.taints) ? dice.times(1, 2, () => taint(world)) : [];
  return {
    metadata: {
      name,
      labels: {
        ...dice.maybe(1 - features.untidy / 4, () => ({ [HOSTNAME]: name })),
        ...dice.maybe(1 - features.untidy, () => ({ [ZONE]: zone })),
        ...dice.maybe(1 - features.untidy, () => ({ [REGION]: zone === 'zc' ? 'r1' : 'r0' })),
        ...dice.maybe(0.06, () => ({ 'failure-domain.beta.kubernetes.io/zone': dice.pick(ZONES) })),
        ...dice.maybe(0.4, () => ({ rack: dice.pick(['r1', 'r2']) })),
        ...dice.maybe(0.5, () => ({ disk: dice.pick(['ssd', 'hdd', 'nvme']) })),
        ...dice.maybe(0.4, () => ({ num: dice.pick(['1', '5', '007', '-3', 'x', '9223372036854775808']) })),
        ...dice.maybe(0.2, () => ({ gpu: dice.pick(['true', '']) })),
      },
    },
    spec: { ...dice.maybe(features.taints / 4, () => ({ unschedulable: true })), ...(taints.length > 0 && { taints }) },
    status: {
      allocatable: amounts,
      capacity: amounts,
      ...dice.maybe(features.images, () => ({ images: dice.times(1, 4, () => image(world)) })),
    },
  };
}

function allocatable(world: World): Quantities {
  const { dice, features } = world;
  // A node that is full, but would be large enough for most pods: the place for preemption.
  if (dice.chance(features.rivalry * 0.9)) {
    return {
      cpu: dice.pick(['2', '2500m', '3']),
      memory: dice.pick(['2Gi', '4Gi']),
      pods: dice.pick(['1', '2', '3', '110']),
      ...otherAmounts(world),
    };
  }
  const crowded = dice.chance(features.crowding);
  return {
    cpu: crowded ? dice.pick(['500m', '1', '1500000u', '2']) : dice.pick(['4', '8', '16000m', '3.5', 4]),
    memory: dice.chance(features.huge)
      ? dice.pick(['200Ti', '50Pi', '9007199254740993'])
      : crowded
        ? dice.pick(['1Gi', '1000Mi', '2e9', 2147483648])
        : dice.pick(['8Gi', '16384Mi', '7820Mi', '12G', '8007680Ki']),
    ...dice.maybe(0.96, () => ({ pods: crowded ? dice.pick(['1', '2', '3', '4', 5]) : dice.pick(['10', '110']) })),
    ...otherAmounts(world),
  };
}

function otherAmounts({ dice, features }: World): Quantities {
  return {
    ...dice.maybe(0.8, () => ({ 'ephemeral-storage': dice.pick(['1Gi', '10G', '50e9']) })),
    ...dice.maybe(0.5, () => ({ 'nvidia.com/gpu': dice.pick(['1', '2', '8', '0']) })),
    ...dice.maybe(0.5, () => ({
      'example.com/foo': dice.chance(features.huge) ? '90071992547409931' : dice.pick(['3', '10']),
    })),
    ...dice.maybe(0.5, () => ({ 'hugepages-2Mi': dice.pick(['64Mi', '1Gi']) })),
  };
}

function taint({ dice }: World): Taint {
  const key = dice.pick(TAINT_KEYS);
  return { key, effect: dice.pick(EFFECTS), ...dice.maybe(0.7, () => ({ value: dice.pick(['a', 'b', '']) })) };
}

/** A toleration that a pod might have. */
export function toleration({ dice, features }: World): Toleration {
  const operator = dice.chance(features.malformed / 2) ? 'Like' : dice.pick(['Equal', 'Exists', 'Exists', '']);
  const anyKey = dice.chance(operator === 'Exists' ? 0.15 : 0.03);
  return {
    ...(!anyKey && { key: dice.pick(TAINT_KEYS) }),
    ...(operator !== '' && { operator }),
    ...(operator !== 'Exists' && dice.chance(0.8) && { value: dice.pick(['a', 'b', '']) }),
    ...dice.maybe(0.5, () => ({ effect: dice.pick(EFFECTS) })),
  };
}

function image({ dice }: World): { names: string[]; sizeBytes: number } {
  const names = dice.some([...IMAGES, 'nginx', 'redis@sha256:aaaabbbbccccdddd'], 1, 2);
  return {
    names,
    sizeBytes: dice.pick([
      0,
      5_243_677,
      24_117_249,
      157_286_701,
      838_861_743,
      1_258_292_145,
      dice.between(1, 2_000_000_000),
    ]),
  };
}
