import type { NodeStateMethods } from './written-plugin.js';

interface Known {
  pods: readonly number[];
  state: unknown;
}

/** What a plugin keeps of nodes, by their numbers: what its node and the pods on it come to, whatever came between. */
export class NodeStates {
  readonly #known = new Map<number, Known>();

  constructor(
    private readonly methods: NodeStateMethods,
    private readonly fact: (id: number) => unknown,
  ) {}

  /** The state of a node with these pods, in their order. */
  of(node: number, pods: readonly number[]): unknown {
    const known = this.#known.get(node);
    // What fails half way is not believed.
    this.#known.delete(node);
    const kept = this.#caughtUp(known, pods) ?? this.#made(node, pods);
    this.#known.set(node, kept);
    return kept.state;
  }

  forget(): void {
    this.#known.clear();
  }

  /** Undefined where the state has to be made anew. */
  #caughtUp(known: Known | undefined, pods: readonly number[]): Known | undefined {
    if (known === undefined) return undefined;
    const wanted = new Set(pods);
    const gone = known.pods.filter((pod) => !wanted.has(pod));
    const stayed = known.pods.filter((pod) => wanted.has(pod));
    const { remove } = this.methods;
    if ((gone.length > 0 && remove === undefined) || stayed.some((pod, index) => pod !== pods[index])) return undefined;
    let { state } = known;
    for (const pod of gone.reverse()) state = remove?.call(this.methods, state, this.fact(pod)) ?? state;
    return { pods, state: this.#added(state, pods.slice(stayed.length)) };
  }

  #made(node: number, pods: readonly number[]): Known {
    return { pods, state: this.#added(this.methods.create(this.fact(node)), pods) };
  }

  #added(state: unknown, pods: readonly number[]): unknown {
    return pods.reduce<unknown>((before, pod) => this.methods.add(before, this.fact(pod)) ?? before, state);
  }
}
