import { Admission, type AdmissionLimits } from './admission.js';

/**
 * How many times as many imports and runs wait: a client sends one for each manifest or cluster that it has, and nobody
 * is refused who could be served in time.
 */
const LONGER_QUEUE = 10;

/** The rooms of this process, each for work that takes the same: one kind does not keep the others out. */
export class Admissions {
  /** Operations: replays, verification and exports. Of each kind one at a time is a caller's. */
  readonly operations: Admission;
  /** What goes through states, or all decisions, in whatever thread. */
  readonly states: Admission;
  /** What goes at the pace of whoever reads it: exports. */
  readonly streams: Admission;
  /** Imports, which come at the pace of whoever sends them. */
  readonly imports: Admission;
  /** Runs of many pods, until they have ended. */
  readonly runs: Admission;

  constructor(limits: AdmissionLimits) {
    this.operations = new Admission({ ...limits, ofOneKind: 1 });
    this.states = new Admission(limits);
    this.streams = new Admission(limits);
    const patient = { ...limits, waiting: LONGER_QUEUE * limits.waiting };
    this.imports = new Admission(patient);
    this.runs = new Admission(patient);
  }
}

/** The names of the rooms. */
export const ROOMS = [
  'operations',
  'states',
  'streams',
  'imports',
  'runs',
] as const satisfies readonly (keyof Admissions)[];
export type Room = (typeof ROOMS)[number];
