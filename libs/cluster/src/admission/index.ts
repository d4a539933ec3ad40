export { admitted, lookupsOf, readLookups, refOf, type AdmissionLookups } from './admission.js';
export { countGeneration, generatedName, seconds, stampCreated, stampUpdated } from './server-fields.js';
export { CLASS_KINDS, readClasses } from './classes.queries.js';
