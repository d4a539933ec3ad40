export type {
  Admission,
  AdmissionContext,
  AdmissionResult,
  Controllers,
  UnresolvedReference,
} from './admission-context.js';
export { admit } from './admit.js';
export { taintNewNode, taintsOfImportedAgain } from './condition-taints.js';
export { faultsOf } from './limit-range-at-work.js';
export type { Mutation, SetField } from './mutation.js';
export { ADMISSION_STEPS, type AdmissionStep } from './steps.js';
