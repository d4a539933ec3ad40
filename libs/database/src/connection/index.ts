export { clientOptions, destroy, endClient, socketOf } from './client.js';
export { ConnectionLost } from './connection-lost.js';
export { ConnectionWatch, type WatchedConnection } from './connection-watch.js';
export { endWhenSilent } from './end-when-silent.js';
export { LastingConnection } from './lasting-connection.js';
export { Probe } from './probe.js';
