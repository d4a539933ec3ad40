export { type ExportBounds, type ExportFile, ExportFiles } from './export-files.js';
