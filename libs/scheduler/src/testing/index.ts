export { makeNode, type NodeBuilder } from './make-node.js';
export { makePod, type PodBuilder } from './make-pod.js';
export { makeSnapshot, snapshotState } from './make-snapshot.js';
export { profileWith, runPlugin, type PluginAnswers } from './run-plugin.js';
