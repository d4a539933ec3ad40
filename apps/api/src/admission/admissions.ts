import { Admission, type AdmissionLimits } from './admission.js';

/** The rooms of this process, each for work that takes the same: one kind does not keep the others out. */
export class Admissions {
  /** What threads of their own do, for seconds or minutes: replays and verification. One at a time is a caller's. */
  readonly threads: Admission;
  /** What goes through states, or all decisions, in the thread that answers. */
  readonly states: Admission;
  /** What goes at the pace of whoever reads it: exports. */
  readonly streams: Admission;

  constructor(limits: AdmissionLimits) {
    this.threads = new Admission({ ...limits, ofOneCaller: 1 });
    this.states = new Admission(limits);
    this.streams = new Admission(limits);
  }
}

/** The names of the rooms. */
export const ROOMS = ['threads', 'states', 'streams'] as const satisfies readonly (keyof Admissions)[];
export type Room = (typeof ROOMS)[number];
