import fc from 'fast-check';
import type { ClusterObjects, Node, Pod } from '#scheduler';
import { randomObjects } from './random-cluster.js';
import { nodeObject, nodeShape } from './random-node.js';
import { podObject, podShape, sociablePodShape } from './random-pod.js';
import { scenarioOf } from './scenario-script.js';

/** A step of a walk: pods, rows and places are counted round and round. */
export type Step =
  | { readonly do: 'come'; readonly pod: number; readonly row: number }
  | { readonly do: 'go'; readonly at: number }
  /** The row becomes feasible, or ceases to be. */
  | { readonly do: 'fit'; readonly row: number }
  /** A pod comes to the row, or one goes from it, and all is undone. */
  | { readonly do: 'try'; readonly pod: number; readonly row: number; readonly going: boolean };

/**
 * A cluster, a pod whose answers are kept, and what moves meanwhile; answers are looked at after every batch of steps.
 */
export interface Walk {
  readonly nodes: readonly Node[];
  readonly bound: readonly Pod[];
  readonly objects: ClusterObjects;
  readonly incoming: Pod;
  /** Pods that come. */
  readonly pods: readonly Pod[];
  readonly batches: readonly (readonly Step[])[];
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('come' as const), pod: fc.nat(7), row: fc.nat(7) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('go' as const), at: fc.nat(30) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fit' as const), row: fc.nat(7) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('try' as const), pod: fc.nat(7), row: fc.nat(7), going: fc.boolean() }),
  },
);
const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8, size: 'max' });

/** On small clusters where few values meet often. */
export const randomWalk: fc.Arbitrary<Walk> = fc
  .noBias(
    fc.record({
      nodes: fc.array(nodeShape, { minLength: 1, maxLength: 8, size: 'max' }),
      bound: fc.array(sociablePodShape, { maxLength: 6 }),
      objects: randomObjects,
      incoming: sociablePodShape,
      pods: fc.array(fc.oneof(podShape, sociablePodShape), { minLength: 1, maxLength: 6, size: 'max' }),
      batches,
    }),
  )
  .map(({ nodes, bound, incoming, pods, ...rest }) => ({
    ...rest,
    nodes: nodes.map(nodeObject),
    bound: bound.map((shape, index) =>
      podObject(shape, { name: `e${index}`, nodeName: `n${shape.at % nodes.length}` }),
    ),
    incoming: podObject(incoming, { name: 'p' }),
    pods: pods.map((shape, index) => podObject(shape, { name: `c${index}`, nodeName: 'somewhere' })),
  }));

/**
 * On clusters with everything that plugins read: volumes and their claims, controllers,
 * images, odd labels and selectors.
 */
export const scenarioWalk: fc.Arbitrary<Walk> = fc
  .record({ seed: fc.nat(1_000_000), incoming: fc.nat(5), batches })
  .map(({ seed, incoming, batches: steps }) => {
    const {
      objects: { nodes = [], pods: existing = [], ...objects },
      pods,
    } = scenarioOf(seed);
    const names = new Set(nodes.map(({ metadata }) => metadata?.name));
    const pod = pods[incoming % pods.length];
    if (pod === undefined) throw new RangeError('a scenario has a pod');
    return {
      nodes,
      objects,
      bound: existing.filter(({ spec }) => names.has(spec?.nodeName ?? '')),
      incoming: pod,
      pods: [...pods, ...existing.slice(0, 6)],
      batches: steps,
    };
  });
