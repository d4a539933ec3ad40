export { EventRecorder, type NewEvent } from './recorder.js';
