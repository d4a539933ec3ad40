/** A change that releases pods, as the API tells it. */
export interface Releasing {
  /** `addNode`, `removeTaint` or `uncordon`. */
  readonly kind: string;
  /** The first of the nodes that it changes. */
  readonly nodes: readonly string[];
  readonly nodeCount: number;
  readonly taint?: unknown;
}

/**
 * The change as steps of a what-if, with a schedule after it; undefined where it is not shown in full: of an added node
 * the shape, of many nodes the names of all.
 */
export function stepsOf({ kind, nodes, nodeCount, taint }: Releasing): string | undefined {
  if (nodes.length < nodeCount) return undefined;
  const step =
    kind === 'uncordon' ? { uncordon: { names: nodes } } : kind === 'removeTaint' ? lifted(nodes, taint) : null;
  return step === null ? undefined : JSON.stringify([step, { schedule: {} }]);
}

function lifted(names: readonly string[], taint: unknown): object | null {
  if (typeof taint !== 'object' || taint === null || !('key' in taint)) return null;
  return { taint: { names, remove: [{ key: taint.key, ...('effect' in taint && { effect: taint.effect }) }] } };
}
