import { inByteOrder } from './model.js';

/**
 * Reasons of nodes that do not fit: one list a node, a node with several reasons counts in each. As framework.FitError.
 */
export function fitErrorOf(nodes: number, reasons: readonly (readonly string[])[]): string {
  const head = `0/${nodes} nodes are available:`;
  const different = [...new Set(reasons.flat())];
  const counted = different.map((reason) => `${reasons.flat().filter((other) => other === reason).length} ${reason}`);
  return counted.length === 0 ? head : `${head} ${inByteOrder(counted).join(', ')}.`;
}

/** PreFilter rejected the pod: no node was looked at. */
export function preFilterErrorOf(nodes: number, reasons: readonly string[]): string {
  return reasons.length === 0
    ? `0/${nodes} nodes are available:`
    : `0/${nodes} nodes are available: ${reasons.join(', ')}.`;
}
