export {
  checkAnyTemplate,
  checkCounts,
  checkFound,
  checkGivenSelector,
  checkSameSelector,
  checkSelectedTemplate,
  checkTemplate,
  completeTemplate,
  defaultTemplate,
  podTemplate,
  type PodTemplate,
} from './pod-template.js';
export { REPLICA_SET_WORDS } from './replica-set-words.js';
export { daemonNodeUse, daemonPodSpec, type DaemonNodeUse, type DaemonSpec } from './daemon-pod.js';
export { podOfTemplate, type PodOfTemplate } from './pod-of-template.js';
export { templateHash } from './template-hash.js';
export { amountOf, checkAtMostAll, checkShare, type Share } from './rolling-update.js';
export {
  checkAtMost,
  checkNotDecremented,
  checkReplicas,
  dropTerminating,
  replicaStatus,
  type ReplicaStatus,
} from './replica-status.js';
