import type { NodeAffinity, PodAffinity, PodAffinityTerm, PodSpec, TopologySpreadConstraint } from '../objects.js';
import { toleration } from './nodes.js';
import { labelSelector, nodeLabels, nodeSelectorTerm } from './selectors.js';
import { HOSTNAME, NAMESPACES, TOPOLOGY_KEYS, ZONE, type World } from './world.js';

/** Where a pod wants to be: by nodes, by other pods, by spreading; and the taints that it bears. */
export function placementOf(
  world: World,
): Pick<PodSpec, 'affinity' | 'nodeSelector' | 'tolerations' | 'topologySpreadConstraints'> {
  const { dice, features } = world;
  const affinity = {
    ...dice.maybe(features.nodeAffinity, () => ({ nodeAffinity: nodeAffinity(world) })),
    ...dice.maybe(features.podAffinity * 0.6, () => ({ podAffinity: podAffinity(world) })),
    ...dice.maybe(features.podAffinity * 0.6, () => ({ podAntiAffinity: podAffinity(world) })),
  };
  return {
    ...(Object.keys(affinity).length > 0 && { affinity }),
    ...dice.maybe(features.nodeAffinity / 4, () => ({ nodeSelector: nodeLabels(world) })),
    ...dice.maybe(features.taints, () => ({ tolerations: dice.times(1, 3, () => toleration(world)) })),
    ...dice.maybe(features.spread, () => ({ topologySpreadConstraints: constraints(world) })),
  };
}

/** Node affinity, as pods have it and as a profile may add it to every pod. */
export function nodeAffinity(world: World): NodeAffinity {
  const { dice } = world;
  const required = dice.chance(0.6);
  const named = dice.chance(0.12) ? 1 : 0.1;
  return {
    ...(required && {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: dice.times(1, 3, () => nodeSelectorTerm(world, named)),
      },
    }),
    ...((!required || dice.chance(0.4)) && {
      preferredDuringSchedulingIgnoredDuringExecution: dice.times(1, 3, () => ({
        weight: weight(world),
        preference: nodeSelectorTerm(world, 0.1),
      })),
    }),
  };
}

function podAffinity(world: World): PodAffinity {
  const { dice } = world;
  const required = dice.chance(0.55);
  return {
    ...(required && { requiredDuringSchedulingIgnoredDuringExecution: dice.times(1, 2, () => podAffinityTerm(world)) }),
    ...((!required || dice.chance(0.3)) && {
      preferredDuringSchedulingIgnoredDuringExecution: dice.times(1, 2, () => ({
        weight: weight(world),
        podAffinityTerm: podAffinityTerm(world),
      })),
    }),
  };
}

function podAffinityTerm(world: World): PodAffinityTerm {
  const { dice } = world;
  return {
    topologyKey: dice.pick(TOPOLOGY_KEYS),
    ...dice.maybe(0.96, () => ({ labelSelector: labelSelector(world) })),
    ...dice.maybe(0.25, () => ({ namespaces: dice.some(NAMESPACES, 1, 2) })),
    ...dice.maybe(0.25, () => ({ namespaceSelector: namespaceSelector(world) })),
    ...dice.maybe(0.1, () => ({ matchLabelKeys: ['ver'] })),
    ...dice.maybe(0.1, () => ({ mismatchLabelKeys: ['tier'] })),
  };
}

function namespaceSelector({ dice }: World): {
  matchLabels?: Record<string, string>;
  matchExpressions?: { key: string; operator: string; values?: string[] }[];
} {
  if (dice.chance(0.3)) return {};
  if (dice.chance(0.5)) return { matchLabels: { team: dice.pick(['a', 'b']) } };
  return {
    matchExpressions: [
      dice.pick([
        { key: 'env', operator: 'Exists' },
        { key: 'env', operator: 'DoesNotExist' },
        { key: 'team', operator: 'NotIn', values: ['a'] },
      ]),
    ],
  };
}

function weight({ dice }: World): number {
  return dice.pick([1, 10, 50, 100, dice.between(1, 100)]);
}

function constraints(world: World): readonly TopologySpreadConstraint[] {
  const { dice } = world;
  const keys = dice.chance(0.6) ? [HOSTNAME, ZONE] : [...new Set(TOPOLOGY_KEYS)];
  const chosen = dice.chance(0.85) ? dice.some(keys, 1, 3) : dice.times(2, 3, () => dice.pick(keys));
  return chosen.map((topologyKey) => ({
    topologyKey,
    maxSkew: dice.pick([1, 1, 2, 3]),
    whenUnsatisfiable: dice.pick(['DoNotSchedule', 'ScheduleAnyway']),
    ...dice.maybe(0.95, () => ({ labelSelector: labelSelector(world) })),
    ...dice.maybe(0.2, () => ({ minDomains: dice.between(1, 5) })),
    ...dice.maybe(0.3, () => ({ nodeAffinityPolicy: dice.pick(['Honor', 'Ignore']) })),
    ...dice.maybe(0.3, () => ({ nodeTaintsPolicy: dice.pick(['Honor', 'Ignore']) })),
    ...dice.maybe(0.2, () => ({ matchLabelKeys: dice.some(['ver', 'tier', 'absent'], 1, 2) })),
  }));
}
