export { Admission, type AdmissionLimits } from './admission.js';
export { Admissions } from './admissions.js';
export { always, heavy, past } from './heavy.js';
