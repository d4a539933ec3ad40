export { Admission, type AdmissionLimits } from './admission.js';
export { Admissions, ROOMS } from './admissions.js';
export { always, heavy, past } from './heavy.js';
export { runsInTurn } from './runs-in-turn.js';
