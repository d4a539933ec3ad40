import type { PodObject, PodSpec } from '../objects.js';
import { placementOf } from './affinity.js';
import { containersOf, resizeOf } from './containers.js';
import { podLabels } from './selectors.js';
import { podVolumes } from './volumes.js';
import { ownerOf } from './workloads.js';
import { NAMESPACES, type World } from './world.js';

const PRIORITIES = [-10, 0, 5, 10, 100, 1000, 2_000_001_000, -2_147_483_648];
const HIGH = [100, 1000, 2_000_001_000];
const LOW = [-10, 0, 5, 10, -2_147_483_648];
const EARLIEST = Date.UTC(2024, 0, 1);

/** A pod that is on a node. Start times rise with the index, so that no two are the same. */
export function placedPod(world: World, index: number): PodObject {
  const { dice, nodeNames } = world;
  const spec = {
    ...specOf(world),
    ...priority(world, LOW),
    nodeName: dice.chance(0.01) ? 'ghost' : dice.pick(nodeNames),
  };
  const leaving = dice.chance(0.08);
  const resize = resizeOf(world, spec);
  const target = {
    type: 'DisruptionTarget',
    status: 'True',
    reason: dice.pick(['PreemptionByScheduler', 'EvictionByEvictionAPI']),
  };
  const conditions = [...(resize.conditions ?? []), ...(leaving && dice.chance(0.6) ? [target] : [])];
  return {
    metadata: { ...metadata(world, `e${index}`), ...(leaving && { deletionTimestamp: '2024-06-01T00:00:00Z' }) },
    spec,
    status: {
      ...resize,
      ...(conditions.length > 0 && { conditions }),
      phase: dice.chance(0.02) ? dice.pick(['Succeeded', 'Failed']) : 'Running',
      startTime: new Date(EARLIEST + (index * 61 + dice.between(0, 60)) * 1000).toISOString().replace('.000', ''),
    },
  };
}

/** A pod that waits, nominated to a node. */
export function nominatedPod(world: World, index: number): PodObject {
  const { dice, nodeNames } = world;
  return {
    metadata: metadata(world, `n${index}`),
    spec: specOf(world),
    status: { phase: 'Pending', nominatedNodeName: dice.pick(nodeNames) },
  };
}

/** A pod to schedule. */
export function pendingPod(world: World, index: number): PodObject {
  const { dice, features, nodeNames } = world;
  return {
    metadata: {
      ...metadata(world, `p${index}`),
      ...dice.maybe(0.01, () => ({ deletionTimestamp: '2024-06-01T00:00:00Z' })),
    },
    spec: {
      ...specOf(world),
      ...priority(world, HIGH),
      ...dice.maybe(0.02, () => ({ nodeName: dice.pick([...nodeNames, 'ghost']) })),
      ...dice.maybe(features.gates, () => ({
        schedulingGates: dice.some(['example.com/a', 'example.com/b', 'hold'], 1, 2).map((name) => ({ name })),
      })),
    },
    ...dice.maybe(features.nominations, () => ({
      status: {
        nominatedNodeName: dice.pick([...nodeNames, ...nodeNames, 'ghost']),
        ...dice.maybe(0.1, () => ({ startTime: `2029-01-01T00:${10 + index}:00Z` })),
      },
    })),
  };
}

function metadata(world: World, name: string): NonNullable<PodObject['metadata']> {
  return { name, namespace: world.dice.pick(NAMESPACES), ...podLabels(world), ...ownerOf(world) };
}

function specOf(world: World): PodSpec {
  const { dice } = world;
  return {
    ...priority(world, PRIORITIES),
    ...containersOf(world),
    ...placementOf(world),
    ...podVolumes(world),
    ...dice.maybe(0.08, () => ({ preemptionPolicy: dice.pick(['Never', 'PreemptLowerPriority']) })),
  };
}

/** In a scenario of rivals, of the rank given; else any. */
function priority({ dice, features }: World, rank: readonly number[]): { priority?: number } {
  if (dice.chance(features.rivalry)) return { priority: dice.pick(rank) };
  return dice.maybe(features.priorities, () => ({ priority: dice.pick(PRIORITIES) }));
}
