export { Admission, type AdmissionLimits } from './admission.js';
export { Admissions, ROOMS, type Room } from './admissions.js';
export { always, heavy, past } from './heavy.js';
export { runsInTurn } from './runs-in-turn.js';
export { standIn } from './stand-in.js';
