export { ExportFilesModule } from './export-files.module.js';
export { ExportOperations, ExportSources } from './export-operations.js';
