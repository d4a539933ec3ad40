import { Operations } from '../../ground/operation/index.js';
import { OperationsModule } from '../operations/index.js';
import { startVerification, verified, verify } from './verification.operations.js';

@Operations([verify, startVerification], { imports: [OperationsModule], providers: [verified] })
export class VerificationModule {}
