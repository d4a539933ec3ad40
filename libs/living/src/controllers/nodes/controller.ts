import type { Change, Controller, ControllerContext } from '../../engine/index.js';
import { keyOf, ofKey } from '../../state/index.js';
import { conditionTaints, type TaintedNode } from './taints.js';

/** Taints nodes by their conditions. Reads nodes; no timers. */
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
    const taints = conditionTaints(node, this.#context.time);
    if (taints === node.spec?.taints || (taints.length === 0 && node.spec?.taints === undefined)) return;
    const { taints: _, ...spec } = node.spec ?? {};
    this.#context.update({ ...node, spec: { ...spec, ...(taints.length > 0 && { taints }) } });
  }
}
