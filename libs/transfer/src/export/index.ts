export { ExportService, type Export, type ExportRequest } from './export.service.js';
