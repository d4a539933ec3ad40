import { Operations } from '../../ground/operation/index.js';
import { livez, readyz, version } from './health.operations.js';

@Operations([livez, readyz, version])
export class HealthModule {}
