import type { ClusterClock } from './clock.store.js';

/** The time of a cluster at a time of the wall. On a virtual clock none passes by itself. */
export function timeAt({ now, rate, wall }: Pick<ClusterClock, 'now' | 'rate' | 'wall'>, at: Date): Date {
  if (wall === null) return now;
  const passed = Math.max(0, at.getTime() - wall.getTime());
  return new Date(Math.min(now.getTime() + Math.floor(passed * rate), LATEST_MS));
}

/** When it was `reached`, by the wall, on a clock that says `present` at `at`. */
export function wallAt(
  rate: number,
  { reached, present, at }: Readonly<Record<'reached' | 'present' | 'at', Date>>,
): Date {
  const behind = Math.max(0, present.getTime() - reached.getTime());
  return new Date(at.getTime() - Math.ceil(behind / rate));
}

/** The latest time that RFC 3339 can say. */
export const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');
