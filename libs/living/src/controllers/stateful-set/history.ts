import type { ControllerRevision } from '../revisions/index.js';
import type { Revisions } from './status.js';

/** The revisions of a set, the oldest first, and the two that its pods may be of. */
export interface History {
  readonly all: readonly ControllerRevision[];
  readonly current: ControllerRevision;
  readonly update: ControllerRevision;
  readonly collisionCount: number;
}

/** The names of the revisions. */
export function namesOf({ current, update, collisionCount }: History): Revisions {
  return { current: current.metadata.name, update: update.metadata.name, collisionCount };
}
