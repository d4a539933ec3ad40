import type { ClusterObject, Node, ObjectKind } from '../objects/index.js';
import type { Movement } from './movement-log.js';
import type { PlacedPod } from './placed-pod.js';
import type { PluginState, StateDefinition } from './plugin-state.js';

type Having<Method extends keyof PluginState> = PluginState & Required<Pick<PluginState, Method>>;

/** The states of all plugins. A change is reported to those alone that follow it. */
export class PluginStates {
  readonly #states: ReadonlyMap<StateDefinition, PluginState>;
  readonly #nodes: readonly Having<'setNode'>[];
  readonly #shared: readonly Having<'concernsOthers'>[];
  readonly #rows: readonly Having<'keepRows'>[];
  readonly #pods: readonly Having<'movePod'>[];
  readonly #trials: readonly Having<'tryPod'>[];
  readonly #objects: ReadonlyMap<ObjectKind, readonly Having<'changeObject'>[]>;

  private constructor(states: ReadonlyMap<StateDefinition, PluginState>) {
    const all = [...states.values()];
    this.#states = states;
    this.#nodes = all.filter(has('setNode'));
    this.#shared = all.filter(has('concernsOthers'));
    this.#rows = all.filter(has('keepRows'));
    this.#pods = all.filter(has('movePod'));
    this.#trials = all.filter(has('tryPod'));
    this.#objects = followersByKind(states);
  }

  /** States of a cluster without nodes, pods and objects. */
  static of(definitions: readonly StateDefinition[]): PluginStates {
    return new PluginStates(new Map(definitions.map((definition) => [definition, definition.create()])));
  }

  /** The state of a definition. One that the snapshot does not have is a RangeError. */
  get<State extends PluginState>(definition: StateDefinition<State>): State {
    const state = this.#states.get(definition);
    if (state === undefined) throw new RangeError(`the snapshot has no state ${definition.name}`);
    return state as State;
  }

  setNode(node: Node, row: number): void {
    for (const state of this.#nodes) state.setNode(node, row);
  }

  /** Whether the node, in the place of the one on its row, changes what a state says of other nodes. */
  concernOthers(node: Node, row: number): boolean {
    return this.#shared.some((state) => state.concernsOthers(node, row));
  }

  keepRows(rows: readonly number[]): void {
    for (const state of this.#rows) state.keepRows(rows);
  }

  movePod(pod: PlacedPod, row: number, step: 1 | -1): void {
    for (const state of this.#pods) state.movePod(pod, row, step);
  }

  /** Adds to `undo` how to undo it, for each state that has to. */
  tryPod({ pod, row, step }: Movement, undo: { push(step: () => void): void }): void {
    for (const state of this.#trials) {
      const back = state.tryPod(pod, row, step);
      if (back !== null) undo.push(back);
    }
  }

  changeObject(kind: ObjectKind, before: ClusterObject | undefined, after: ClusterObject | undefined): void {
    for (const state of this.#objects.get(kind) ?? []) state.changeObject(kind, before, after);
  }

  /** Whether a state follows objects of the kind. */
  follows(kind: ObjectKind): boolean {
    return this.#objects.has(kind);
  }

  fork(): PluginStates {
    return new PluginStates(new Map([...this.#states].map(([definition, state]) => [definition, state.fork()])));
  }
}

function has<Method extends keyof PluginState>(method: Method): (state: PluginState) => state is Having<Method> {
  return (state): state is Having<Method> => state[method] !== undefined;
}

function followersByKind(
  states: ReadonlyMap<StateDefinition, PluginState>,
): ReadonlyMap<ObjectKind, readonly Having<'changeObject'>[]> {
  const followers = new Map<ObjectKind, Having<'changeObject'>[]>();
  for (const [{ follows = [] }, state] of states) {
    if (!has('changeObject')(state)) continue;
    for (const kind of follows) followers.set(kind, [...(followers.get(kind) ?? []), state]);
  }
  return followers;
}
