export { admitted, refOf } from './admission.js';
export { admitWrite, CLUSTER_STEPS } from './admit-write.js';
export type { ClusterStep, ObjectWrite } from './cluster-step.js';
export { lookupsOf, type AdmissionLookups } from './lookups.js';
export { countGeneration, generatedName, seconds, stampCreated, stampUpdated } from './server-fields.js';
export { CLASS_KINDS, readClasses } from './classes.queries.js';
