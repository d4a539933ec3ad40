export { admitted, refOf } from './admission.js';
export {
  ADMISSION_DEFAULTS,
  admissionDefaults,
  admissionSettingsOf,
  type AdmissionColumns,
  type AdmissionSettings,
} from './admission-settings.js';
export { admitWrite, CLUSTER_STEPS } from './admit-write.js';
export type { ClusterStep, ObjectWrite } from './cluster-step.js';
export { LOOKED_UP_KINDS, lookupsOf, type AdmissionLookups, type AdmissionPlace } from './lookups.js';
export { countGeneration, same, seconds, stampCreated, stampUpdated } from './server-fields.js';
export { readLookedUp } from './looked-up.queries.js';
