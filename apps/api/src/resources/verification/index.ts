export { VerificationModule } from './verification.module.js';
export { verificationWork } from './verification.operations.js';
