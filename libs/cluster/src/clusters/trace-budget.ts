import { FieldPath, forbidden, invalid, required, type FieldProblem } from '#apimachinery';

/**
 * How much of each trace a cluster keeps: every node, the best `nodes` of them, or none. A decision's digest is over
 * the whole evidence in every case, and says with it how much is stored.
 */
export interface TraceBudget {
  readonly keep: 'full' | 'top' | 'none';
  /** With `top` alone. */
  readonly nodes?: number;
}

export const FULL_TRACES: TraceBudget = { keep: 'full' };

/** More rows than any cluster has nodes are the whole trace under another name. */
const MAX_NODES = 100_000;

/** What is wrong with a budget; its `keep` is one of the words. */
export function traceBudgetProblems({ keep, nodes }: TraceBudget): FieldProblem[] {
  const path = FieldPath.root.child('traceBudget').child('nodes');
  if (keep !== 'top') return nodes === undefined ? [] : [forbidden(path, `may only be set with keep "top"`)];
  if (nodes === undefined) return [required(path, 'with keep "top"')];
  return Number.isInteger(nodes) && nodes >= 1 && nodes <= MAX_NODES
    ? []
    : [invalid(path, nodes, `must be an integer from 1 to ${MAX_NODES}`)];
}
