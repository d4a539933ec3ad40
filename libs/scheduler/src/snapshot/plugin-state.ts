import type { ClusterObject, Node, ObjectKind } from '../objects/index.js';
import type { PlacedPod } from './placed-pod.js';

/**
 * What a plugin keeps of a cluster beside the columns of the snapshot: counts by row, indexes, devices in use. The
 * snapshot reports every change to it, changes on trial and their undoing included, so that it is always what the
 * nodes, pods and objects of the moment make of it. A state has the methods for what it follows and no others.
 */
export interface PluginState {
  /** A node was added on the row, or the node of the row changed. Rows are added in ascending order. */
  setNode?(node: Node, row: number): void;
  /**
   * Whether the node, in the place of the one on its row, changes what plugins that read the node alone say of other
   * nodes; asked before `setNode`. A state without it never does.
   */
  concernsOthers?(node: Node, row: number): boolean;
  /** Only these rows remain, in ascending order. The pods of the others have left before. */
  keepRows?(rows: readonly number[]): void;
  /** A pod came to the row (1) or left it (-1). Undoing a change reports the opposite one. */
  movePod?(pod: PlacedPod, row: number, step: 1 | -1): void;
  /**
   * A pod came or left on trial; called after `movePod`, for the change and not for its undoing. Returns how to undo
   * what the opposite `movePod` does not, or null.
   */
  tryPod?(pod: PlacedPod, row: number, step: 1 | -1): (() => void) | null;
  /** An object of a kind that the state follows was added (no `before`), changed, or removed (no `after`). */
  changeObject?(kind: ObjectKind, before: ClusterObject | undefined, after: ClusterObject | undefined): void;
  /** A copy that changes on its own. */
  fork(): PluginState;
}

/** How a state comes to be: the key by which plugins ask the snapshot for it. */
export interface StateDefinition<State extends PluginState = PluginState> {
  readonly name: string;
  /** The state of a cluster without nodes, pods and objects. */
  readonly create: () => State;
  /** The kinds of objects whose changes it follows. Default none. */
  readonly follows?: readonly ObjectKind[];
}

/** What a snapshot holds for plugins: a line each. */
export interface SnapshotParts {
  readonly states: readonly StateDefinition[];
  /** Objects of other kinds are not found and not patched. */
  readonly kinds: readonly ObjectKind[];
}
