import { Admission, type AdmissionLimits } from './admission.js';

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
    this.imports = new Admission(limits);
    this.runs = new Admission(limits);
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
