export { amountOf, isFast, LARGEST_FAST_AMOUNT, type Amount } from './amount.js';
export { hostPortsOf, portsConflict, type HostPort } from './host-port.js';
export { podLoad, type PodLoad } from './pod-load.js';
export {
  ASSUMED_REQUESTS,
  FOR_ACCOUNT,
  FOR_FILTER,
  podRequests,
  readList,
  requestAmount,
  requestAmounts,
  type RequestOptions,
  type Requests,
} from './pod-requests.js';
export {
  CPU,
  EPHEMERAL_STORAGE,
  isExtendedResource,
  isHugePages,
  isScalarResource,
  MEMORY,
  PODS,
} from './resource-name.js';
