import type { NodeStateMethods } from './written-plugin.js';

interface Known {
  pods: readonly number[];
  state: unknown;
}

/** A node as args see it: the numbers of both. */
interface Seen {
  readonly node: number;
  readonly args: number;
}

/** The state of a plugin for nodes, by their numbers: a function of the node and its pods, not of the path to them. */
export class NodeStates {
  /** By the number of the args, then by that of the node. */
  readonly #known = new Map<number, Map<number, Known>>();

  constructor(
    private readonly methods: NodeStateMethods,
    private readonly fact: (id: number) => unknown,
  ) {}

  /** The state of a node with these pods, in their order. */
  of(seen: Seen, pods: readonly number[]): unknown {
    const known = this.#ofArgs(seen.args);
    const before = known.get(seen.node);
    // What fails half way is not believed.
    known.delete(seen.node);
    const kept = this.#caughtUp(before, { seen, pods }) ?? this.#made(seen, pods);
    known.set(seen.node, kept);
    return kept.state;
  }

  forget(): void {
    this.#known.clear();
  }

  #ofArgs(args: number): Map<number, Known> {
    const known = this.#known.get(args) ?? new Map<number, Known>();
    this.#known.set(args, known);
    return known;
  }

  /** Undefined where the state has to be made anew. */
  #caughtUp(
    known: Known | undefined,
    { seen: { args }, pods }: { readonly seen: Seen; readonly pods: readonly number[] },
  ): Known | undefined {
    if (known === undefined) return undefined;
    const wanted = new Set(pods);
    const gone = known.pods.filter((pod) => !wanted.has(pod));
    const stayed = known.pods.filter((pod) => wanted.has(pod));
    const removes = this.methods.remove !== undefined;
    if ((gone.length > 0 && !removes) || stayed.some((pod, index) => pod !== pods[index])) return undefined;
    let { state } = known;
    for (const pod of gone.reverse()) state = this.#without(state, pod, args);
    return { pods, state: this.#added(state, pods.slice(stayed.length), args) };
  }

  #made({ node, args }: Seen, pods: readonly number[]): Known {
    return { pods, state: this.#added(this.methods.create(this.fact(node), this.fact(args)), pods, args) };
  }

  #added(state: unknown, pods: readonly number[], args: number): unknown {
    return pods.reduce<unknown>(
      (before, pod) => this.methods.add(before, this.fact(pod), this.fact(args)) ?? before,
      state,
    );
  }

  #without(state: unknown, pod: number, args: number): unknown {
    return this.methods.remove?.(state, this.fact(pod), this.fact(args)) ?? state;
  }
}
