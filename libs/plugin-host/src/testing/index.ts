export { hostilePlugin, type HostilePlugin } from './hostile-plugin.js';
export { writeFolder, writePlugin } from './write-plugin.js';
