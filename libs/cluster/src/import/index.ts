export { ImportService, type ImportReport, type ImportRequest, type OnError } from './import.service.js';
