export { connectionItems, type ClusterList } from './connection-items.js';
export { collect } from './collect.js';
export { ownKey } from './own-key.js';
export { connectionOf, NoContext, type Connection, type Named } from './connection.js';
export { contextsFile, readContexts, writeContexts, type Context, type Contexts } from './contexts.js';
