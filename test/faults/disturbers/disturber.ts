import type { Seeded } from '../seeded.js';
import type { Site } from '../site.js';

/** A fault that is there: what it is done to, and how it ends. */
export interface Disturbance {
  /** The service processes that it is about, by number; all of them when it is not said. */
  readonly services?: readonly number[];
  /** Called once: everything is as it was when it resolves. @throws when it does not become so */
  restore(): Promise<void>;
}

/** A way to disturb. */
export interface Disturber {
  /** Its class, which one of is there at a time, and within it which: `service.kill`. */
  readonly name: string;
  /** How often it comes, compared with others. */
  readonly weight: number;
  /** How long it lasts at most; faults of a moment have none. */
  readonly mostMs: number;
  /** Why it cannot be done at this site. */
  unfit?(site: Site): string | undefined;
  disturb(site: Site, dice: Seeded): Promise<Disturbance>;
}

/** The class of a fault: what comes before the dot. */
export function classOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}

/** How long anything may take to come back. */
export const DEADLINE_MS = 60_000;

/** Nothing is left to restore. */
export const OVER: Disturbance = { restore: () => Promise.resolve() };
