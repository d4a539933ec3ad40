import { Operations } from '../../ground/operation/index.js';
import { readTls } from './tls.operations.js';

@Operations([readTls])
export class TlsModule {}
