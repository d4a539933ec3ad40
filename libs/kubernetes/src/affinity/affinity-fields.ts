import { int32, labelSelector, list, object, text } from '#apimachinery';
import { nodeSelector, nodeSelectorTerm } from '../node-selector/index.js';
import type { Affinity, PodAffinity, PodAffinityTerm, TopologySpreadConstraint } from './affinity.js';

const podAffinityTerm = object<PodAffinityTerm>({
  labelSelector,
  namespaces: list(text),
  namespaceSelector: labelSelector,
  topologyKey: text,
  matchLabelKeys: list(text),
  mismatchLabelKeys: list(text),
});

const podAffinity = object<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: list(podAffinityTerm),
  preferredDuringSchedulingIgnoredDuringExecution: list(object({ weight: int32, podAffinityTerm })),
});

/** core/v1 Affinity. */
export const affinity = object<Affinity>({
  nodeAffinity: object({
    requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
    preferredDuringSchedulingIgnoredDuringExecution: list(object({ weight: int32, preference: nodeSelectorTerm })),
  }),
  podAffinity,
  podAntiAffinity: podAffinity,
});

/** core/v1 TopologySpreadConstraint. */
export const topologySpreadConstraint = object<TopologySpreadConstraint>({
  maxSkew: int32,
  topologyKey: text,
  whenUnsatisfiable: text,
  labelSelector,
  minDomains: int32,
  nodeAffinityPolicy: text,
  nodeTaintsPolicy: text,
  matchLabelKeys: list(text),
});
