import type { PastObject, PastState } from '#state';

/** Whether a pod is on a node that is there, and has not ended. */
export function takesRoom(state: PastState, { placement: { node, finished } }: PastObject): boolean {
  return node !== null && !finished && state.get('Node', '', node) !== undefined;
}
