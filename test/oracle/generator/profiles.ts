import { DEFAULT_PLUGINS, IMPLEMENTED } from '../default-plugins.js';
import type { PluginArgs, StrategyResource } from '../model.js';
import type { PluginName, PluginSet, ProfileEntry } from '../scenario.js';
import { nodeAffinity } from './affinity.js';
import { EXTENDED, HOSTNAME, ZONE, type World } from './world.js';

/** What every profile needs. */
const NEEDED = ['PrioritySort', 'DefaultBinder'];
const RESOURCES = ['cpu', 'memory', ...EXTENDED];

/**
 * One entry of a configuration's profiles: plugins switched off, on again, weighed and reordered,
 * with arguments of their own.
 */
export function generateProfile(world: World): ProfileEntry {
  const { dice } = world;
  return {
    ...dice.maybe(0.6, () => ({ plugins: pluginSets(world) })),
    ...dice.maybe(0.75, () => ({ pluginConfig: pluginConfig(world) })),
  };
}

function pluginSets(world: World): Readonly<Record<string, PluginSet>> {
  const { dice } = world;
  const multiPoint = dice.chance(0.5) ? multiPointSet(world) : {};
  const left =
    multiPoint.disabled?.some(({ name }) => name === '*') === true
      ? (multiPoint.enabled ?? []).map(({ name }) => name)
      : DEFAULT_PLUGINS.map(({ name }) => name).filter(
          (name) => !multiPoint.disabled?.some((other) => other.name === name),
        );
  const at = (point: string): readonly string[] =>
    (IMPLEMENTED[point] ?? []).filter((name) => left.includes(name) || name === 'ImageLocality');
  return {
    ...(Object.keys(multiPoint).length > 0 && { multiPoint }),
    ...dice.maybe(0.5, () => ({ score: pointSet(world, at('score')) })),
    ...dice.maybe(0.35, () => ({
      filter: pointSet(
        world,
        at('filter').filter((name) => left.includes(name)),
      ),
    })),
    ...dice.maybe(0.15, () => ({
      postFilter: pointSet(
        world,
        at('postFilter').filter((name) => left.includes(name)),
      ),
    })),
    ...dice.maybe(0.1, () => ({
      preFilter: { disabled: [{ name: dice.pick(['NodeAffinity', 'NodeVolumeLimits', 'VolumeZone']) }] },
    })),
    ...dice.maybe(0.1, () => ({ preScore: { disabled: [{ name: dice.pick(['NodeAffinity', 'NodeResourcesFit']) }] } })),
    ...dice.maybe(0.05, () => ({ reserve: { disabled: [{ name: 'VolumeBinding' }] } })),
    ...dice.maybe(0.1, () => ({
      preEnqueue: { disabled: [{ name: dice.pick(['SchedulingGates', 'DynamicResources']) }] },
    })),
  };
}

/** Some plugins off, or all of them and some on again, in an order of their own. */
function multiPointSet({ dice }: World): PluginSet {
  const optional = DEFAULT_PLUGINS.map(({ name }) => name).filter((name) => !NEEDED.includes(name));
  if (dice.chance(0.35))
    return {
      disabled: [{ name: '*' }],
      enabled: [...NEEDED, ...dice.some(optional, 4, optional.length)].map((name) => weighed({ dice }, name)),
    };
  const disabled = dice.some(optional, 0, 4);
  const again = dice.some(
    optional.filter((name) => !disabled.includes(name) || dice.chance(0.3)),
    0,
    3,
  );
  return {
    ...(disabled.length > 0 && { disabled: disabled.map((name) => ({ name })) }),
    ...(again.length > 0 && { enabled: again.map((name) => weighed({ dice }, name)) }),
  };
}

function pointSet({ dice }: World, plugins: readonly string[]): PluginSet {
  const all = dice.chance(0.15);
  const disabled = all ? ['*'] : dice.some(plugins, 0, 3);
  const enabled = dice.some(plugins, 0, all ? plugins.length : 2);
  return {
    ...(disabled.length > 0 && { disabled: disabled.map((name) => ({ name })) }),
    ...(enabled.length > 0 && { enabled: enabled.map((name) => weighed({ dice }, name)) }),
  };
}

function weighed({ dice }: Pick<World, 'dice'>, name: string): PluginName {
  return {
    name,
    ...(IMPLEMENTED['score']?.includes(name) === true && dice.chance(0.7) && { weight: dice.between(1, 20) }),
  };
}

function pluginConfig(world: World): NonNullable<ProfileEntry['pluginConfig']> {
  const { dice } = world;
  const makers: readonly (readonly [name: string, make: () => PluginArgs])[] = [
    ['NodeResourcesFit', () => fitArgs(world)],
    [
      'NodeResourcesBalancedAllocation',
      () => ({ resources: dice.some(RESOURCES, 1, 5).map((name) => ({ name, weight: 1 })) }),
    ],
    [
      'InterPodAffinity',
      () => ({
        ...dice.maybe(0.7, () => ({ hardPodAffinityWeight: dice.pick([0, 1, 5, 100]) })),
        ...dice.maybe(0.5, () => ({ ignorePreferredTermsOfExistingPods: dice.chance(0.6) })),
      }),
    ],
    ['PodTopologySpread', () => spreadArgs(world)],
    [
      'NodeAffinity',
      () => ({ addedAffinity: nodeAffinity({ ...world, features: { ...world.features, malformed: 0 } }) }),
    ],
  ];
  return dice.some(makers, 1, 3).map(([name, make]) => ({ name, args: make() }));
}

function fitArgs({ dice }: World): PluginArgs {
  const type = dice.pick(['LeastAllocated', 'MostAllocated', 'RequestedToCapacityRatio']);
  const resources = dice
    .some(RESOURCES, 1, 4)
    .map((name): StrategyResource => ({ name, weight: dice.pick([1, 2, 5, 10, 100]) }));
  const utilizations = [...dice.some([0, 7, 23, 40, 47, 60, 82, 100], 1, 4)].sort((a, b) => a - b);
  const shape = utilizations.map((utilization) => ({ utilization, score: dice.between(0, 10) }));
  return {
    ...dice.maybe(0.9, () => ({
      scoringStrategy: {
        type,
        resources,
        ...(type === 'RequestedToCapacityRatio' && { requestedToCapacityRatio: { shape } }),
      },
    })),
    ...dice.maybe(0.15, () => ({ ignoredResources: ['example.com/foo'] })),
    ...dice.maybe(0.15, () => ({ ignoredResourceGroups: ['nvidia.com'] })),
  };
}

function spreadArgs({ dice }: World): PluginArgs {
  if (dice.chance(0.15)) return { defaultingType: 'System' };
  const constraints = dice
    .some([HOSTNAME, ZONE, 'rack'], 0, 2)
    .map((topologyKey) => ({
      topologyKey,
      maxSkew: dice.between(1, 3),
      whenUnsatisfiable: dice.pick(['ScheduleAnyway', 'DoNotSchedule']),
    }));
  return { defaultingType: 'List', ...(constraints.length > 0 && { defaultConstraints: constraints }) };
}
