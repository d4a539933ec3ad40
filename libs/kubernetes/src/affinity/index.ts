export type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  PreferredSchedulingTerm,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from './affinity.js';
export { affinity, topologySpreadConstraint } from './affinity-fields.js';
export { checkAffinity, checkSpreadConstraints } from './affinity-rules.js';
