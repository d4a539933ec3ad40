import type { ClusterObjects } from '../model.js';
import type { PodDisruptionBudgetObject } from '../objects.js';
import { labelSelector } from './selectors.js';
import { NAMESPACES, type World } from './world.js';

const APPS = ['web', 'db', 'cache'];

/** Namespaces, what spreads pods by default (services and controllers), and what protects them from preemption. */
export function workloadObjects(world: World): Partial<ClusterObjects> {
  const { dice } = world;
  return {
    namespaces: namespaces(world),
    ...dice.maybe(0.35, () => ({
      services: dice.times(1, 3, (index) => ({
        ...named(world, `s${index}`),
        spec: dice.maybe(0.9, () => ({ selector: { app: dice.pick(APPS) } })),
      })),
    })),
    ...dice.maybe(0.2, () => ({
      replicationControllers: APPS.map((app) => ({ ...named(world, `rc-${app}`), spec: { selector: { app } } })),
    })),
    ...dice.maybe(0.2, () => ({
      replicaSets: APPS.map((app) => ({ ...named(world, `rs-${app}`), spec: { selector: labelSelector(world) } })),
    })),
    ...dice.maybe(0.2, () => ({
      statefulSets: APPS.map((app) => ({ ...named(world, `ss-${app}`), spec: { selector: { matchLabels: { app } } } })),
    })),
    ...dice.maybe(0.6, () => ({ podDisruptionBudgets: dice.times(1, 3, (index) => budget(world, `pdb${index}`)) })),
  };
}

function named({ dice }: World, name: string): { metadata: { name: string; namespace: string } } {
  return { metadata: { name, namespace: dice.pick(NAMESPACES) } };
}

/** One may be missing: a selector of namespaces does not find it then. */
function namespaces({ dice }: World): NonNullable<ClusterObjects['namespaces']> {
  const all = [
    { metadata: { name: 'default', labels: { env: 'dev' } } },
    { metadata: { name: 'team-a', labels: { team: 'a', ...dice.maybe(0.5, () => ({ env: 'prod' })) } } },
    { metadata: { name: 'team-b', labels: { team: 'b' } } },
  ];
  return dice.chance(0.9) ? all : all.slice(1);
}

function budget(world: World, name: string): PodDisruptionBudgetObject {
  const { dice } = world;
  return {
    ...named(world, name),
    spec: dice.maybe(0.97, () => ({
      selector: dice.chance(0.5) ? { matchLabels: { app: dice.pick(APPS) } } : labelSelector(world),
    })),
    status: {
      disruptionsAllowed: dice.pick([0, 0, 1, 2]),
      ...dice.maybe(0.2, () => ({ disruptedPods: { [`e${dice.between(0, 9)}`]: '2024-01-01T00:00:00Z' } })),
    },
  };
}

/** A pod may be controlled by one of the workloads. */
export function ownerOf({ dice }: World): {
  ownerReferences?: { apiVersion: string; kind: string; name: string; uid: string; controller: boolean }[];
} {
  if (dice.chance(0.7)) return {};
  const [apiVersion, kind, prefix] = dice.pick([
    ['v1', 'ReplicationController', 'rc'],
    ['apps/v1', 'ReplicaSet', 'rs'],
    ['apps/v1', 'StatefulSet', 'ss'],
  ] as const);
  const app = dice.pick(APPS);
  return { ownerReferences: [{ apiVersion, kind, name: `${prefix}-${app}`, uid: `u-${app}`, controller: true }] };
}
