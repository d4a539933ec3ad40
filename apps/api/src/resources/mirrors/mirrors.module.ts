import { Operations } from '../../ground/operation/index.js';
import { mirrorCluster, stopMirror } from './mirrors.operations.js';

@Operations([mirrorCluster, stopMirror])
export class MirrorsModule {}
