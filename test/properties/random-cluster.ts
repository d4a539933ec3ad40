import fc from 'fast-check';
import type { ClusterObjects, Node, Pod } from '#scheduler';
import { nodeObject, nodeShape } from './random-node.js';
import { podObject, podShape } from './random-pod.js';
import { app, selector } from './random-selector.js';

/**
 * A cluster and pods that want to be placed, in the words of Kubernetes. Names are unique; few
 * values, so that things meet.
 */
export interface RandomCluster {
  readonly nodes: readonly Node[];
  /** On the nodes already. */
  readonly bound: readonly Pod[];
  readonly pending: readonly Pod[];
  readonly objects: ClusterObjects;
}

type Budgets = NonNullable<ClusterObjects['podDisruptionBudgets']>;

const budget = fc.record({ selector, disruptionsAllowed: fc.nat(2) });

/**
 * The objects beside nodes and pods: namespaces, one of a team; budgets; a service, whose pods, if
 * any, are spread by default.
 */
export const randomObjects: fc.Arbitrary<ClusterObjects> = fc
  .record({ budgets: fc.array(budget, { maxLength: 2 }), served: fc.option(app, { nil: 'nobody', freq: 3 }) })
  .map(({ budgets, served }) => ({
    namespaces: [{ metadata: { name: 'default', labels: {} } }, { metadata: { name: 'other', labels: { team: 'x' } } }],
    podDisruptionBudgets: budgets.map(({ selector: chosen, disruptionsAllowed }, index) =>
      budgetObject(`b${index}`, chosen, disruptionsAllowed),
    ),
    services: [{ metadata: { name: 's', namespace: 'default' }, spec: { selector: { app: served } } }],
  }));

/** Clusters of one to eight nodes. */
export const randomCluster: fc.Arbitrary<RandomCluster> = fc
  .record({
    nodes: fc.array(nodeShape, { minLength: 1, maxLength: 8 }),
    bound: fc.array(podShape, { maxLength: 10 }),
    pending: fc.array(podShape, { minLength: 1, maxLength: 12 }),
    objects: randomObjects,
  })
  .map(({ nodes, bound, pending, objects }) => ({
    nodes: nodes.map(nodeObject),
    bound: bound.map((shape, index) =>
      podObject(shape, { name: `e${index}`, nodeName: `n${shape.at % nodes.length}` }),
    ),
    pending: pending.map((shape, index) => podObject(shape, { name: `p${index}` })),
    objects,
  }));

function budgetObject(name: string, chosen: object, disruptionsAllowed: number): Budgets[number] {
  const object = {
    metadata: { name, namespace: 'default' },
    spec: { selector: chosen },
    status: { disruptionsAllowed },
  };
  return object;
}
