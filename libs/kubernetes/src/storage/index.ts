export {
  claimSpec,
  defaultClaimSpec,
  normalizeDataSources,
  type DataSource,
  type PersistentVolumeClaimSpec,
} from './claim.js';
export { checkClaimSpec, checkClaimTemplate } from './claim-rules.js';
export {
  amountOf,
  checkAccessModes,
  checkClassName,
  checkNotBelowZero,
  checkPositive,
  checkVolumeMode,
} from './storage-rules.js';
export { accessModesText, storageClassText } from './printed-storage.js';
