export { ExportFilesModule } from './export-files.module.js';
export { ExportOperations } from './export-operations.js';
export { ExportSources } from './export-sources.js';
export { exportWork, ExportWriter } from './export-writer.js';
