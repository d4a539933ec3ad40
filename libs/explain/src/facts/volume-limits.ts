import { volumeCounts } from '#scheduler';
import type { Pair } from '../pair/index.js';
import type { Fact } from './fact.js';

/** Drivers whose limit of volumes on the node the pod exceeds, with the numbers. */
export function volumeLimitFacts({ incoming, snapshot, row, nodeName }: Pair): readonly Fact[] {
  return volumeCounts({ pod: incoming, snapshot }, row).flatMap(({ driver, limit, attached, coming }): Fact[] => {
    if (attached + coming <= limit) return [];
    const text =
      `driver ${driver} attaches ${limit} volume${limit === 1 ? '' : 's'} to ${nodeName} at most; ` +
      `${attached} ${attached === 1 ? 'is' : 'are'} attached, and the pod needs ${coming} more`;
    return [{ text }];
  });
}
