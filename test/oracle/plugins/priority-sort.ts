import { keyOf, priorityOf } from '../model.js';
import type { PodObject } from '../objects.js';

/** The queue's order: the higher priority first, of equal ones the one that came first. */
export function queueOrder(pods: readonly PodObject[]): readonly string[] {
  const waiting = [...pods];
  const order: string[] = [];
  while (waiting.length > 0) {
    const highest = Math.max(...waiting.map(priorityOf));
    const [next] = waiting.splice(
      waiting.findIndex((pod) => priorityOf(pod) === highest),
      1,
    );
    if (next !== undefined) order.push(keyOf(next));
  }
  return order;
}
