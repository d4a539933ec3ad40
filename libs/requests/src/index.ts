export {
  Denied,
  type Outcome,
  read,
  refuse,
  type WriteConditions,
  REFUSALS,
  type ObjectRef,
  type Refusal,
  definitionOf,
  type RefusalEntry,
  type RefusalCategory,
  type RefusalCode,
  type FieldTypes,
  type RefusalKind,
  type StatusDetails,
  refusalBehind,
  type ImportItem,
  type MissingPod,
  ok,
  write,
  type Conditioned,
  unmet,
  writeFrom,
  writeOnce,
  unlessBusy,
} from './outcome/index.js';
export {
  RACES_LOST,
  Deadline,
  underMutex,
  asWriter,
  type Waiting,
  lostRace,
  DEADLINE_MS,
  untilWon,
  Busy,
} from './deadlines/index.js';
export {
  type IdempotentRequest,
  idempotently,
  type Keep,
  KEPT_FOR_MS,
  removeExpiredKeys,
} from './idempotency/index.js';
export { type PageWindow, type WindowPage, pageOf, edgeOf } from './paging/index.js';
export { sha256 } from './sha256.js';
export { resourceNameProblems } from './resource-name.js';
