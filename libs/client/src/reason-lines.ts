/** Nodes that one plugin rejects for one reason with one code, as the API has them. */
interface Rejected {
  readonly plugin: string | null;
  readonly reason: string;
  readonly code: string;
  readonly nodes: { readonly first: number; readonly any: number; readonly sole: number; readonly only: number | null };
}

/** A reason of a plugin: the nodes where preemption may help, and those where it does not, together. */
export interface ReasonLine extends Rejected {
  /** Of the nodes on which it holds at all: where no preemption helps. */
  readonly unresolvable: number;
}

const UNRESOLVABLE = 'UnschedulableAndUnresolvable';

/** One line a reason: a node has one code of a plugin, so the nodes of the two codes add up. */
export function reasonLines(rejections: readonly Rejected[]): readonly ReasonLine[] {
  const lines = new Map<string, ReasonLine>();
  for (const { plugin, reason, code, nodes } of rejections) {
    const isUnresolvable = code === UNRESOLVABLE;
    const kind = isUnresolvable ? 'Unschedulable' : code;
    const key = JSON.stringify([plugin, reason, kind]);
    const { nodes: before, unresolvable = 0 } = lines.get(key) ?? {};
    lines.set(key, {
      plugin,
      reason,
      code: kind,
      nodes: {
        first: nodes.first + (before?.first ?? 0),
        any: nodes.any + (before?.any ?? 0),
        sole: nodes.sole + (before?.sole ?? 0),
        only: nodes.only === null ? null : nodes.only + (before?.only ?? 0),
      },
      unresolvable: unresolvable + (isUnresolvable ? nodes.any : 0),
    });
  }
  return [...lines.values()].sort((a, b) => b.nodes.first - a.nodes.first || b.nodes.any - a.nodes.any);
}
