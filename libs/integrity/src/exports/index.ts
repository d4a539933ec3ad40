export { type ExportFile, ExportFiles, type OpenExportFile } from './export-files.js';
