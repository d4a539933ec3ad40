export type {
  AdmissionContext,
  AdmissionOperation,
  AdmissionResult,
  UnresolvedReference,
} from './admission-context.js';
export { admit } from './admit.js';
