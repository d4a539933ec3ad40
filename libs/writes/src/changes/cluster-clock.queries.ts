/** The clock of a cluster, as far as writes go by it. */
export interface HeadClock {
  /** Up to here everything has happened. */
  readonly now: Date;
  /** Of a real clock: how many seconds pass in one of the wall, and when it was `now` by that. */
  readonly rate: number;
  readonly wall: Date | null;
  readonly seed: string;
  /** When the clock began. */
  readonly began: Date;
}

/** The clock of the cluster of a row, as `clockOfText` reads it; null where the cluster has none. */
export function clockColumn(clusterId: string): string {
  return `(SELECT json_build_object('now', k.now, 'rate', k.rate, 'wall', k.wall, 'seed', k.seed, 'began', k.began_at)
    FROM cluster_clocks k
    WHERE k.cluster_id = ${clusterId})`;
}

/** The column as it is read. */
export interface ClockText {
  readonly now: string;
  readonly rate: number;
  readonly wall: string | null;
  readonly seed: string;
  readonly began: string;
}

export function clockOfText(text: ClockText | null): HeadClock | null {
  if (text === null) return null;
  const { now, wall, began, ...clock } = text;
  return { ...clock, now: new Date(now), wall: wall === null ? null : new Date(wall), began: new Date(began) };
}

/** The latest time that RFC 3339 can say. */
export const LATEST_MS = Date.parse('9999-12-31T23:59:59Z');

/** The time of a cluster at a time of the wall. On a virtual clock none passes by itself. */
export function timeAt({ now, rate, wall }: Pick<HeadClock, 'now' | 'rate' | 'wall'>, at: Date): Date {
  if (wall === null) return now;
  const passed = Math.max(0, at.getTime() - wall.getTime());
  return new Date(Math.min(now.getTime() + Math.floor(passed * rate), LATEST_MS));
}
