import { Operations } from '../../ground/operation/index.js';
import { exportManifests, importManifests, importManifestsText } from './imports.operations.js';

@Operations([importManifests, importManifestsText, exportManifests])
export class ImportsModule {}
