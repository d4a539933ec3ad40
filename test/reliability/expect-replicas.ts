import { isDeepStrictEqual } from 'node:util';
import type { WatchedLoad, WatchedOutcome } from './watched-cluster.js';

/**
 * Everything of every sort came to everybody once and in order, and what each has made of it is
 * what each process exports.
 */
export function expectReplicas(
  { followers, exports, position }: WatchedOutcome,
  { changes, drops }: WatchedLoad,
): void {
  expect(Number(position)).toBeGreaterThan(changes);
  expect(followers.reduce((sum, follower) => sum + follower.drops, 0)).toBe(drops);
  for (const { replica, lags } of followers) {
    expect(replica.faults).toEqual([]);
    expect([replica.position, lags.length]).toEqual([position, Number(position)]);
    for (const op of ['create', 'update', 'bind', 'evict', 'delete']) expect(replica.ops[op]).toBeGreaterThan(0);
    for (const exported of exports) {
      expect([...replica.objects.keys()].sort()).toEqual([...exported.keys()].sort());
      const other = [...exported].filter(([key, object]) => !isDeepStrictEqual(object, replica.objects.get(key)));
      expect(other.map(([key, object]) => [key, object, replica.objects.get(key)])).toEqual([]);
    }
  }
}
