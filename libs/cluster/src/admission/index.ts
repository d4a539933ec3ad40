export { admitted, refOf } from './admission.js';
export { admitWrite, CLUSTER_STEPS, type ClusterStep, type ObjectWrite } from './admit-write.js';
export { lookupsOf, type AdmissionLookups } from './lookups.js';
export { countGeneration, generatedName, seconds, stampCreated, stampUpdated } from './server-fields.js';
export { CLASS_KINDS, readClasses } from './classes.queries.js';
