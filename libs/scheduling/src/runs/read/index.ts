export { firstPermitted } from './permitted-pods.js';
export { selectPods, skipOf, triedPods, type SkippedPod, unlessEmpty } from './pod-selection.js';
export type { QueuePosition } from './queued-pods.queries.js';
export { POD_IN_QUEUE, PodReader, type QueuedPod, type QueuedPodRow } from './queued-pod.js';
export { PartReader, type PartReading, type ReadPart } from './read-part.js';
export { RunProfiles } from './run-profiles.js';
