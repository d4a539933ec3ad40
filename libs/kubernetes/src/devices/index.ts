export {
  checkClaim,
  checkConfigurations,
  checkDriver,
  checkQualifiedName,
  checkSelectors,
  completeClaim,
  type DeviceClaim,
  type DeviceConfiguration,
  type DeviceSelector,
} from './device-rules.js';
export { adminResult, checkClaimStatus, checkPoolName, prepareStatus, type ClaimStatus } from './claim-status-rules.js';
