import { nodeLabelsMatch, nodeSelectorMatches } from './node-selector.js';
import type { NodeObject, PodObject } from './objects.js';

/** Whether a node has the labels of the pod's nodeSelector and one of the terms of its required node affinity. */
export function matchesRequiredNodeAffinity({ spec = {} }: PodObject, node: NodeObject): boolean {
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return (
    nodeLabelsMatch(spec.nodeSelector ?? {}, node) && (required === undefined || nodeSelectorMatches(required, node))
  );
}
