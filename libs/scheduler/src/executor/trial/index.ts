export { asFiltered, listenersAmong, tryNode, type ChangedNode, type Rehearsal } from './changed-node.js';
export { nominatedPodsOn } from './nominated-pods.js';
