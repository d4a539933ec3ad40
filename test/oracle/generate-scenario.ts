import { Dice } from './generator/dice.js';
import { generateNode } from './generator/nodes.js';
import { nominatedPod, pendingPod, placedPod } from './generator/pods.js';
import { generateProfile } from './generator/profiles.js';
import { ephemeralClaims, volumeObjects } from './generator/volumes.js';
import { workloadObjects } from './generator/workloads.js';
import { rollFeatures, type World } from './generator/world.js';
import type { Scenario } from './scenario.js';

/** A random scenario over everything that the plugins read. The same seed gives the same scenario. */
export function generateScenario(seed: number): Scenario {
  const dice = new Dice(seed);
  const nodeNames = dice.times(1, dice.chance(0.25) ? 20 : 8, (index) => `node-${index}`);
  const world: World = { dice, features: rollFeatures(dice), nodeNames };
  const nodes = nodeNames.map((name) => generateNode(world, name));
  const perNode = dice.chance(world.features.rivalry) ? 3 : dice.between(0, 2);
  const placed = dice.times(nodeNames.length * Math.max(0, perNode - 1), nodeNames.length * perNode, (index) =>
    placedPod(world, index),
  );
  const nominated = dice.chance(world.features.nominations)
    ? dice.times(1, 3, (index) => nominatedPod(world, index))
    : [];
  const pods = dice.times(1, 7, (index) => pendingPod(world, index));
  const volumes = volumeObjects(world);
  const claims = [
    ...(volumes.persistentVolumeClaims ?? []),
    ...ephemeralClaims(world, [...placed, ...nominated, ...pods]),
  ];
  return {
    id: `random-${seed}`,
    family: 'random',
    objects: {
      nodes,
      pods: [...placed, ...nominated],
      ...workloadObjects(world),
      ...volumes,
      ...(claims.length > 0 && { persistentVolumeClaims: claims }),
    },
    ...dice.maybe(0.4, () => ({ profile: generateProfile(world) })),
    ...dice.maybe(0.4, () => ({ options: { nominateAfterPreemption: true } })),
    pods,
  };
}
