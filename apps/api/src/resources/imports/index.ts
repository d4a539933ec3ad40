export { ImportsModule } from './imports.module.js';
export { listAsJson } from './write-list.js';
