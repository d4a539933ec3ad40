import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import {
  exportManifests,
  importManifests,
  importManifestsText,
  importResult,
  startImport,
} from './imports.operations.js';

@Operations([importManifests, startImport, importManifestsText, exportManifests], {
  imports: [OperationsModule],
  providers: [importResult],
})
export class ImportsModule {}
