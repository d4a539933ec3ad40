import type {
  Container,
  ContainerPort,
  ContainerStatus,
  PodSpec,
  PodStatus,
  Quantities,
  ResourceRequirements,
} from '../objects.js';
import { IMAGES } from './nodes.js';
import { EXTENDED, type World } from './world.js';

const CPU = ['100m', '250m', '0.5', '1', '333m', '1100u', '0', 1, 0.25, '2000m'];
const MEMORY = ['64Mi', '128Mi', '512Mi', '1Gi', '300M', '0', '1e8', '100m', 134217728];

/** Containers, init containers, sidecars, pod-level requests and overhead of a pod. */
export function containersOf(world: World): Pick<PodSpec, 'containers' | 'initContainers' | 'overhead' | 'resources'> {
  const { dice, features } = world;
  const initContainers = dice.chance(0.2) ? dice.times(1, 3, (index) => initContainer(world, `i${index}`)) : [];
  return {
    containers: dice.times(1, dice.chance(0.2) ? 3 : 1, (index) => container(world, `c${index}`)),
    ...(initContainers.length > 0 && { initContainers }),
    ...dice.maybe(0.1, () => ({
      overhead: {
        cpu: dice.pick(['10m', '250m', '1500u']),
        ...dice.maybe(0.6, () => ({ memory: '120Mi' })),
        ...dice.maybe(0.1, () => ({ 'nvidia.com/gpu': '1' })),
      },
    })),
    ...dice.maybe(0.05 + features.resize / 5, () => ({ resources: podLevel(world) })),
  };
}

function container(world: World, name: string): Container {
  const { dice, features } = world;
  const requested = requests(world);
  return {
    name,
    image: dice.chance(features.images) ? dice.pick([...IMAGES, 'nginx', 'localhost:5000/x']) : 'app:1',
    ...(Object.keys(requested).length > 0 && { resources: { requests: requested } }),
    ...dice.maybe(features.ports, () => ({ ports: dice.times(1, 2, () => port(world)) })),
  };
}

function initContainer(world: World, name: string): Container {
  return { ...container(world, name), ...world.dice.maybe(0.4, () => ({ restartPolicy: 'Always' })) };
}

function requests({ dice, features }: World): Quantities {
  const extended = dice.chance(features.extended) ? dice.some(EXTENDED, 1, 2) : [];
  return {
    ...dice.maybe(0.8, () => ({ cpu: dice.pick(CPU) })),
    ...dice.maybe(0.75, () => ({
      memory: dice.chance(features.huge) ? dice.pick(['3Ti', '20Pi', '9007199254740995']) : dice.pick(MEMORY),
    })),
    ...dice.maybe(0.01, () => ({ cpu: '-370u' })),
    ...Object.fromEntries(
      extended.map((name) => [
        name,
        name.includes('/')
          ? dice.pick(dice.chance(features.huge) ? ['9007199254740993'] : ['1', '2', '0', 3])
          : dice.pick(['32Mi', '128Mi', '1e9', '0']),
      ]),
    ),
    ...dice.maybe(0.02, () => ({ unknown: '1' })),
  };
}

function port({ dice, features }: World): ContainerPort {
  if (dice.chance(features.samePort)) return { containerPort: 80, hostPort: 80 };
  return {
    containerPort: 80,
    ...dice.maybe(0.9, () => ({ hostPort: dice.pick([80, 443, 8080, 0]) })),
    ...dice.maybe(0.5, () => ({ hostIP: dice.pick(['127.0.0.1', '10.0.0.1', '0.0.0.0', '']) })),
    ...dice.maybe(0.5, () => ({ protocol: dice.pick(['TCP', 'UDP', 'SCTP']) })),
  };
}

function podLevel({ dice }: World): ResourceRequirements {
  return {
    requests: {
      ...dice.maybe(0.7, () => ({ cpu: dice.pick(['500m', '1', '2']) })),
      ...dice.maybe(0.7, () => ({ memory: dice.pick(['128Mi', '1Gi', '3000Mi']) })),
      ...dice.maybe(0.1, () => ({ 'hugepages-2Mi': '32Mi' })),
      ...dice.maybe(0.1, () => ({ 'ephemeral-storage': '1Gi' })),
    },
    ...dice.maybe(0.2, () => ({ limits: { cpu: '4' } })),
  };
}

/** What the node says of a pod that runs: its containers may be in the middle of a resize. */
export function resizeOf(world: World, { containers = [], initContainers = [] }: PodSpec): PodStatus {
  const { dice, features } = world;
  if (!dice.chance(features.resize)) return {};
  return {
    containerStatuses: containers.map((one) => containerStatus(world, one)),
    ...(initContainers.length > 0 && {
      initContainerStatuses: initContainers.map((one) => containerStatus(world, one)),
    }),
    ...dice.maybe(0.4, () => ({
      conditions: [{ type: 'PodResizePending', status: 'True', reason: dice.pick(['Infeasible', 'Deferred']) }],
    })),
  };
}

function containerStatus(world: World, { name = '' }: Container): ContainerStatus {
  const { dice } = world;
  return {
    name,
    ...dice.maybe(0.8, () => ({ resources: { requests: requests(world) } })),
    ...dice.maybe(0.7, () => ({ allocatedResources: requests(world) })),
  };
}
