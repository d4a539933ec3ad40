import fc from 'fast-check';
import type { ClusterObject, ClusterObjects, Node, Pod, Preemption } from '#scheduler';
import { PROFILES } from './profiles.js';
import { randomObjects } from './random-cluster.js';
import { nodeObject, nodeShape, type NodeShape } from './random-node.js';
import { podObject, podShape, sociablePodShape, type PodShape } from './random-pod.js';
import { app } from './random-selector.js';
import type { Move, Script } from './script.js';

const profile = fc.oneof(
  { weight: 3, arbitrary: fc.constant('default') },
  { weight: 2, arbitrary: fc.constantFrom(...Object.keys(PROFILES)) },
);
const preemption = fc.constantFrom<Preemption>('off', 'nominate', 'evict');

/** Moves before pods and nodes have names: classes and nodes are counted round and round. */
const move = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('decide' as const),
      class: fc.nat(3),
      profile,
      preemption,
      seed: fc.option(fc.nat(99), { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('put' as const), class: fc.nat(3), at: fc.nat(7) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take' as const), at: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('nominate' as const), class: fc.nat(3), at: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again' as const), before: fc.nat(5), profile, preemption }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), before: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('label' as const), team: fc.constantFrom('x', 'y', null) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('serve' as const), app: fc.option(app, { nil: null }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('protect' as const), app, disruptionsAllowed: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('whatIf' as const),
      by: fc.constantFrom('mark' as const, 'tentatively' as const),
      moves: fc.array(
        fc.oneof(
          fc.record({ do: fc.constant('decide' as const), class: fc.nat(3), profile }),
          fc.record({ do: fc.constant('take' as const), at: fc.nat(20) }),
        ),
        { minLength: 1, maxLength: 4 },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('addNode' as const), node: nodeShape }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('changeNode' as const), at: fc.nat(7), node: nodeShape }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dropNode' as const), at: fc.nat(7) }) },
);
type MoveShape = typeof move extends fc.Arbitrary<infer T> ? T : never;

interface Shapes {
  readonly classes: readonly PodShape[];
  readonly nodes: readonly NodeShape[];
  /** How many nodes of each shape. */
  readonly copies: number;
  readonly bound: readonly PodShape[];
  readonly objects: ClusterObjects;
  readonly moves: readonly MoveShape[];
}

/**
 * Clusters of one to eight nodes, now and then of more than an executor takes for a few, on which pods of up to four
 * classes come and go, while nodes and other objects change.
 */
export const randomScript: fc.Arbitrary<Script> = fc
  .noBias(
    fc.record({
      classes: fc.array(fc.oneof(podShape, sociablePodShape), { minLength: 1, maxLength: 4 }),
      nodes: fc.array(nodeShape, { minLength: 1, maxLength: 8, size: 'max' }),
      copies: fc.oneof({ weight: 19, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.constantFrom(10, 40) }),
      bound: fc.array(podShape, { maxLength: 8 }),
      objects: randomObjects,
      moves: fc.array(move, { minLength: 1, maxLength: 16, size: 'max' }),
    }),
  )
  .map(scriptOf);

function scriptOf({ classes, nodes: shapes, copies, bound, objects, moves }: Shapes): Script {
  const nodes = Array.from({ length: copies }, () => shapes).flat();
  const naming = new Naming(classes, nodes.map(nodeObject));
  const named = bound.map((shape, index) =>
    podObject(shape, { name: `e${index}`, nodeName: `n${shape.at % nodes.length}` }),
  );
  return {
    objects,
    nodes: nodes.map(nodeObject),
    bound: named,
    moves: moves.map((shape, index) => naming.name(shape, index)),
  };
}

/** Gives pods and nodes names, and keeps count of the nodes that there are. */
class Naming {
  #next: number;
  readonly #made: Pod[] = [];

  constructor(
    private readonly classes: readonly PodShape[],
    private nodes: readonly Node[],
  ) {
    this.#next = nodes.length;
  }

  name(shape: MoveShape, index: number): Move {
    switch (shape.do) {
      case 'decide':
        return {
          do: 'decide',
          pod: this.#pod(shape.class, index),
          profile: shape.profile,
          preemption: shape.preemption,
          seed: shape.seed,
        };
      case 'again':
        return {
          do: 'decide',
          pod: this.#earlier(shape.before) ?? this.#pod(0, index),
          profile: shape.profile,
          preemption: shape.preemption,
          seed: null,
        };
      case 'put':
        return { do: 'put', pod: this.#pod(shape.class, index), node: this.#nodeAt(shape.at) };
      case 'nominate':
        return { do: 'nominate', pod: this.#pod(shape.class, index), node: this.#nodeAt(shape.at) };
      case 'take':
        return shape;
      case 'forget':
        return { do: 'forget', uid: this.#earlier(shape.before)?.metadata?.uid ?? '' };
      case 'label':
        return {
          do: 'patch',
          kind: 'Namespace',
          namespace: null,
          name: 'other',
          patch: { metadata: { labels: { team: shape.team } } },
        };
      case 'serve':
        return shape.app === null
          ? { do: 'remove', list: 'services', namespace: 'default', name: 's' }
          : { do: 'set', list: 'services', object: withSelector('s', { selector: { app: shape.app } }) };
      case 'protect':
        return {
          do: 'set',
          list: 'podDisruptionBudgets',
          object: withSelector(
            'b0',
            { selector: { matchLabels: { app: shape.app } } },
            { disruptionsAllowed: shape.disruptionsAllowed },
          ),
        };
      case 'whatIf':
        return {
          do: 'whatIf',
          by: shape.by,
          moves: shape.moves.map((inner, place): Move =>
            inner.do === 'take'
              ? inner
              : {
                  do: 'decide',
                  pod: this.#pod(inner.class, `${index}.${place}`),
                  profile: inner.profile,
                  preemption: 'off',
                  seed: null,
                },
          ),
        };
      case 'addNode':
        return this.#become([...this.nodes, nodeObject(shape.node, this.#next++)]);
      case 'changeNode':
        return this.#become(
          this.nodes.map((node, place) => (place === shape.at ? renamed(nodeObject(shape.node, 0), node) : node)),
        );
      case 'dropNode':
        return this.#become(this.nodes.filter((_, place) => place !== shape.at));
    }
  }

  #become(nodes: readonly Node[]): Move {
    this.nodes = nodes;
    return { do: 'nodes', nodes };
  }

  #pod(ofClass: number, index: number | string): Pod {
    const shape = this.classes[ofClass % this.classes.length];
    if (shape === undefined) throw new RangeError('there are no classes');
    const pod = podObject(shape, { name: `p${index}` });
    this.#made.push(pod);
    return pod;
  }

  /** A pod that was made some time ago. */
  #earlier(before: number): Pod | undefined {
    return this.#made[this.#made.length - 1 - before];
  }

  #nodeAt(at: number): string {
    return this.nodes[at % Math.max(1, this.nodes.length)]?.metadata?.name ?? 'gone';
  }
}

function withSelector(name: string, spec: object, status: object = {}): ClusterObject {
  const object = { metadata: { name, namespace: 'default' }, spec, status };
  return object;
}

/** A node under the name of another. */
function renamed({ metadata, ...rest }: Node, { metadata: { name = '' } = {} }: Node): Node {
  const hostname = metadata?.labels?.['kubernetes.io/hostname'];
  const labels = hostname === 'n0' ? { ...metadata?.labels, 'kubernetes.io/hostname': name } : { ...metadata?.labels };
  return { ...rest, metadata: { ...metadata, name, labels } };
}
