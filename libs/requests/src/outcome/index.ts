export { ok, refuse, type Outcome } from './outcome.js';
export {
  definitionOf,
  REFUSALS,
  type FieldTypes,
  type ImportItem,
  type MissingPod,
  type ObjectRef,
  type Refusal,
  type RefusalCategory,
  type RefusalCode,
  type RefusalEntry,
  type RefusalKind,
  type StatusDetails,
} from './refusals/index.js';
export { unmet, type Conditioned, type WriteConditions } from './write-conditions.js';
export { read, refusalBehind, unlessBusy, write, writeFrom, writeOnce, type WriteOptions } from './write.js';
export { Denied } from './denied.js';
