/** A change that releases pods, as the API tells it. */
export interface Releasing {
  /** `addNode`, `removeTaint` or `uncordon`. */
  readonly kind: string;
  /** The first of the nodes that it changes. */
  readonly nodes: readonly string[];
  readonly nodeCount: number;
  readonly taint?: unknown;
  /** Of a node that is added. */
  readonly shape?: unknown;
}

/**
 * The change as steps of a what-if, with a schedule after it; undefined where the names of all nodes that it changes
 * are not known.
 */
export function stepsOf(change: Releasing): string | undefined {
  const step = stepOf(change);
  return step === null ? undefined : JSON.stringify([step, { schedule: {} }]);
}

function stepOf({ kind, nodes, nodeCount, taint, shape }: Releasing): object | null {
  if (kind === 'addNode') return typeof shape === 'object' && shape !== null ? added(shape) : null;
  if (nodes.length < nodeCount) return null;
  if (kind === 'uncordon') return { uncordon: { names: nodes } };
  return kind === 'removeTaint' ? lifted(nodes, taint) : null;
}

function added(node: object): object {
  return { addNodes: { count: 1, node } };
}

function lifted(names: readonly string[], taint: unknown): object | null {
  if (typeof taint !== 'object' || taint === null || !('key' in taint)) return null;
  return { taint: { names, remove: [{ key: taint.key, ...('effect' in taint && { effect: taint.effect }) }] } };
}
