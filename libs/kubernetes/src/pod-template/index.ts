export {
  checkCounts,
  checkOwnSelector,
  checkTemplate,
  defaultTemplate,
  podTemplate,
  type PodTemplate,
} from './pod-template.js';
export { checkAtMost, checkReplicas, replicaStatus, type ReplicaStatus } from './replica-status.js';
