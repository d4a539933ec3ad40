export { controllerIn, controllersIn, type Controllers, type OwnerReference } from './controller.js';
export { DistinctPods } from './distinct-pods.js';
export { amountsOf, groupedPod, ReadPod, type GroupedPod, type PodAmounts } from './read-pod.js';
