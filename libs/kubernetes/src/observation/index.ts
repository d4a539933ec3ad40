export { isObservation, Observation, type LeftOut } from './observation.js';
