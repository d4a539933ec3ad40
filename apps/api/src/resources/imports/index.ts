export { ImportFiles } from './import-files.js';
export { ImportOperations, ImportTasks, importWork } from './import-operations.js';
export { ImportsModule } from './imports.module.js';
export { listAsJson } from './write-list.js';
