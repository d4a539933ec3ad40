export {
  addAmounts,
  amountsText,
  equalAmounts,
  largerAmounts,
  NO_AMOUNTS,
  ONE,
  printAmounts,
  readAmounts,
  someAmounts,
  soundAmounts,
  subtractAmounts,
  type Amounts,
} from './amounts.js';
export { fractionsOfBytes } from './fractions-of-bytes.js';
export { resourceRequirements, type ResourceList, type ResourceRequirements } from './resources.js';
export {
  anyResourceName,
  checkAmounts,
  checkContainerResources,
  checkNamedAmount,
  checkPodResources,
  checkResourceList,
  containerResourceName,
  isExtendedResource,
  isNativeResource,
  isOvercommitAllowed,
  isQuotaResource,
  quotaResourceName,
  standardResourceName,
  type ResourceNameRule,
} from './resource-rules.js';
