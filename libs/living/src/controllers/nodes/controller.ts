import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { keyOf, ofKey } from '../../state/index.js';
import { missingLabels } from './labels.js';
import { conditionTaints, withoutTaints, withTaints, type TaintedNode } from './taints.js';

/**
 * Taints nodes by their conditions, and labels them as older clients expect. Reads nodes; no timers.
 * // as kubernetes v1.34 pkg/controller/nodelifecycle doNodeProcessingPassWorker
 */
export class NodeController implements Controller {
  readonly #context: ControllerContext;

  constructor(context: ControllerContext) {
    this.#context = context;
  }

  noticed({ op, object }: Change): Iterable<string> {
    return object.kind === 'Node' && op !== 'delete' ? [keyOf(object)] : [];
  }

  sync(key: string): void {
    const node: TaintedNode | undefined = this.#context.state.get('Node', ...ofKey(key));
    if (node === undefined) return;
    const { added, removed } = conditionTaints(node);
    const tainted = this.#write(node, withTaints(node, added, this.#context.time));
    const freed = this.#write(tainted, withoutTaints(tainted, removed));
    const labels = missingLabels(freed);
    const { metadata } = freed;
    if (Object.keys(labels).length > 0)
      this.#context.update({ ...freed, metadata: { ...metadata, labels: { ...metadata.labels, ...labels } } });
  }

  /** What is added is one write, and what is taken away another. // as SwapNodeControllerTaint */
  #write(before: TaintedNode, after: TaintedNode): TaintedNode {
    return after === before ? before : this.#context.update(after);
  }
}
