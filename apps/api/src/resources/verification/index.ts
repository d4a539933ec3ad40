export { VerificationModule } from './verification.module.js';
