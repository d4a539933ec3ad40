export { amountOf, checkAccessModes, checkClassName, checkPositive, checkVolumeMode } from './storage-rules.js';
