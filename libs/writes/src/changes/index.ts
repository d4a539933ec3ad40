export type { ChangeCause, DraftedCause } from './cause.js';
export { changeOf, type Change, type ChangeOp } from './change.js';
export {
  clockColumn,
  clockOfText,
  LATEST_MS,
  timeAt,
  type ClockText,
  type HeadClock,
} from './cluster-clock.queries.js';
export {
  clusterOfTopic,
  countHead,
  holdHead,
  listUncounted,
  lockHead,
  lockHeadAnd,
  readHead,
  renewHead,
  type ClusterHead,
} from './cluster-head.store.js';
export { commit, DraftWriter, type CommitOptions } from './commit.js';
export {
  Draft,
  type CompletedDraft,
  type DraftedChange,
  type DraftedMoment,
  type DraftedObject,
  type Effect,
} from './draft.js';
export { DraftSeries } from './draft-series.js';
export { Draws } from './draws.js';
export type { EvidenceRows, RunRows } from './run-rows.js';
export { isSameHead, touchedSince, type Touched } from './touched.store.js';
