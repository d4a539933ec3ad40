import { Operations } from '../../ground/operation/index.js';
import { downloadExport, startExport } from './export-files.operations.js';

@Operations([startExport, downloadExport])
export class ExportFilesModule {}
