import { readNodes, readPods, type TraceNode, type TracePod } from './trace.js';

const FOLDER = 'libs/demo/openb/';

/** Every n-th node and pod of the trace. */
export function everyNth(nth: number): { readonly nodes: readonly TraceNode[]; readonly pods: readonly TracePod[] } {
  const thinned = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % nth === 0);
  return {
    nodes: thinned(readNodes(`${FOLDER}openb_node_list_all_node.csv`)),
    pods: thinned(readPods(`${FOLDER}openb_pod_list_default.csv`)),
  };
}
